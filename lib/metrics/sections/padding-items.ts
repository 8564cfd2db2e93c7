import { z } from "zod";
import { queryRows } from "@/lib/engine/decode";
import { MCELLS } from "../cells";
import { scopeOf } from "../scope";
import type { MetricOptions, Workspace } from "../workspace";
import { perItemSql } from "./item-means";

const sharedRow = z.strictObject({
  mcell_ix: z.int(),
  n_shared: z.int(),
  sd: z.number().nullable(),
});
/** A padded cell against its unpadded one, over the items that both have. */
export type SharedItems = z.infer<typeof sharedRow>;

/**
 * For every padded metric cell in scope: how many items it shares with the unpadded cell of its
 * series, environment, presentation and N (an id with another question is another item), and the
 * standard deviation (ddof 1) of A_t,padded − A_t,none over them. By mcell_ix; a cell without an
 * unpadded side is missing.
 */
export async function loadSharedItems(
  workspace: Workspace,
  { filters, signal }: MetricOptions,
): Promise<ReadonlyMap<number, SharedItems>> {
  const sql = `WITH ${perItemSql(scopeOf(filters))}, ${MCELLS},
    sides AS (
      SELECT p.mcell_ix, u.mcell_ix AS unpadded_ix
      FROM sel_mcells AS p JOIN sel_mcells AS u ON u.series_id = p.series_id
        AND u.environment IS NOT DISTINCT FROM p.environment
        AND u.mode IS NOT DISTINCT FROM p.mode AND u.condition IS NOT DISTINCT FROM p.condition
        AND u.n_options = p.n_options
      WHERE u.padding = 'none' AND p.padding <> 'none')
    SELECT s.mcell_ix, count(*)::INTEGER AS n_shared,
      CASE WHEN count(*) > 1 THEN stddev_samp(p.accuracy - u.accuracy) END AS sd
    FROM sides AS s JOIN per_item AS p ON p.mcell_ix = s.mcell_ix
    JOIN per_item AS u ON u.mcell_ix = s.unpadded_ix AND u.item_key = p.item_key
      AND u.item_hash IS NOT DISTINCT FROM p.item_hash
    WHERE p.accuracy IS NOT NULL AND u.accuracy IS NOT NULL
    GROUP BY s.mcell_ix ORDER BY s.mcell_ix`;
  const rows = await queryRows(workspace.engine, sharedRow, sql, { signal });
  return new Map(rows.map((row) => [row.mcell_ix, row]));
}
