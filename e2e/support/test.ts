import {
  expect,
  test as base,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from "@playwright/test";

interface Watching {
  /** Aborts every request of a context that leaves an origin; at the end there must be none. */
  readonly keepWithin: (context: BrowserContext, origin: string) => Promise<void>;
  /** The test's own context is kept within the server's origin. */
  readonly ownOriginOnly: undefined;
  /** A page of a fresh profile, kept within its origin as well: that of the server by default. */
  readonly freshPage: (origin?: string, device?: BrowserContextOptions) => Promise<Page>;
}

/**
 * A page that may talk to its own origin alone. Every other request is aborted, and a test that
 * caused one fails. Contexts beside the test's own come from `freshPage`.
 */
export const test = base.extend<Watching & { readonly home: string }>({
  home: async ({ baseURL }, use) => {
    await use(new URL(baseURL ?? "").origin);
  },
  keepWithin: async ({ home }, use) => {
    const foreign: string[] = [];
    await use(async (context, origin) => {
      await context.route("**/*", async (route) => {
        const url = new URL(route.request().url());
        if (url.origin === origin || url.protocol === "blob:" || url.protocol === "data:") {
          await route.fallback();
          return;
        }
        foreign.push(url.href);
        await route.abort();
      });
    });
    expect(foreign, `requests that left ${home} or another own origin`).toEqual([]);
  },
  ownOriginOnly: [
    async ({ context, home, keepWithin }, use) => {
      await keepWithin(context, home);
      await use(undefined);
    },
    { auto: true },
  ],
  freshPage: async ({ browser, home, keepWithin }, use) => {
    const opened: BrowserContext[] = [];
    await use(async (origin = home, device = {}) => {
      const context = await browser.newContext({ ...device, baseURL: origin });
      opened.push(context);
      await keepWithin(context, origin);
      return context.newPage();
    });
    for (const context of opened) await context.close();
  },
});

export { expect };
