import { execFile } from "node:child_process";
import { createReadStream } from "node:fs";
import { createServer, type Server } from "node:http";
import { readFile, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import sirv from "sirv";
import { writeKey } from "@/lib/rows/key";
import { textsFileSchema, textsIndexSchema } from "@/lib/snapshot/site-layout";
import { SITE_TEXTS, SITE_TEXTS_INDEX } from "@/lib/snapshot/site-paths";
import { openView, queryOf, viewReady } from "./support/pages";
import { CLI } from "./support/serve";
import { expect, test } from "./support/test";

const STORE = "test-results/store";
const BASE = "/lab/explorer";
const OUT = "test-results/site";

/** A server of files and nothing else, with the site below a path and its page for what is missing. */
async function serveFiles(dir: string): Promise<{ origin: string; server: Server }> {
  const files = sirv(dir, { dev: true });
  const server = createServer((request, response) => {
    const url = request.url ?? "/";
    if (!url.startsWith(`${BASE}/`)) {
      response.writeHead(404);
      response.end("not this site's");
      return;
    }
    request.url = url.slice(BASE.length);
    files(request, response, () => {
      response.writeHead(404, { "content-type": "text/html" });
      createReadStream(`${dir}/404.html`)
        .on("error", () => response.destroy())
        .pipe(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, server };
}

/** A response whose text the site holds. */
async function someText() {
  const index = textsIndexSchema.parse(
    JSON.parse(await readFile(`${OUT}/${SITE_TEXTS_INDEX}`, "utf8")),
  );
  const [run] = Object.values(index);
  if (!run) throw new Error("the site holds no texts");
  const file = await readFile(`${OUT}/${SITE_TEXTS}/${run.folder}/0.json`, "utf8");
  const found = textsFileSchema.parse(JSON.parse(file)).find((row) => row.text !== null);
  if (!found) throw new Error("the site holds no text");
  return found;
}

test.describe("a site of files alone", () => {
  // One site for both.
  test.describe.configure({ mode: "serial" });
  let origin = "";
  let server: Server;
  test.beforeAll(async () => {
    // A build of its own, beside the other tests.
    test.setTimeout(400_000);
    const args = [CLI, "export-site", OUT, "--base", BASE];
    const env = { ...process.env, FOILSCOPE_DATA: STORE };
    const { stdout } = await promisify(execFile)(process.execPath, args, { env });
    expect(stdout.trim()).toContain("test-results/site");
    ({ origin, server } = await serveFiles(OUT));
  });
  test.afterAll(() => new Promise((resolve) => server.close(resolve)));
  test.use({ baseURL: ({}, use) => use(origin) });

  test("draws, filters, keeps links and shows texts under a path", async ({ page, context }) => {
    test.slow();
    await openView(page, `${BASE}/scaling?env=full`);
    await expect(page.locator("#view-title")).toContainText("full");
    await page.getByRole("navigation", { name: "Views" }).getByText("Positions").click();
    await expect.poll(() => new URL(page.url()).pathname).toBe(`${BASE}/positions`);
    await viewReady(page);
    await page.getByRole("slider", { name: "First k" }).focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => new URLSearchParams(queryOf(page)).get("k")).toBe("11");
    expect(new URL(page.url()).pathname).toBe(`${BASE}/positions`);
    const other = await context.newPage();
    await openView(other, page.url());
    await expect(other.locator("#view-title")).toHaveText(
      (await page.locator("#view-title").textContent()) ?? "",
    );

    const said = await someText();
    await openView(other, `${BASE}/responses?row=${encodeURIComponent(writeKey(said.key))}`);
    await expect(other.getByRole("region", { name: "Response", exact: true })).toContainText(
      (said.text ?? "").trim().slice(0, 40),
    );
  });

  test("is never exported over what somebody put beside it", async () => {
    const own = `${OUT}/CNAME`;
    await writeFile(own, "example.org");
    const again = promisify(execFile)(process.execPath, [CLI, "export-site", OUT], {
      env: { ...process.env, FOILSCOPE_DATA: STORE },
    });
    await expect(again).rejects.toThrow("holds CNAME, which no export wrote");
    expect(await readFile(own, "utf8")).toBe("example.org");
    await rm(own);
  });

  test("says so where an address has no page", async ({ page }) => {
    await page.goto(`${BASE}/no/where`);
    await expect(
      page.getByRole("heading", { name: "There is no page at this address" }),
    ).toBeVisible();
    await page.getByRole("link", { name: "Go to the overview" }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe(`${BASE}/overview`);
  });
});
