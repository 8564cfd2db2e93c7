import { expect, test as base } from "@playwright/test";

/**
 * A page that may talk to its own origin alone. Every other request is aborted, and a test that
 * caused one fails.
 */
export const test = base.extend<{ ownOriginOnly: undefined }>({
  ownOriginOnly: [
    async ({ context, baseURL }, use) => {
      const foreign: string[] = [];
      const origin = new URL(baseURL ?? "").origin;
      await context.route("**/*", async (route) => {
        const url = new URL(route.request().url());
        if (url.origin === origin || url.protocol === "blob:" || url.protocol === "data:") {
          await route.fallback();
          return;
        }
        foreign.push(url.href);
        await route.abort();
      });
      await use(undefined);
      expect(foreign, "requests that left the own origin").toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
