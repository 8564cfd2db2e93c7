/**
 * From navigation to the first drawn chart, in a fresh browser against a warm server, at 390
 * thousand and 13.5 million responses; against a script that computes the same numbers from the raw
 * Parquet files (bench/raw-scaling.mjs). The numbers of both are compared. The last line is the
 * ratio of the two at the larger size.
 *
 *   npx tsx bench/first-chart.ts [directory that keeps the data between runs]
 *
 * Needs a build (npm start, or npx tsx scripts/build.ts).
 */
import { execFile } from "node:child_process";
import { globSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { chromium, type Browser } from "@playwright/test";
import { z } from "zod";
import { serveStore } from "@/e2e/support/serve";
import { CHROMIUM_ARGS, chromiumPath } from "@/scripts/chromium";
import { median, simulatedStore, type SimulatedStore } from "./support";

const REPEATS = 5;
const GOAL_MS = 2000;
const SIZES = [
  { trials: 100, padded: 20 },
  { trials: 1000, padded: 1000 },
];

const rawRow = z.object({
  model: z.string(),
  environment: z.string(),
  n_options: z.number(),
  accuracy: z.number(),
  na: z.number(),
});

/** Milliseconds of the script, its start included, and what it printed. */
async function byScript(store: SimulatedStore) {
  const files = globSync(join(store.dir, "runs/*/responses.parquet")).sort();
  const samples: number[] = [];
  let rows: z.infer<typeof rawRow>[] = [];
  for (let repeat = 0; repeat < REPEATS; repeat += 1) {
    const started = performance.now();
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ["bench/raw-scaling.mjs", ...files],
      { maxBuffer: 1 << 26 },
    );
    samples.push(performance.now() - started);
    rows = stdout
      .trim()
      .split("\n")
      .map((line) => rawRow.parse(JSON.parse(line)));
  }
  return { ms: median(samples), rows };
}

/** A text and no function: the loader would wrap its inner one in a helper that the page lacks. */
const NOTE_FIRST_CURVE = `{
  const look = () => {
    if (document.querySelector("[data-series] path"))
      document.documentElement.dataset.drawn = String(performance.now());
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}`;

/** Milliseconds from navigation to the frame with the first curve, and the table below it. */
async function openOnce(browser: Browser, origin: string) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  try {
    const page = await context.newPage();
    await page.addInitScript({ content: NOTE_FIRST_CURVE });
    await page.goto(`${origin}/scaling`);
    const drawn = page.locator("html[data-drawn]");
    await drawn.waitFor({ timeout: 120_000 });
    const ms = Number(await drawn.getAttribute("data-drawn"));
    const cells = await page.locator("main table").first().locator("tbody tr").allInnerTexts();
    return { ms, cells };
  } finally {
    await context.close();
  }
}

async function byBrowser(browser: Browser, store: SimulatedStore) {
  const server = await serveStore(store.dir);
  try {
    // The first visit warms the server; the last one's table is compared.
    await openOnce(browser, server.origin);
    const visits = [];
    for (let repeat = 0; repeat < REPEATS; repeat += 1)
      visits.push(await openOnce(browser, server.origin));
    return { ms: median(visits.map((visit) => visit.ms)), cells: visits.at(-1)?.cells ?? [] };
  } finally {
    await server.stop();
  }
}

/** @throws Error naming the first number of the script that the page does not show. */
function assertShown(rows: readonly z.infer<typeof rawRow>[], cells: readonly string[]): void {
  for (const row of rows) {
    const shown = cells.find((text) => {
      const parts = text.split(/\s+/);
      return (
        parts.includes(row.model) &&
        parts.includes(row.environment) &&
        parts.includes(String(row.n_options)) &&
        parts.includes(row.na.toFixed(3).replace("-", "−"))
      );
    });
    if (shown === undefined) throw new Error(`the page does not show ${JSON.stringify(row)}`);
  }
}

const base = process.argv[2] ?? join(tmpdir(), "foilscope-bench-charts");
const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_ARGS });
let ratio = Number.NaN;
for (const { trials, padded } of SIZES) {
  const store = await simulatedStore(base, trials, padded);
  const script = await byScript(store);
  const page = await byBrowser(browser, store);
  assertShown(script.rows, page.cells);
  ratio = page.ms / script.ms;
  console.log(
    `${store.responses.toLocaleString("en-US").padStart(12)} responses: first chart ` +
      `${page.ms.toFixed(0)} ms (goal ${GOAL_MS}), script over Parquet ${script.ms.toFixed(0)} ms, ` +
      `${script.rows.length} numbers agree`,
  );
}
await browser.close();
console.log(`ratio, first chart : script, at the larger size = ${ratio.toFixed(2)}`);
process.exit(0);
