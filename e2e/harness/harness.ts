import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { build, type Plugin } from "vite";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const WASM = dirname(
  createRequire(import.meta.url).resolve("@duckdb/duckdb-wasm/dist/duckdb-eh.wasm"),
);
const PREFIX = "/__harness/";

/** The product's bundler emits what `new URL("package/file", import.meta.url)` names; Vite does not. */
const duckdbFiles: Plugin = {
  name: "duckdb-files",
  transform: (code) =>
    code.replaceAll(
      /new URL\(\s*"@duckdb\/duckdb-wasm\/dist\/([^"]+)",\s*import\.meta\.url,?\s*\)/g,
      `new URL("${PREFIX}duckdb/$1", self.location.origin)`,
    ),
};

/** Bundles the harness page. @returns the directory that holds it. */
export async function buildHarness(outDir: string): Promise<string> {
  await build({
    configFile: false,
    root: join(ROOT, "e2e/harness"),
    base: PREFIX,
    logLevel: "warn",
    resolve: { alias: { "@": ROOT.replace(/\/$/, "") } },
    plugins: [duckdbFiles],
    worker: { format: "es", plugins: () => [duckdbFiles] },
    build: {
      outDir,
      emptyOutDir: true,
      target: "es2023",
      minify: false,
      rolldownOptions: {
        input: join(ROOT, "e2e/harness/page.ts"),
        output: { entryFileNames: "page.js" },
      },
    },
  });
  return outDir;
}

/** Opens the harness under the server's own origin, so that its API and snapshot are real. */
export async function openHarness(page: Page, directory: string, origin: string): Promise<void> {
  await page.route(`**${PREFIX}**`, async (route) => {
    const name = new URL(route.request().url()).pathname.slice(PREFIX.length);
    if (name === "")
      await route.fulfill({
        contentType: "text/html",
        body: `<!doctype html><meta charset="utf-8"><script type="module" src="${PREFIX}page.js"></script>`,
      });
    else if (name.startsWith("duckdb/"))
      await route.fulfill({ path: join(WASM, name.slice("duckdb/".length)) });
    else await route.fulfill({ path: join(directory, name) });
  });
  await page.goto(`${origin}${PREFIX}`);
  await page.waitForFunction(() => "harness" in window);
  await page.evaluate(() => window.harness.open());
}
