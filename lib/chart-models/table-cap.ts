import { formatCount } from "@/lib/format/number";
import { sortedRows, type SortState, type TableModel } from "./table-model";

export interface CappedTable {
  readonly table: TableModel;
  /** What is not shown; null where all rows are. */
  readonly note: string | null;
  /** The same for an image, which has no headings to press; null where all rows are. */
  readonly shown: string | null;
}

/** The first rows of a table under its sort: all rows are sorted, some are shown. */
export function capRows(table: TableModel, sort: SortState | null, limit: number): CappedTable {
  const of = table.rows.length;
  if (of <= limit) return { table, note: null, shown: null };
  const rows = sortedRows(table, table.rows, sort).slice(0, limit);
  return { table: { ...table, rows }, ...capNotes(limit, of) };
}

/** "Shown: 200 of 12,000 rows …" */
export function capNotes(shown: number, of: number): Pick<CappedTable, "note" | "shown"> {
  if (shown >= of) return { note: null, shown: null };
  const counts = `Shown: ${formatCount(shown)} of ${formatCount(of)} rows.`;
  return {
    note: `${counts} A heading sorts all of them, filters narrow them, and the CSV has them all.`,
    shown: counts,
  };
}
