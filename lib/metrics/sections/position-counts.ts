import { z } from "zod";
import { queryRows } from "@/lib/engine/decode";
import type { PresentedCounts } from "@/lib/stats/presentation";
import { loadCells, type Cell } from "../cells";
import { scopeOf } from "../scope";
import type { MetricOptions, Workspace } from "../workspace";

/** Counts of one metric cell over positions 1..N (index 0 is position 1). */
export interface PositionCounts extends PresentedCounts {
  readonly cell: Cell;
}

const countRow = z.strictObject({
  cell: z.int(),
  pos: z.int(),
  n_response: z.int(),
  n_gold: z.int(),
  n_gold_valid: z.int(),
  n_gold_correct: z.int(),
});
type CountRow = z.infer<typeof countRow>;

/**
 * Counts by position and `key`, a column of sel_cells; by item only where a filter asks it.
 * @param among further SQL that chooses cells
 */
async function countRows(
  workspace: Workspace,
  options: MetricOptions,
  key: "mcell_ix" | "cell_ix",
  among = "true",
): Promise<Map<number, CountRow[]>> {
  const scope = scopeOf(options.filters);
  const cube = scope.byItem
    ? `data.item_position_cube AS q JOIN sel_cells AS c USING (cell_ix)
        JOIN sel_items AS i USING (item_ix)`
    : "data.position_cube AS q JOIN sel_cells AS c USING (cell_ix)";
  const sql = `WITH ${scope.cells}, ${scope.items}
    SELECT c.${key} AS cell, q.pos, sum(q.n_response)::INTEGER AS n_response,
      sum(q.n_gold)::INTEGER AS n_gold, sum(q.n_gold_valid)::INTEGER AS n_gold_valid,
      sum(q.n_gold_correct)::INTEGER AS n_gold_correct
    FROM ${cube} WHERE ${among} GROUP BY c.${key}, q.pos`;
  const rows = await queryRows(workspace.engine, countRow, sql, { signal: options.signal });
  return Map.groupBy(rows, (row) => row.cell);
}

/** Response and gold counts of every metric cell in scope. */
export async function loadPositionCounts(
  workspace: Workspace,
  options: MetricOptions,
): Promise<PositionCounts[]> {
  const { byItem } = scopeOf(options.filters);
  const [cells, byCell] = await Promise.all([
    loadCells(workspace, options),
    countRows(workspace, options, "mcell_ix"),
  ]);
  return cells.flatMap((cell) => {
    const counted = byCell.get(cell.mcell_ix);
    // An item filter can leave a cell without a single row: nothing was asked there.
    return counted || !byItem ? [{ cell, ...spread(cell.n_options, counted ?? []) }] : [];
  });
}

/** The same of cells that are not joined into metric cells: those of fixed runs, by cell_ix. */
export async function loadFixedCellCounts(
  workspace: Workspace,
  options: MetricOptions,
): Promise<(nOptions: number, cellIx: number) => PresentedCounts | null> {
  const byCell = await countRows(workspace, options, "cell_ix", "c.kind = 'fixed'");
  return (nOptions, cellIx) => {
    const counted = byCell.get(cellIx);
    return counted ? spread(nOptions, counted) : null;
  };
}

/** Counts over the positions 1 to n. */
function spread(n: number, rows: readonly CountRow[]): PresentedCounts {
  const of = (count: (row: CountRow) => number) => {
    const counts = new Array<number>(n).fill(0);
    for (const row of rows) counts[row.pos - 1] = count(row);
    return counts;
  };
  return {
    response: of((r) => r.n_response),
    gold: of((r) => r.n_gold),
    goldValid: of((r) => r.n_gold_valid),
    goldCorrect: of((r) => r.n_gold_correct),
  };
}
