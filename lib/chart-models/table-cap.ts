import { formatCount } from "@/lib/format/number";
import { inSortOrder, type SortState, type TableModel } from "./table-model";

export interface CappedTable {
  readonly table: TableModel;
  /** What is not shown; null where all rows are. */
  readonly note: string | null;
}

/**
 * The first rows of a table under its sort: all rows are sorted, some are shown. Undefined values go
 * last in both directions, as in the table itself.
 */
export function capRows(table: TableModel, sort: SortState | null, limit: number): CappedTable {
  if (table.rows.length <= limit) return { table, note: null };
  const known = sort !== null && table.columns.some((column) => column.id === sort.column);
  const rows = known
    ? inSortOrder(table.rows, (row) => row.cells[sort.column], sort.direction)
    : table.rows;
  return { table: { ...table, rows: rows.slice(0, limit) }, note: capNote(limit, rows.length) };
}

/** "Shown: 200 of 12,000 rows …" */
export function capNote(shown: number, of: number): string {
  return (
    `Shown: ${formatCount(shown)} of ${formatCount(of)} rows. A heading sorts all of them, filters ` +
    "narrow them, and the CSV has them all."
  );
}
