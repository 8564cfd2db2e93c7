import type { Response } from "@/lib/records/response";

/**
 * The P1 metrics straight from rows, by the words of docs/metrics.md and without SQL, cubes or the
 * product's statistics: what the product computes from cubes must equal it.
 */
type Rows = readonly Response[];

const Z = 1.959963984540054;
const scored = (rows: Rows) =>
  rows.filter((r) => r.outcome !== "error" && r.outcome !== "prompt_truncated");
const right = (r: Response) => (r.resp_pos === r.gold_pos ? 1 : 0);
const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
const orNull = (of: () => number, defined: boolean) => (defined ? of() : null);
const na = (a: number, n: number) => (a - 1 / n) / (1 - 1 / n);

function sampleCovariance(x: readonly number[], y: readonly number[]): number {
  const [mx, my] = [mean(x), mean(y)];
  return x.reduce((sum, v, i) => sum + (v - mx) * (y[i]! - my), 0) / (x.length - 1);
}

export const groupRows = (rows: Rows, key: (r: Response) => string) => [...Map.groupBy(rows, key)];

/** Item means of the scored rows. */
export function itemMeans(rows: Rows): Map<string, { n: number; accuracy: number }> {
  const items = groupRows(scored(rows), (r) => r.item_id);
  return new Map(items.map(([id, own]) => [id, { n: own.length, accuracy: mean(own.map(right)) }]));
}

/** Trial means of the scored rows. */
function trialMeans(rows: Rows): Map<number, number> {
  return new Map(
    [...Map.groupBy(scored(rows), (r) => r.trial)].map(([k, own]) => [k, mean(own.map(right))]),
  );
}

function quantile(values: readonly number[], p: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const h = (sorted.length - 1) * p;
  const low = Math.floor(h);
  const next = sorted[low + 1] ?? sorted[low]!;
  return sorted[low]! + (h - low) * (next - sorted[low]!);
}

export function bruteScaling(rows: Rows, n: number, repeated: boolean) {
  const items = [...itemMeans(rows).values()].map((i) => i.accuracy);
  const trials = [...trialMeans(rows).values()];
  const own = scored(rows);
  const any = items.length > 0;
  const a = any ? mean(items) : 0;
  const half = (Z * Math.sqrt(sampleCovariance(trials, trials) / trials.length)) / (1 - 1 / n);
  return {
    n_items: items.length,
    n_trials: trials.length,
    n_responses: own.length,
    accuracy: orNull(() => a, any),
    acc_pooled: orNull(() => mean(own.map(right)), any),
    na: orNull(() => na(a, n), any),
    na_trial_ci: repeated && trials.length > 1 ? [na(a, n) - half, na(a, n) + half] : null,
    na_q25: orNull(() => na(quantile(items, 0.25), n), any),
    na_q50: orNull(() => na(quantile(items, 0.5), n), any),
    na_q75: orNull(() => na(quantile(items, 0.75), n), any),
    null_share: orNull(() => mean(own.map((r) => (r.resp_pos === null ? 1 : 0))), any),
  };
}

/** `low` and `high` are the rows of one curve at two N. */
export function bruteBubble(low: Rows, high: Rows, nLow: number, nHigh: number) {
  const [itemsLow, itemsHigh] = [itemMeans(low), itemMeans(high)];
  const same =
    itemsLow.size === itemsHigh.size && [...itemsLow.keys()].every((i) => itemsHigh.has(i));
  const differ = { item_sets_differ: !same };
  if (itemsLow.size === 0 || itemsHigh.size === 0)
    return { bi: null, bi_raw: null, bi_ci: null, ...differ };
  const h = na(mean([...itemsHigh.values()].map((i) => i.accuracy)), nHigh);
  const l = na(mean([...itemsLow.values()].map((i) => i.accuracy)), nLow);
  const d = l + 1e-6;
  const bi = 1 - h / d;
  const trialsOf = (rows: Rows, n: number) =>
    new Map([...trialMeans(rows)].map(([k, a]) => [k, na(a, n)]));
  const [yl, yh] = [trialsOf(low, nLow), trialsOf(high, nHigh)];
  const common = [...yl.keys()].filter((k) => yh.has(k));
  const variance = (y: ReadonlyMap<number, number>) =>
    sampleCovariance([...y.values()], [...y.values()]);
  const cov =
    common.length < 2
      ? 0
      : sampleCovariance(
          common.map((k) => yl.get(k)!),
          common.map((k) => yh.get(k)!),
        );
  const v =
    variance(yh) / (yh.size * d ** 2) +
    (h ** 2 * variance(yl)) / (yl.size * d ** 4) -
    (2 * h * cov * common.length) / (yl.size * yh.size * d ** 3);
  const half = Z * Math.sqrt(Math.max(0, v));
  const defined = l > 0;
  return {
    bi: defined ? bi : null,
    bi_raw: bi,
    bi_ci: defined && yl.size > 1 && yh.size > 1 ? [bi - half, bi + half] : null,
    ...differ,
  };
}

const tally = (values: readonly number[], n: number) =>
  Array.from({ length: n }, (_, i) => values.filter((v) => v === i + 1).length);
const cumulate = (counts: readonly number[]) =>
  counts.map((_, i) => counts.slice(0, i + 1).reduce((a, b) => a + b, 0));

export function brutePositions(rows: Rows, n: number) {
  const own = scored(rows);
  const valid = own.filter((r) => r.resp_pos !== null);
  const responses = tally(
    valid.map((r) => r.resp_pos!),
    n,
  );
  const gold = tally(
    own.map((r) => r.gold_pos),
    n,
  );
  const matched = tally(
    valid.map((r) => r.gold_pos),
    n,
  );
  const [v, s] = [valid.length, own.length];
  const [cr, cg, cm] = [cumulate(responses), cumulate(gold), cumulate(matched)];
  const gaps = cr.map((c, i) => Math.abs(c * s - cg[i]! * v));
  const widest = Math.max(...gaps);
  const prefix = (of: (k: number) => number | null) =>
    Object.fromEntries([1, 2, 5, 10, 20].filter((k) => k <= n).map((k) => [k, of(k)]));
  const bins = [...Map.groupBy(own, (r) => Math.floor((10 * (r.gold_pos - 1)) / n))];
  const weight = (f: (x: number, y: number) => number) =>
    bins.reduce((sum, [b, of]) => sum + of.length * f(b, mean(of.map(right))), 0);
  const [mx, my] = [weight((x) => x) / s, weight((_, y) => y) / s];
  const slope = weight((x, y) => (x - mx) * (y - my)) / weight((x) => (x - mx) ** 2);
  return {
    n_valid: v,
    pfi: prefix((k) => orNull(() => cr[k - 1]! / v, v > 0)),
    delta_pfi: prefix((k) => orNull(() => cr[k - 1]! / v - cg[k - 1]! / s, v > 0)),
    delta_pfi_matched: prefix((k) => orNull(() => (cr[k - 1]! - cm[k - 1]!) / v, v > 0)),
    entropy: orNull(
      () => -responses.reduce((e, c) => (c ? e + (c / v) * Math.log(c / v) : e), 0) / Math.log(n),
      v > 0,
    ),
    mean_pos: orNull(() => mean(valid.map((r) => r.resp_pos!)), v > 0),
    ks: orNull(() => widest / (s * v), v > 0),
    ks_at: orNull(() => gaps.indexOf(widest) + 1, v > 0),
    slope: orNull(() => slope, bins.length > 1),
    mean_pos_gold: orNull(() => mean(own.map((r) => r.gold_pos)), s > 0),
  };
}

/** One (environment, N) of unpadded rows; `model` tells the models apart. */
export function bruteHardSplit(rows: Rows) {
  const own = scored(rows);
  const scores = [...Map.groupBy(own, (r) => r.trial)].map(([trial, of]) => ({
    trial,
    score: mean([...Map.groupBy(of, (r) => r.model).values()].map((m) => mean(m.map(right)))),
  }));
  const median = quantile(
    scores.map((s) => s.score),
    0.5,
  );
  const hard = scores.filter((s) => s.score < median - 1e-9).map((s) => s.trial);
  const sides = groupRows(
    own,
    (r) => `${r.model}|${hard.includes(r.trial) ? "hard" : "less_hard"}`,
  );
  return {
    median,
    hard: hard.toSorted((a, b) => a - b),
    accuracy: new Map(
      sides.map(([side, of]) => [side, mean([...itemMeans(of).values()].map((i) => i.accuracy))]),
    ),
  };
}
