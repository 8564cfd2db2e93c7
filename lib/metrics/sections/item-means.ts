import { z } from "zod";
import { queryRows } from "@/lib/engine/decode";
import { CELL_ORDER, cellShape, MCELLS } from "../cells";
import { scopeOf, type Scope } from "../scope";
import type { MetricOptions, Workspace } from "../workspace";

/**
 * `per_item`: counts by (metric cell, item), runs of one cell taken together. Needs nothing but the
 * item cube.
 */
export function perItemSql(scope: Scope): string {
  return `${scope.cells}, ${scope.items},
    per_item AS (
      SELECT c.mcell_ix, c.curve_ix, c.n_options, i.item_key, any_value(i.item_id) AS item_id,
        -- Several questions under one id are none that another run could share.
        CASE WHEN count(DISTINCT coalesce(i.item_hash, '')) > 1 THEN 'several in ' || c.mcell_ix
          ELSE min(i.item_hash) END AS item_hash,
        min(i.section) AS section, sum(q.n_scored)::INTEGER AS n,
        sum(q.n_correct)::INTEGER AS n_correct, sum(q.n_valid)::INTEGER AS n_valid,
        min(q.trial_min) AS trial_min, max(q.trial_max) AS trial_max,
        max(CASE WHEN q.trials_contiguous THEN q.n_scored END) AS run_of_trials,
        bool_and(q.trials_contiguous OR q.n_scored = 0) AS contiguous,
        sum(q.n_correct)::DOUBLE / nullif(sum(q.n_scored), 0) AS accuracy
      FROM data.item_cube AS q JOIN sel_cells AS c USING (cell_ix)
      JOIN sel_items AS i USING (item_ix)
      GROUP BY c.mcell_ix, c.curve_ix, c.n_options, i.item_key)`;
}

const itemMeansRow = z.strictObject({
  ...cellShape,
  n_items: z.int(),
  n_scored: z.int(),
  n_correct: z.int(),
  n_valid: z.int(),
  /** Distinct trials, where the item cube can tell. */
  n_trials: z.int().nullable(),
  /** Scored rows of the item that has most of them. */
  n_most: z.int(),
  /** Every item surely has every trial once: one range of trials without a gap, the same for all. */
  balanced: z.boolean(),
  /** Checksum (64 bits) of the items that have a scored row: which they are, in no order. */
  item_set: z.string(),
  accuracy: z.number().nullable(),
  sd: z.number().nullable(),
  q25: z.number().nullable(),
  q50: z.number().nullable(),
  q75: z.number().nullable(),
});
/** Item means of one metric cell: A_t over the items that have a scored row. */
export type ItemMeans = z.infer<typeof itemMeansRow>;

/**
 * Distribution of the item means of every metric cell in scope, on the scale of accuracy.
 *
 * `n_trials` is known without reading rows when every item has one trial, or when some item has
 * every trial from the smallest to the largest id that occurs.
 */
export function loadItemMeans(workspace: Workspace, options: MetricOptions): Promise<ItemMeans[]> {
  const sql = `WITH ${perItemSql(scopeOf(options.filters))}, ${MCELLS},
    means AS (
      SELECT mcell_ix, (count(*) FILTER (WHERE n > 0))::INTEGER AS n_items,
        sum(n)::INTEGER AS n_scored, sum(n_correct)::INTEGER AS n_correct,
        sum(n_valid)::INTEGER AS n_valid, max(n)::INTEGER AS n_most,
        CASE WHEN sum(n) = 0 THEN 0
          WHEN bool_and(trial_min = trial_max) THEN count(DISTINCT trial_min)
          WHEN max(run_of_trials) = max(trial_max) - min(trial_min) + 1 THEN max(run_of_trials)
        END::INTEGER AS n_trials,
        coalesce(min(trial_min) = max(trial_min) AND min(trial_max) = max(trial_max)
          AND bool_and(contiguous AND n = trial_max - trial_min + 1) FILTER (WHERE n > 0),
          false) AS balanced,
        coalesce(bit_xor(hash(item_key)) FILTER (WHERE n > 0), 0)::VARCHAR AS item_set,
        avg(accuracy) AS accuracy,
        CASE WHEN count(accuracy) > 1 THEN stddev_samp(accuracy) END AS sd,
        quantile_cont(accuracy, 0.25) AS q25, quantile_cont(accuracy, 0.5) AS q50,
        quantile_cont(accuracy, 0.75) AS q75
      FROM per_item GROUP BY mcell_ix)
    SELECT * FROM sel_mcells JOIN means USING (mcell_ix) ORDER BY ${CELL_ORDER}`;
  return queryRows(workspace.engine, itemMeansRow, sql, { signal: options.signal });
}
