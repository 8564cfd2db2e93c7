import type { Select } from "./series";

/**
 * A prepared table: typed cells, of which the screen makes text and the export numbers. Column ids
 * may stand in a link (`sort`).
 */
export type ColumnKind =
  | "text"
  | "points"
  | "points_interval"
  | "p"
  | "rate"
  | "signed_rate"
  | "count"
  | "fixed1"
  | "seconds"
  | "interval"
  | "range"
  | "spark";

export interface TableColumn {
  readonly id: string;
  readonly label: string;
  readonly kind: ColumnKind;
  /** What the column says, for its heading's hint. */
  readonly hint?: string;
  /** The heading of each row (bold, sticky on narrow screens). */
  readonly rowHeader?: boolean;
  /** Decimals, where they are not those of the kind: as a paper prints them. */
  readonly digits?: number;
  /** Holds sentences: a line each where there is room for a table, and never squeezed to a word a line. */
  readonly sentence?: boolean;
  /** Is in the export alone. */
  readonly exportOnly?: boolean;
}

export type Spark = readonly { readonly x: number; readonly y: number | null }[];
export type CellValue = string | number | null | readonly [number, number] | Spark;

export interface TableCell {
  readonly value: CellValue;
  /** What is read in place of the value, which the file has: an identifier in words. */
  readonly text?: string;
  /** Why there is no value. */
  readonly reason?: string;
  /** Decimals, where they are not those of the column: a published value keeps its own. */
  readonly digits?: number;
  /** Small text beside the value. */
  readonly aside?: string;
  /** What sets the cell apart from its neighbours, in a word: "worst". */
  readonly mark?: string;
  /** Signs of the notes on this cell: "a" or "a,c". */
  readonly signs?: string;
  /** In a heat table: place of the value on the colour scale, 0 to 1. */
  readonly heat?: number;
  /** What is told of the cell under the pointer and on focus: its value, interval and n. */
  readonly told?: string;
  /** Filters that lead to the responses behind this cell alone. */
  readonly select?: Select;
}

/** What a sign in a table says. */
export interface TableNote {
  readonly sign: string;
  readonly text: string;
}

export interface TableRow {
  readonly id: string;
  readonly group: string | null;
  readonly cells: Readonly<Record<string, TableCell>>;
  /** Filters that lead to the responses behind the row. */
  readonly select: Select | null;
  readonly simulated: boolean;
}

export interface TableModel {
  /** What the table holds, read before it. */
  readonly caption: string;
  readonly columns: readonly TableColumn[];
  /** Headings of groups of rows, in order; empty for a plain table. */
  readonly groups: readonly { readonly id: string; readonly label: string }[];
  readonly rows: readonly TableRow[];
  /** What has to be known of the table as a whole, a sentence each. */
  readonly remarks?: readonly string[];
  /** Footnotes, in the order of their signs. */
  readonly notes?: readonly TableNote[];
}

/** What a cell sorts by: an interval by its low end; null where there is nothing to sort by. */
export function sortValue(cell: TableCell | undefined): string | number | null {
  const value = cell?.value ?? null;
  if (value === null || typeof value === "string" || typeof value === "number") return value;
  const [first] = value;
  return typeof first === "number" ? first : null;
}

export interface SortState {
  readonly column: string;
  readonly direction: "asc" | "desc";
}

/** Compares two cells ascending: numbers by size, texts by the alphabet. Undefined values equal. */
export function compareCells(a: TableCell | undefined, b: TableCell | undefined): number {
  const [x, y] = [sortValue(a), sortValue(b)];
  if (x === null || y === null) return 0;
  if (typeof x === "number" && typeof y === "number") return x - y;
  return String(x).localeCompare(String(y), "en", { numeric: true });
}

/** Rows by one cell of each; undefined ones go last in both directions, equal ones stay in order. */
export function inSortOrder<Row>(
  rows: readonly Row[],
  cellOf: (row: Row) => TableCell | undefined,
  direction: SortState["direction"],
): Row[] {
  const sign = direction === "asc" ? 1 : -1;
  return rows
    .map((row) => {
      const cell = cellOf(row);
      return { row, cell, defined: sortValue(cell) !== null };
    })
    .sort((a, b) => Number(b.defined) - Number(a.defined) || sign * compareCells(a.cell, b.cell))
    .map(({ row }) => row);
}

/**
 * Some rows of a table under a sort, as its headings sort them; unchanged where no shown column has
 * the name.
 */
export function sortedRows(
  { columns }: Pick<TableModel, "columns">,
  rows: readonly TableRow[],
  sort: SortState | null,
): readonly TableRow[] {
  const known = columns.some(({ id, exportOnly }) => id === sort?.column && exportOnly !== true);
  return sort !== null && known
    ? inSortOrder(rows, (row) => row.cells[sort.column], sort.direction)
    : rows;
}
