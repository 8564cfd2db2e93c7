import { z } from "zod";
import { queryRows } from "@/lib/engine/decode";
import { tInterval } from "@/lib/stats/means";
import { changeInterval, mcnemar, pairedChange } from "@/lib/stats/paired";
import type { Interval } from "@/lib/stats/types";
import { scopeOf } from "./scope";
import type { MetricOptions, Workspace } from "./workspace";

const counted = z.strictObject({
  run_a: z.string(),
  run_b: z.string(),
  /** Items with a scored row in both runs, that are the same question. */
  n_shared: z.int(),
  only_a: z.int(),
  only_b: z.int(),
  /** One id, but another question (or known in one run alone): not paired. */
  changed: z.int(),
  /** Shared items by who is right; items of several rows that disagree are in none of the four. */
  both: z.int(),
  lost: z.int(),
  gained: z.int(),
  neither: z.int(),
  mean: z.number().nullable(),
  sd: z.number().nullable(),
});

/** Two runs of one benchmark, item by item: the change from run a to run b. */
export interface PairedRow extends Omit<z.infer<typeof counted>, "mean" | "sd"> {
  /** Mean over shared items of b minus a, on the scale of accuracy; null without one. */
  readonly change: number | null;
  /** Wald where every item is right or wrong, else t over the differences of item means. */
  readonly interval: Interval | null;
  /** McNemar's exact p; null where some item is neither right nor wrong. */
  readonly p: number | null;
}

/**
 * Every two runs in scope of one benchmark of which one is of a fixed series, by the items that both scored. An
 * item is right by its share of right rows: right and wrong in two trials is 0.5. Items pair where
 * their hashes agree, by id alone where neither run has one.
 */
async function pairs(
  { engine }: Workspace,
  { filters, signal }: Pick<MetricOptions, "filters" | "signal">,
): Promise<PairedRow[]> {
  const scope = scopeOf(filters);
  const rows = await queryRows(
    engine,
    counted,
    `WITH ${scope.cells}, ${scope.items},
      scored AS (
        SELECT c.run_ix, s.item_key,
          sum(q.n_correct)::DOUBLE / sum(q.n_scored) AS y,
          -- A run with several questions under one id pairs with nothing there.
          CASE WHEN count(DISTINCT coalesce(i.item_hash, '')) > 1 THEN 'run ' || c.run_ix
            ELSE min(i.item_hash) END AS question
        FROM data.item_cube AS q JOIN sel_cells AS c USING (cell_ix)
        JOIN sel_items AS s USING (item_ix) JOIN data.items AS i USING (item_ix)
        WHERE q.n_scored > 0 GROUP BY c.run_ix, s.item_key),
      sizes AS (SELECT run_ix, count(*) AS n FROM scored GROUP BY run_ix),
      couples AS (
        SELECT a.run_ix AS ix_a, b.run_ix AS ix_b, a.run_id AS run_a, b.run_id AS run_b,
          na.n AS n_a, nb.n AS n_b
        FROM sel_runs AS a JOIN sel_runs AS b
          ON a.benchmark = b.benchmark AND a.run_ix < b.run_ix
            AND (a.series_kind = 'fixed' OR b.series_kind = 'fixed')
        JOIN sizes AS na ON na.run_ix = a.run_ix JOIN sizes AS nb ON nb.run_ix = b.run_ix),
      met AS (
        SELECT p.ix_a, p.ix_b, a.y AS y_a, b.y AS y_b, b.y - a.y AS d,
          a.question IS NOT DISTINCT FROM b.question AS same
        FROM couples AS p JOIN scored AS a ON a.run_ix = p.ix_a
        JOIN scored AS b ON b.run_ix = p.ix_b AND b.item_key = a.item_key),
      totals AS (
        SELECT ix_a, ix_b, count(*) AS n_met, count(*) FILTER (WHERE same) AS n_shared,
          count(*) FILTER (WHERE same AND y_a = 1 AND y_b = 1) AS both,
          count(*) FILTER (WHERE same AND y_a = 1 AND y_b = 0) AS lost,
          count(*) FILTER (WHERE same AND y_a = 0 AND y_b = 1) AS gained,
          count(*) FILTER (WHERE same AND y_a = 0 AND y_b = 0) AS neither,
          avg(d) FILTER (WHERE same) AS mean,
          CASE WHEN count(*) FILTER (WHERE same) > 1
            THEN stddev_samp(d) FILTER (WHERE same) END AS sd
        FROM met GROUP BY ix_a, ix_b)
      SELECT p.run_a, p.run_b, coalesce(t.n_shared, 0)::INTEGER AS n_shared,
        (p.n_a - coalesce(t.n_met, 0))::INTEGER AS only_a,
        (p.n_b - coalesce(t.n_met, 0))::INTEGER AS only_b,
        (coalesce(t.n_met, 0) - coalesce(t.n_shared, 0))::INTEGER AS changed,
        coalesce(t.both, 0)::INTEGER AS both, coalesce(t.lost, 0)::INTEGER AS lost,
        coalesce(t.gained, 0)::INTEGER AS gained, coalesce(t.neither, 0)::INTEGER AS neither,
        t.mean, t.sd
      FROM couples AS p LEFT JOIN totals AS t USING (ix_a, ix_b) ORDER BY p.ix_a, p.ix_b`,
    { signal },
  );
  return rows.map(({ mean, sd, ...counts }) => {
    const { both, lost, gained, neither, n_shared } = counts;
    if (both + lost + gained + neither < n_shared)
      return { ...counts, change: mean, interval: tInterval(mean, sd, n_shared), p: null };
    return {
      ...counts,
      change: pairedChange(counts),
      interval: changeInterval(counts),
      p: mcnemar(lost, gained),
    };
  });
}

/** Comparison of runs item by item, asked like a section of the report. */
export const PAIRED_RUNS = { id: "paired_runs", run: pairs } as const;
