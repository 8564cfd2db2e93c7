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
  benchmark: z.string(),
  environment: z.string().nullable(),
  padding: z.string().nullable(),
  /** Null where the two sides differ in it, too: see `differs`. */
  mode: z.string().nullable(),
  condition: z.string().nullable(),
  /** Null where whole sides are compared, each item at its own N. */
  n_options: z.int().nullable(),
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
  /** Shared items by who is right; items of several rows that disagree are in none of the four. */
  both: z.int(),
  lost: z.int(),
  gained: z.int(),
  neither: z.int(),
  accuracy_a: z.number().nullable(),
  accuracy_b: z.number().nullable(),
  mean: z.number().nullable(),
  sd: z.number().nullable(),
});

export interface Compared {
  /** Mean over shared items of b minus a, on the scale of accuracy; null without one. */
  readonly change: number | null;
  /** Of the change, 95%: Wald's, or t over the differences of item means. */
  readonly interval: Interval | null;
  /** Of the change: McNemar's exact p beside Wald's interval, else of the t test. */
  readonly p: number | null;
  readonly method: "wald" | "t";
}

/** Two sides in one cell, item by item: the change from side a to side b. */
export type ComparedRow = Omit<z.infer<typeof counted>, "mean" | "sd"> & Compared;

/**
 * The one definition of how two sides compare. Repeated sides: t over the differences of item means.
 * With a fixed side: Wald and McNemar where every shared item is right or wrong, else t as above.
 */
function comparison(
  row: Omit<z.infer<typeof counted>, "mean" | "sd">,
  mean: number | null,
  sd: number | null,
): Compared {
  const { both, lost, gained, neither, n_shared } = row;
  if (row.repeated || both + lost + gained + neither < n_shared)
    return {
      change: mean,
      interval: tInterval(mean, sd, n_shared),
      p: tTest(mean, sd, n_shared),
      method: "t",
    };
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
        SELECT couple, count(*) AS n_met, count(*) FILTER (WHERE same) AS n_shared,
          count(*) FILTER (WHERE same AND unhashed) AS by_id,
          count(*) FILTER (WHERE same AND y_a = 1 AND y_b = 1) AS both,
          count(*) FILTER (WHERE same AND y_a = 1 AND y_b = 0) AS lost,
          count(*) FILTER (WHERE same AND y_a = 0 AND y_b = 1) AS gained,
          count(*) FILTER (WHERE same AND y_a = 0 AND y_b = 0) AS neither,
          avg(y_a) FILTER (WHERE same) AS accuracy_a, avg(y_b) FILTER (WHERE same) AS accuracy_b,
          avg(y_b - y_a) FILTER (WHERE same) AS mean,
          CASE WHEN count(*) FILTER (WHERE same) > 1
            THEN stddev_samp(y_b - y_a) FILTER (WHERE same) END AS sd
        FROM met GROUP BY couple)
      SELECT p.side_a, p.side_b, p.benchmark, p.environment, p.padding, p.mode, p.condition,
        p.n_options, p.mode_differs, p.condition_differs, p.repeated,
        coalesce(t.n_shared, 0)::INTEGER AS n_shared, coalesce(t.by_id, 0)::INTEGER AS by_id,
        (p.n_a - coalesce(t.n_met, 0))::INTEGER AS only_a,
        (p.n_b - coalesce(t.n_met, 0))::INTEGER AS only_b,
        (coalesce(t.n_met, 0) - coalesce(t.n_shared, 0))::INTEGER AS changed,
        coalesce(t.both, 0)::INTEGER AS both, coalesce(t.lost, 0)::INTEGER AS lost,
        coalesce(t.gained, 0)::INTEGER AS gained, coalesce(t.neither, 0)::INTEGER AS neither,
        t.accuracy_a, t.accuracy_b, t.mean, t.sd
      FROM couples AS p LEFT JOIN totals AS t USING (couple) ORDER BY couple`,
    { signal },
  );
  return rows.map(({ mean, sd, ...counts }) => ({ ...counts, ...comparison(counts, mean, sd) }));
}
