/**
 * Time of the queries behind each chart, and of a filter change's redraw on screen, in Chromium, at
 * three sizes: 297 thousand, 3 million and 13.5 million responses (the first paper's full design: 5
 * models x 2 environments x 5 N x 30 items x 1,000 trials x 9 paddings). Medians. The last line is
 * the largest ratio, largest size to smallest, among all charts but the hard split; rows named
 * "whole of …" (all of a view, what stands below its leading chart too) are printed beside it.
 *
 *   npx tsx bench/charts.ts [directory that keeps the data between runs]
 *
 * Needs a build (npm start, or npx tsx scripts/build.ts).
 */
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Browser, type Page } from "@playwright/test";
import { buildHarness, openHarness } from "@/e2e/harness/harness";
import { serveStore } from "@/e2e/support/serve";
import type { SectionName } from "@/lib/metrics/rows";
import { hrefOf } from "@/lib/view-state/codec";
import type { Filters } from "@/lib/view-state/filters";
import { defaultState, type ViewName } from "@/lib/view-state/state";
import { CHROMIUM_ARGS, chromiumPath } from "@/scripts/chromium";
import { median, simulatedStore } from "./support";

const TRIALS = [22, 222, 1000];
const REPEATS = 5;
const GOAL_MS = 100;
const GOAL_RATIO = 2;

/** Sections behind each chart; those that a chart asks together are timed together. */
const CHARTS: Readonly<Record<string, readonly SectionName[]>> = {
  scaling: ["scaling"],
  bubble: ["bubble"],
  items: ["items"],
  positions: ["positions"],
  cdf: ["position_distribution"],
  "gold bins": ["gold_bins"],
  padding: ["padding", "padding_envelope"],
  outcomes: ["outcomes"],
  accuracy: ["accuracy"],
  comparisons: ["comparisons"],
};
/** Views that draw what this store holds; the rest would stand there unchanged, whatever is filtered. */
const CHARTED = [
  "overview",
  "scaling",
  "positions",
  "padding",
  "figures",
  "items",
  "compare",
  "runs",
] as const satisfies readonly ViewName[];
const VIEWPORT = { width: 1280, height: 900 };
/** A reader's change meets a page at rest: what follows the one before (counts beside filters) is done. */
const REST_MS = 300;

/** What a reader clicks through; each differs from the one before in what it counts. */
const FILTERS: readonly Filters[] = [
  [{ field: "padding", values: ["none"] }],
  [
    { field: "padding", values: ["none"] },
    { field: "environment", values: ["full"] },
  ],
  [
    { field: "padding", values: ["none"] },
    { field: "model", values: ["sim-primacy", "sim-tail"] },
  ],
  [
    { field: "padding", values: ["none"] },
    { field: "n_options", values: [10, 100] },
  ],
];

const MODELS = [
  "sim-content-strong",
  "sim-content-fading",
  "sim-primacy",
  "sim-tail",
  "sim-uniform",
] as const;

/**
 * Filter changes on screen: every choice of two to four models, in both environments and in one.
 * Each is new to the page, so that nothing comes out of its cache.
 */
const CHANGES: readonly Filters[] = Array.from({ length: 2 ** MODELS.length }, (_, bits) =>
  MODELS.filter((_, i) => (bits >> i) % 2 === 1),
)
  .filter((values) => values.length > 1 && values.length < MODELS.length)
  .flatMap((values): Filters[] => [
    [{ field: "model", values }],
    [
      { field: "model", values },
      { field: "environment", values: ["full"] },
    ],
  ]);

/** Median milliseconds by size; sizes take turns, so that a machine that slows down slows all of them. */
type Medians = readonly number[];

interface Opened {
  readonly responses: number;
  readonly server: Awaited<ReturnType<typeof serveStore>>;
  readonly page: Page;
}

const timeOf = (page: Page, sections: readonly SectionName[], filters: Filters) =>
  page.evaluate(([asked, chosen]) => window.harness.time(asked, chosen), [
    sections,
    filters,
  ] as const);

/** Medians over filters and repeats of a chart's queries, asked on the open cubes of each size. */
async function queryTimes(sizes: readonly Opened[]): Promise<Map<string, Medians>> {
  const times = new Map<string, Medians>();
  for (const [chart, sections] of Object.entries(CHARTS)) {
    const samples = sizes.map((): number[] => []);
    for (let repeat = 0; repeat < REPEATS; repeat += 1)
      for (const filters of FILTERS)
        for (const [i, { page }] of sizes.entries())
          samples[i]?.push(await timeOf(page, sections, filters));
    times.set(chart, samples.map(median));
  }
  return times;
}

async function hardSplitTimes(sizes: readonly Opened[]): Promise<Medians> {
  const times: number[] = [];
  for (const { page } of sizes) {
    await page.evaluate(() => window.harness.ensureRows());
    times.push(await timeOf(page, ["hard_split"], FILTERS[1] ?? []));
  }
  return times;
}

interface Redraw {
  /** Until the leading chart (or table) shows its new numbers. */
  readonly chart: number;
  /** Until all of the view does. */
  readonly whole: number;
}

/**
 * From the change of the address to the frames in which the view shows its new numbers. The function
 * names no inner function: the loader would wrap those in a helper that the page does not have.
 */
function redraw(page: Page, href: string): Promise<Redraw> {
  return page.evaluate(async (address) => {
    const before = document.querySelector("[data-view-status]")?.textContent;
    const started = performance.now();
    history.pushState(null, "", address);
    let chart: number | null = null;
    for (;;) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const view = document.querySelector("[data-view-status]");
      if (view?.getAttribute("data-view-status") !== "ready" || view.textContent === before)
        continue;
      const now = performance.now() - started;
      // The view's own rows; sections below ask later and are marked by themselves.
      if (view.querySelector(":scope > [aria-busy=true]") === null) chart ??= now;
      if (view.querySelector("[aria-busy=true]") === null)
        return { chart: chart ?? now, whole: now };
    }
  }, href);
}

async function openView(page: Page, origin: string, view: ViewName): Promise<void> {
  await page.goto(`${origin}/${view}`);
  await page.waitForSelector("[data-view-status=ready]", { timeout: 120_000 });
  await page.waitForSelector("[data-engine=open]", { state: "attached", timeout: 120_000 });
}

/** Medians of the changes of one view, in a page of its own, as a reader has it. */
async function redrawsOf(browser: Browser, origin: string, view: ViewName): Promise<Redraw> {
  const page = await browser.newPage({ viewport: VIEWPORT });
  await openView(page, origin, view);
  const samples: Redraw[] = [];
  for (const filters of CHANGES) {
    await page.waitForTimeout(REST_MS);
    samples.push(await redraw(page, hrefOf({ ...defaultState(view), filters })));
  }
  await page.close();
  const medianOf = (part: keyof Redraw) => median(samples.map((sample) => sample[part]));
  return { chart: medianOf("chart"), whole: medianOf("whole") };
}

/** On screen: a view's leading chart is "redraw of …", all of it "whole of …". Sizes take turns by view. */
async function redrawTimes(
  browser: Browser,
  servers: readonly Opened["server"][],
): Promise<Map<string, Medians>> {
  const times = new Map<string, Medians>();
  for (const view of CHARTED) {
    const redraws: Redraw[] = [];
    for (const { origin } of servers) redraws.push(await redrawsOf(browser, origin, view));
    times.set(
      `redraw of ${view}`,
      redraws.map(({ chart }) => chart),
    );
    times.set(
      `whole of ${view}`,
      redraws.map(({ whole }) => whole),
    );
  }
  return times;
}

function print(
  responses: readonly number[],
  charts: ReadonlyMap<string, Medians>,
  hardSplit: Medians,
): void {
  const counts = responses.map((n) => n.toLocaleString("en-US"));
  const rows = [...charts].map(([chart, values]) => {
    return { chart, values, ratio: (values.at(-1) ?? Number.NaN) / (values[0] ?? Number.NaN) };
  });
  const line = (cells: readonly string[]) =>
    console.log(cells.map((cell, i) => (i === 0 ? cell.padEnd(22) : cell.padStart(12))).join(""));
  line(["chart", ...counts, "ratio"]);
  for (const { chart, values, ratio } of rows)
    line([chart, ...values.map((ms) => `${ms.toFixed(1)} ms`), ratio.toFixed(2)]);
  line(["hard split (rows)", ...hardSplit.map((ms) => `${ms.toFixed(0)} ms`), ""]);
  const leading = rows.filter(({ chart }) => !chart.startsWith("whole"));
  const slow = leading.filter(({ values }) => values.some((ms) => ms > GOAL_MS));
  console.log(
    slow.length === 0
      ? `every chart within ${GOAL_MS} ms at each size`
      : `over ${GOAL_MS} ms: ${slow.map(({ chart }) => chart).join(", ")}`,
  );
  const worst = Math.max(...leading.map(({ ratio }) => ratio));
  console.log(
    `largest ratio ${counts.at(-1) ?? ""} : ${counts[0] ?? ""} = ${worst.toFixed(2)} (goal under ${GOAL_RATIO})`,
  );
}

const base = process.argv[2] ?? join(tmpdir(), "foilscope-bench-charts");
const harness = await buildHarness(join(base, "harness"));
const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_ARGS });
const sizes: Opened[] = [];
for (const trials of TRIALS) {
  const { dir, responses } = await simulatedStore(base, trials);
  const server = await serveStore(dir);
  const page = await browser.newPage({ viewport: VIEWPORT });
  await openHarness(page, harness, server.origin);
  sizes.push({ responses, server, page });
}
const charts = await queryTimes(sizes);
const hardSplit = await hardSplitTimes(sizes);
for (const { page } of sizes) await page.close();
const servers = sizes.map(({ server }) => server);
for (const [chart, medians] of await redrawTimes(browser, servers)) charts.set(chart, medians);
await browser.close();
for (const { server } of sizes) await server.stop();
print(
  sizes.map(({ responses }) => responses),
  charts,
  hardSplit,
);
process.exit(0);
