import { z } from "zod";
import { queryRows } from "@/lib/engine/decode";
import { chanceNormalised, trialInterval } from "@/lib/stats/proportions";
import { CELL_ORDER, cellFields, cellShape, MCELLS, seriesFields } from "../cells";
import type { ItemMetricRow } from "../rows";
import { scopeOf } from "../scope";
import type { MetricOptions, Workspace } from "../workspace";
import { perItemSql } from "./item-means";

/** A metric cell with its items, by id: one entry an item in each list. */
const cellItems = z.strictObject({
  ...cellShape,
  item_ids: z.array(z.string()),
  item_hashes: z.array(z.string().nullable()),
  sections: z.array(z.string().nullable()),
  ns: z.array(z.int()),
  accuracies: z.array(z.number().nullable()),
});

/**
 * One row a metric cell and item that it was asked on. They come as lists, one statement for all: a
 * run of 12,000 items would repeat the names of its cell 12,000 times.
 */
export async function items(
  workspace: Workspace,
  options: MetricOptions,
): Promise<ItemMetricRow[]> {
  const sql = `WITH ${perItemSql(scopeOf(options.filters))}, ${MCELLS},
    lists AS (
      SELECT mcell_ix, list(item_id ORDER BY item_id) AS item_ids,
        list(item_hash ORDER BY item_id) AS item_hashes,
        list(section ORDER BY item_id) AS sections, list(n ORDER BY item_id) AS ns,
        list(accuracy ORDER BY item_id) AS accuracies
      FROM per_item GROUP BY mcell_ix)
    SELECT * FROM sel_mcells JOIN lists USING (mcell_ix) ORDER BY ${CELL_ORDER}`;
  const cells = await queryRows(workspace.engine, cellItems, sql, { signal: options.signal });
  return cells.flatMap((cell) =>
    cell.item_ids.map((item_id, i) => {
      const accuracy = cell.accuracies[i] ?? null;
      const n = cell.ns[i] ?? 0;
      return {
        ...cellFields(cell),
        item_id,
        item_hash: cell.item_hashes[i] ?? null,
        section: cell.sections[i] ?? null,
        n,
        accuracy,
        na: chanceNormalised(accuracy, cell.n_options),
        acc_trial_ci: trialInterval(accuracy, n),
        ...seriesFields(cell),
      };
    }),
  );
}
