import { z } from "zod";
import { queryRows } from "@/lib/engine/decode";
import { tInterval, tTest } from "@/lib/stats/means";
import { changeInterval, mcnemar, pairedChange } from "@/lib/stats/paired";
import type { Interval } from "@/lib/stats/types";
import { pairsSql, type PairsOptions } from "./paired-sql";
import type { MetricOptions, Workspace } from "./workspace";

const counted = z.strictObject({
  side_a: z.string(),
  side_b: z.string(),
  /** Of side a; both sides agree in them where pairs are chosen for it (`PairsOptions.pairs`). */
  benchmark: z.string(),
  scorer: z.string(),
  environment: z.string().nullable(),
  padding: z.string().nullable(),
  /** Null where the two sides differ in it, too: see `differs`. */
  mode: z.string().nullable(),
  condition: z.string().nullable(),
  /** The N of every shared item on both sides; null where it is not one. */
  n_options: z.int().nullable(),
  /** Some shared item has another N on each side, and so another chance level. */
  n_differs: z.boolean(),
  mode_differs: z.boolean(),
  condition_differs: z.boolean(),
  /** Both sides have items of several trials or several N. */
  repeated: z.boolean(),
  /** Items with a scored row on both sides, that are the same question. */
  n_shared: z.int(),
  /** Of these, items without a hash on both sides, which pair by their id alone. */
  by_id: z.int(),
  only_a: z.int(),
  only_b: z.int(),
  /** One id, but another question (or known on one side alone): not paired. */
  changed: z.int(),
  /** Asked on both sides, at no common N (one fixed, one repeated): not paired. */
  other_n: z.int(),
  /** Shared items by who is right; items of several rows that disagree are in none of the four. */
  both: z.int(),
  lost: z.int(),
  gained: z.int(),
  neither: z.int(),
  accuracy_a: z.number().nullable(),
  accuracy_b: z.number().nullable(),
  mean: z.number().nullable(),
  sd: z.number().nullable(),
  na_mean: z.number().nullable(),
  na_sd: z.number().nullable(),
});
type Counted = z.infer<typeof counted>;
type Moments = "mean" | "sd" | "na_mean" | "na_sd";

/** A mean over shared items of b minus a, its 95% interval and p; null where undefined. */
export interface Change {
  readonly change: number | null;
  readonly interval: Interval | null;
  readonly p: number | null;
}

export interface Compared extends Change {
  /** Mean over shared items of b minus a, on the scale of accuracy; null without one. */
  readonly change: number | null;
  /** Of the change, 95%: Wald's, or t over the differences of item means. */
  readonly interval: Interval | null;
  /** Of the change: McNemar's exact p beside Wald's interval, else of the t test. */
  readonly p: number | null;
  readonly method: "wald" | "t";
  /** The same on the scale of NA, each item corrected for its N on each side; by t. */
  readonly na: Change;
}

/** What counts of shared items say of their change. */
type Shared = Pick<Counted, "repeated" | "n_shared" | "both" | "lost" | "gained" | "neither">;

/** Two sides in one cell, item by item: the change from side a to side b. */
export type ComparedRow = Omit<Counted, Moments> & Compared;

/** Aggregates over items that two sides met on (`met` of pairsSql): what `Shared` and `byT` need. */
export const SHARED_TOTALS = `
  count(*) FILTER (WHERE same) AS n_shared,
  count(*) FILTER (WHERE same AND unhashed) AS by_id,
  count(*) FILTER (WHERE same AND y_a = 1 AND y_b = 1) AS both,
  count(*) FILTER (WHERE same AND y_a = 1 AND y_b = 0) AS lost,
  count(*) FILTER (WHERE same AND y_a = 0 AND y_b = 1) AS gained,
  count(*) FILTER (WHERE same AND y_a = 0 AND y_b = 0) AS neither,
  avg(y_a) FILTER (WHERE same) AS accuracy_a, avg(y_b) FILTER (WHERE same) AS accuracy_b,
  avg(y_b - y_a) FILTER (WHERE same) AS mean, avg(na_b - na_a) FILTER (WHERE same) AS na_mean,
  CASE WHEN count(*) FILTER (WHERE same) > 1
    THEN stddev_samp(y_b - y_a) FILTER (WHERE same) END AS sd,
  CASE WHEN count(*) FILTER (WHERE same) > 1
    THEN stddev_samp(na_b - na_a) FILTER (WHERE same) END AS na_sd`;

/** t over the differences of item means. */
export const byT = (mean: number | null, sd: number | null, n: number): Change => ({
  change: mean,
  interval: tInterval(mean, sd, n),
  p: tTest(mean, sd, n),
});

/**
 * The one definition of how two sides compare. Repeated sides: t over the differences of item means.
 * With a fixed side: Wald and McNemar where every shared item is right or wrong, else t as above.
 */
export function comparison(row: Shared, t: Change): Omit<Compared, "na"> {
  const { both, lost, gained, neither, n_shared } = row;
  if (row.repeated || both + lost + gained + neither < n_shared) return { ...t, method: "t" };
  return {
    change: pairedChange(row),
    interval: changeInterval(row),
    p: n_shared === 0 ? null : mcnemar(lost, gained),
    method: "wald",
  };
}

/** Compares sides item by item, pairs in the order of the sides, cells in report order. */
export async function compared(
  { engine }: Workspace,
  { filters, signal }: Pick<MetricOptions, "filters" | "signal">,
  options: PairsOptions,
): Promise<ComparedRow[]> {
  const rows = await queryRows(
    engine,
    counted,
    `WITH ${pairsSql(filters, options)},
      totals AS (
        SELECT couple, count(*) AS n_met, ${SHARED_TOTALS},
          min(least(n_min_a, n_min_b)) FILTER (WHERE same) AS n_min,
          max(greatest(n_max_a, n_max_b)) FILTER (WHERE same) AS n_max,
          bool_or(n_min_a <> n_min_b OR n_max_a <> n_max_b) FILTER (WHERE same) AS n_differs
        FROM met GROUP BY couple),
      apart AS (SELECT couple, count(*) AS n FROM elsewhere GROUP BY couple)
      SELECT p.side_a, p.side_b, p.benchmark, p.scorer, p.environment, p.padding, p.mode,
        p.condition, p.mode_differs, p.condition_differs, p.repeated,
        coalesce(p.n_options, CASE WHEN t.n_min = t.n_max THEN t.n_min END)::INTEGER AS n_options,
        coalesce(t.n_differs, false) AS n_differs,
        coalesce(t.n_shared, 0)::INTEGER AS n_shared, coalesce(t.by_id, 0)::INTEGER AS by_id,
        (p.n_a - coalesce(t.n_met, 0) - coalesce(o.n, 0))::INTEGER AS only_a,
        (p.n_b - coalesce(t.n_met, 0) - coalesce(o.n, 0))::INTEGER AS only_b,
        (coalesce(t.n_met, 0) - coalesce(t.n_shared, 0))::INTEGER AS changed,
        coalesce(o.n, 0)::INTEGER AS other_n,
        coalesce(t.both, 0)::INTEGER AS both, coalesce(t.lost, 0)::INTEGER AS lost,
        coalesce(t.gained, 0)::INTEGER AS gained, coalesce(t.neither, 0)::INTEGER AS neither,
        t.accuracy_a, t.accuracy_b, t.mean, t.sd, t.na_mean, t.na_sd
      FROM couples AS p LEFT JOIN totals AS t USING (couple) LEFT JOIN apart AS o USING (couple)
      ORDER BY couple`,
    { signal },
  );
  return rows.map(({ mean, sd, na_mean, na_sd, ...counts }) => ({
    ...counts,
    ...comparison(counts, byT(mean, sd, counts.n_shared)),
    na: byT(na_mean, na_sd, counts.n_shared),
  }));
}
