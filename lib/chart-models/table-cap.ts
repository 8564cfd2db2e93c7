import { formatCount } from "@/lib/format/number";
import { compareCells, sortValue, type SortState, type TableModel } from "./table-model";

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
  const rows = known ? sortedRows(table, sort) : table.rows;
  return { table: { ...table, rows: rows.slice(0, limit) }, note: capNote(limit, rows.length) };
}

/** "Shown: 200 of 12,000 rows …" */
export function capNote(shown: number, of: number): string {
  return (
    `Shown: ${formatCount(shown)} of ${formatCount(of)} rows. A heading sorts all of them, filters ` +
    "narrow them, and the CSV has them all."
  );
}

function sortedRows(table: TableModel, { column, direction }: SortState) {
  const sign = direction === "asc" ? 1 : -1;
  const [defined, undefinedRows] = [true, false].map((is) =>
    table.rows.filter((row) => (sortValue(row.cells[column]) !== null) === is),
  );
  return [
    ...(defined ?? []).toSorted((a, b) => sign * compareCells(a.cells[column], b.cells[column])),
    ...(undefinedRows ?? []),
  ];
}
