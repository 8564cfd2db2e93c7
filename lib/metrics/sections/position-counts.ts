import { z } from "zod";
import { queryRows } from "@/lib/engine/decode";
import { loadCells, type Cell } from "../cells";
import { scopeOf } from "../scope";
import type { MetricOptions, Workspace } from "../workspace";

/** Counts of one metric cell over positions 1..N (index 0 is position 1). */
export interface PositionCounts {
  readonly cell: Cell;
  readonly response: readonly number[];
  readonly gold: readonly number[];
  readonly goldValid: readonly number[];
  readonly goldCorrect: readonly number[];
}

const countRow = z.strictObject({
  mcell_ix: z.int(),
  pos: z.int(),
  n_response: z.int(),
  n_gold: z.int(),
  n_gold_valid: z.int(),
  n_gold_correct: z.int(),
});

/** Response and gold counts of every metric cell in scope; by item only where a filter asks it. */
export async function loadPositionCounts(
  workspace: Workspace,
  options: MetricOptions,
): Promise<PositionCounts[]> {
  const scope = scopeOf(options.filters);
  const cube = scope.byItem
    ? `data.item_position_cube AS q JOIN sel_cells AS c USING (cell_ix)
        JOIN sel_items AS i USING (item_ix)`
    : "data.position_cube AS q JOIN sel_cells AS c USING (cell_ix)";
  const sql = `WITH ${scope.cells}, ${scope.items}
    SELECT c.mcell_ix, q.pos, sum(q.n_response)::INTEGER AS n_response,
      sum(q.n_gold)::INTEGER AS n_gold, sum(q.n_gold_valid)::INTEGER AS n_gold_valid,
      sum(q.n_gold_correct)::INTEGER AS n_gold_correct
    FROM ${cube} GROUP BY c.mcell_ix, q.pos`;
  const [cells, rows] = await Promise.all([
    loadCells(workspace, options),
    queryRows(workspace.engine, countRow, sql, { signal: options.signal }),
  ]);
  const byCell = Map.groupBy(rows, (row) => row.mcell_ix);
  return cells.flatMap((cell) => {
    const counted = byCell.get(cell.mcell_ix);
    // An item filter can leave a cell without a single row: nothing was asked there.
    return counted || !scope.byItem ? [countsOf(cell, counted ?? [])] : [];
  });
}

function countsOf(cell: Cell, rows: readonly z.infer<typeof countRow>[]): PositionCounts {
  const spread = (of: (row: z.infer<typeof countRow>) => number) => {
    const counts = new Array<number>(cell.n_options).fill(0);
    for (const row of rows) counts[row.pos - 1] = of(row);
    return counts;
  };
  return {
    cell,
    response: spread((r) => r.n_response),
    gold: spread((r) => r.n_gold),
    goldValid: spread((r) => r.n_gold_valid),
    goldCorrect: spread((r) => r.n_gold_correct),
  };
}
