import { TABLES } from "./papers";
import type { PublishedColumn, PublishedTable } from "./table";

/** A value as a paper prints it. */
export interface PublishedCell {
  /** Names the cell: table, row and column. */
  readonly id: string;
  readonly table: PublishedTable["id"];
  readonly metric: string;
  readonly model: string | null;
  /** "easy" or "full"; null in P2, which has none. */
  readonly environment: string | null;
  readonly n: number | null;
  /** "none", or the type of padding; null where the table does not split by it. */
  readonly padding: string | null;
  readonly value: number;
  /** The 95% interval printed with the value: over trials in Table 2, over items in Table 13. */
  readonly interval: readonly [number, number] | null;
  /** Decimals that the paper prints. */
  readonly digits: number;
}

export type CellQuery = Partial<
  Pick<PublishedCell, "table" | "metric" | "model" | "environment" | "n" | "padding">
>;

export function cellId(table: string, row: string, column: string): string {
  return `${table}|${row}|${column}`;
}

function pairOf([low, high]: readonly number[]): readonly [number, number] | null {
  return low === undefined || high === undefined ? null : [low, high];
}

function cellOf(
  table: PublishedTable,
  row: PublishedTable["rows"][number],
  column: PublishedColumn,
): PublishedCell[] {
  const value = row.values[column.id];
  if (typeof value !== "number") return [];
  const at = { ...table.at, ...row.at, ...column.at };
  const interval = column.interval === undefined ? undefined : row.values[column.interval];
  return [
    {
      id: cellId(table.id, row.id, column.id),
      table: table.id,
      metric: at.metric ?? column.id,
      model: at.model ?? null,
      environment: at.environment ?? null,
      n: at.n ?? null,
      padding: at.padding ?? null,
      value,
      interval: typeof interval === "object" ? pairOf(interval) : null,
      digits: row.digits?.[column.id] ?? column.digits,
    },
  ];
}

const CELLS: readonly PublishedCell[] = TABLES.flatMap((table) =>
  table.rows.flatMap((row) => table.columns.flatMap((column) => cellOf(table, row, column))),
);

/** Cells that agree with every field of the query; all of them without one. */
export function publishedCells(query: CellQuery = {}): readonly PublishedCell[] {
  const asked = Object.entries(query) as [keyof CellQuery, string | number | null][];
  return CELLS.filter((cell) => asked.every(([field, value]) => cell[field] === value));
}

/** The one cell that a query means; null where there is none. */
export function publishedCell(query: CellQuery & Pick<PublishedCell, "table">) {
  return publishedCells(query)[0] ?? null;
}

/** The cell at one place of a table; null where nothing is printed there. */
export function publishedCellAt(
  table: PublishedTable["id"],
  row: string,
  column: string,
): PublishedCell | null {
  const id = cellId(table, row, column);
  return CELLS.find((cell) => cell.id === id) ?? null;
}

/** Models of the paper, in the order of its main table. */
export const PUBLISHED_MODELS: readonly string[] = [
  ...new Set(publishedCells({ table: "p1_table2" }).flatMap(({ model }) => model ?? [])),
];
/** All models that the second paper prints something of: its tables name local builds without `-mlx`. */
export const P2_PRINTED_MODELS: readonly string[] = [
  ...new Set(
    CELLS.flatMap(({ table, model }) => (table.startsWith("p2") && model !== null ? [model] : [])),
  ),
];
/** Environments of the paper. */
export const PUBLISHED_ENVIRONMENTS = ["easy", "full"] as const;
