import { z } from "zod";
import { queryRows } from "@/lib/engine/decode";
import { chanceNormalised, trialInterval } from "@/lib/stats/proportions";
import { cellFields, loadCells, seriesFields } from "../cells";
import type { ItemMetricRow } from "../rows";
import { scopeOf } from "../scope";
import type { MetricOptions, Workspace } from "../workspace";
import { perItemSql } from "./item-means";

const itemRow = z.strictObject({
  mcell_ix: z.int(),
  item_id: z.string(),
  item_hash: z.string().nullable(),
  section: z.string().nullable(),
  n: z.int(),
  accuracy: z.number().nullable(),
});

/** One row a metric cell and item that it was asked on. */
export async function items(
  workspace: Workspace,
  options: MetricOptions,
): Promise<ItemMetricRow[]> {
  const sql = `WITH ${perItemSql(scopeOf(options.filters))}
    SELECT mcell_ix, item_id, item_hash, section, n, accuracy FROM per_item ORDER BY mcell_ix, item_id`;
  const [cells, rows] = await Promise.all([
    // Names come once a cell: a run of 12,000 items would repeat them 12,000 times.
    loadCells(workspace, options),
    queryRows(workspace.engine, itemRow, sql, { signal: options.signal }),
  ]);
  const byCell = Map.groupBy(rows, (row) => row.mcell_ix);
  return cells.flatMap((cell) =>
    (byCell.get(cell.mcell_ix) ?? []).map(({ item_id, item_hash, section, n, accuracy }) => ({
      ...cellFields(cell),
      item_id,
      item_hash,
      section,
      n,
      accuracy,
      na: chanceNormalised(accuracy, cell.n_options),
      acc_trial_ci: trialInterval(accuracy, n),
      ...seriesFields(cell),
    })),
  );
}
