/**
 * Memory of the page with 13.5 million responses loaded (rows included): resident size of the
 * browser's renderer after every view was visited once, and after each was visited again. The last
 * line is the ratio of the two.
 *
 *   npx tsx bench/memory.ts [directory that keeps the data between runs]
 *
 * Needs a build (npm start, or npx tsx scripts/build.ts), and Linux for /proc.
 */
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Browser, type Page } from "@playwright/test";
import { serveStore } from "@/e2e/support/serve";
import { VIEWS } from "@/lib/view-state/state";
import { CHROMIUM_ARGS, chromiumPath } from "@/scripts/chromium";
import { simulatedStore } from "./support";

const TRIALS = 1000;
const GOAL = 1.1;

/** Resident megabytes of all renderers: the page's threads, workers and wasm memory are in one. */
async function residentMb(browser: Browser, page: Page): Promise<number> {
  const own = await page.context().newCDPSession(page);
  await own.send("HeapProfiler.collectGarbage");
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  let kilobytes = 0;
  for (const { id, type } of processInfo) {
    if (type !== "renderer") continue;
    const status = await readFile(`/proc/${id}/status`, "utf8");
    kilobytes += Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0);
  }
  await session.detach();
  await own.detach();
  return kilobytes / 1024;
}

/** Opens every view by its tab, as a reader does: the data stay open from view to view. */
async function visitAll(page: Page): Promise<void> {
  for (const view of VIEWS) {
    const tabs = page.getByRole("navigation", { name: "Views" });
    const group = tabs.locator(`button[data-views~="${view}"][aria-expanded=false]`);
    if ((await group.count()) > 0) await group.click();
    await tabs.locator(`a[href^="/${view}"]`).click();
    await page.waitForURL(`**/${view}*`);
    await page.waitForSelector("[data-view-status=ready], [data-view-status=empty]", {
      timeout: 120_000,
    });
    await page.waitForFunction(() => document.querySelector("[aria-busy=true]") === null);
  }
}

const base = process.argv[2] ?? join(tmpdir(), "foilscope-bench-charts");
const { dir, responses } = await simulatedStore(base, TRIALS);
const server = await serveStore(dir);
const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_ARGS });
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  // The split reads the rows.
  await page.goto(`${server.origin}/positions?split=1`);
  await page.waitForSelector("[data-view-status=ready]", { timeout: 120_000 });
  const sizes: number[] = [];
  for (let round = 1; round <= 3; round += 1) {
    await visitAll(page);
    const mb = await residentMb(browser, page);
    sizes.push(mb);
    console.log(
      `${responses.toLocaleString("en-US")} responses, round ${round}: ${mb.toFixed(0)} MB`,
    );
  }
  const [first = Number.NaN, second = Number.NaN] = sizes;
  console.log(`ratio, second round : first = ${(second / first).toFixed(2)} (goal under ${GOAL})`);
} finally {
  await browser.close();
  await server.stop();
}
process.exit(0);
