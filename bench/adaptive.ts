/**
 * What the stopping rule costs and keeps, by simulation: the ten rows of the first paper at 100
 * options (accuracy and spread of 30 items as published), trials without and with a common shock.
 * Each run draws its items, then outcomes trial by trial, and stops where the rule says so. Item
 * coverage is of the mean of the population that items come from, trial coverage of the mean of the
 * items drawn. The last line is the share of the requests of 1,000 trials that the rule asks.
 *
 *   npx tsx bench/adaptive.ts [runs of a setting, default 400]
 */
import normalCdf from "@stdlib/stats-base-dists-normal-cdf";
import normalQuantile from "@stdlib/stats-base-dists-normal-quantile";
import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import type { RandomGenerator } from "pure-rand/types/RandomGenerator";
import { generatorOf } from "@/lib/protocol/random";
import { publishedCells } from "@/lib/reference/published";
import { LAST_LOOK, lookAt, looksUpTo, type Look } from "@/lib/stats/adaptive";
import { tQuantile } from "@/lib/stats/quantiles";
import type { Interval } from "@/lib/stats/types";

const ITEMS = 30;
const OPTIONS = 100;
/** Standard deviation of a trial's shock beside that of a single outcome, on the probit scale. */
const SHOCKS = [0, 0.5, 1];
const GOAL = 0.2;
const RUNS = Number(process.argv[2] ?? 400);

interface Setting {
  readonly name: string;
  readonly mean: number;
  /** Shapes of the beta distribution of item accuracies. */
  readonly alpha: number;
  readonly beta: number;
}

/** Item accuracies of a published row: its mean, and the spread that its interval over items implies. */
function settings(): Setting[] {
  const t = tQuantile(0.975, ITEMS - 1) ?? Number.NaN;
  return publishedCells({ table: "p1_table13", n: OPTIONS }).map((cell) => {
    if (!cell.interval) throw new Error(`${cell.id} has no interval`);
    const scale = 1 - 1 / OPTIONS;
    const mean = 1 / OPTIONS + scale * cell.value;
    const half = (scale * (cell.interval[1] - cell.interval[0])) / 2;
    const variance = ITEMS * (half / t) ** 2;
    const size = (mean * (1 - mean)) / variance - 1;
    return {
      name: `${cell.environment ?? ""} ${cell.model ?? ""}`,
      mean,
      alpha: mean * size,
      beta: (1 - mean) * size,
    };
  });
}

/** One draw of a beta distribution (Jöhnk), in logarithms: small shapes underflow otherwise. */
function drawBeta(random: RandomGenerator, alpha: number, beta: number): number {
  for (;;) {
    const x = Math.log(uniformFloat64(random)) / alpha;
    const y = Math.log(uniformFloat64(random)) / beta;
    const largest = Math.max(x, y);
    const sum = largest + Math.log(Math.exp(x - largest) + Math.exp(y - largest));
    if (sum <= 0) return Math.exp(x - sum);
  }
}

const within = (value: number, [low, high]: Interval) => value >= low && value <= high;

/** Runs a cell until the rule stops it; without the rule, until the last look. */
function runCell(random: RandomGenerator, items: readonly number[], shock: number, rule: boolean) {
  // Cuts on the probit scale that keep each item's accuracy whatever the shock.
  const cuts = items.map((p) => Math.sqrt(1 + shock ** 2) * normalQuantile(p, 0, 1));
  const itemHits = items.map(() => 0);
  const trialHits: number[] = [];
  let look: Look | null = null;
  for (const end of rule ? looksUpTo(LAST_LOOK) : [LAST_LOOK]) {
    while (trialHits.length < end) {
      const common = shock === 0 ? 0 : shock * normalQuantile(uniformFloat64(random), 0, 1);
      let hits = 0;
      cuts.forEach((cut, t) => {
        if (uniformFloat64(random) >= normalCdf(cut - common, 0, 1)) return;
        itemHits[t] = (itemHits[t] ?? 0) + 1;
        hits += 1;
      });
      trialHits.push(hits);
    }
    look = lookAt({ itemHits, trialHits }, LAST_LOOK);
    if (look?.stop) break;
  }
  if (!look) throw new Error("no look was taken");
  return look;
}

interface Measured {
  readonly trials: number;
  readonly itemCoverage: number;
  readonly trialCoverage: number;
}

function measure(setting: Setting, shock: number, rule: boolean, runs: number): Measured {
  const random = generatorOf("bench/adaptive", setting.name, shock, String(rule));
  const sums = { trials: 0, items: 0, covered: 0 };
  for (let run = 0; run < runs; run += 1) {
    const items = Array.from({ length: ITEMS }, () =>
      drawBeta(random, setting.alpha, setting.beta),
    );
    const look = runCell(random, items, shock, rule);
    const truth = items.reduce((sum, p) => sum + p, 0) / ITEMS;
    sums.trials += look.trials;
    sums.items += Number(within(setting.mean, look.itemInterval));
    sums.covered += Number(within(truth, look.trialInterval));
  }
  return {
    trials: sums.trials / runs,
    itemCoverage: sums.items / runs,
    trialCoverage: sums.covered / runs,
  };
}

const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
const line = (cells: readonly string[]) =>
  console.log(cells.map((cell, i) => (i === 0 ? cell.padEnd(30) : cell.padStart(12))).join(""));

line(["setting", "shock", "mean K", "item cov.", "at K=1,000", "trial cov.", "at K=1,000"]);
const ruled: Measured[] = [];
const whole: Measured[] = [];
for (const shock of SHOCKS)
  for (const setting of settings()) {
    const own = measure(setting, shock, true, RUNS);
    // Ten times the trials: a quarter of the runs tells coverage well enough beside it.
    const all = measure(setting, shock, false, Math.ceil(RUNS / 4));
    ruled.push(own);
    whole.push(all);
    line([
      setting.name,
      String(shock),
      own.trials.toFixed(0),
      own.itemCoverage.toFixed(3),
      all.itemCoverage.toFixed(3),
      own.trialCoverage.toFixed(3),
      all.trialCoverage.toFixed(3),
    ]);
  }
const overall = (rows: readonly Measured[], field: keyof Measured) =>
  mean(rows.map((row) => row[field])).toFixed(3);
console.log(
  `item coverage ${overall(ruled, "itemCoverage")} (${overall(whole, "itemCoverage")} at K=1,000), trial coverage ${overall(ruled, "trialCoverage")} (${overall(whole, "trialCoverage")} at K=1,000), ${RUNS} runs a setting`,
);
const share = mean(ruled.map(({ trials }) => trials)) / LAST_LOOK;
console.log(
  `requests asked, of those of 1,000 trials: ${share.toFixed(3)} (goal at most ${GOAL}): ${share <= GOAL ? "met" : "missed"}`,
);
