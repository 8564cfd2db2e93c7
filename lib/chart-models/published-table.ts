import { formatFixed, formatInterval } from "@/lib/format/number";
import { MARKS, signsOn } from "@/lib/reference/marks";
import { tableName } from "@/lib/reference/papers";
import { publishedCells, type PublishedCell } from "@/lib/reference/published";
import type { PublishedColumn, PublishedRow, PublishedTable } from "@/lib/reference/table";
import type { TableCell, TableColumn, TableModel, TableNote } from "./table-model";

/** Notes of the signs that some cells carry. */
export function notesOf(cells: readonly (TableCell | undefined)[]): readonly TableNote[] {
  const signs = new Set(cells.flatMap((cell) => cell?.signs?.split(",") ?? []));
  return MARKS.filter(({ sign }) => signs.has(sign)).map(({ sign, note }) => ({
    sign,
    text: note,
  }));
}

/** Parts of a published value that stand in one place. */
export type Printed = readonly [
  cell: Pick<PublishedCell, "id">,
  parts: Parameters<typeof signsOn>[1],
];

/** The signs of all that stands in one cell, each once; nothing without any. */
export function signed(...printed: readonly Printed[]): Pick<TableCell, "signs"> {
  const signs = new Set(
    printed.flatMap(([cell, parts]) => signsOn(cell, parts).split(",").filter(Boolean)),
  );
  return signs.size === 0 ? {} : { signs: [...signs].sort().join(",") };
}

/** An interval as printed. */
export function intervalText({ interval, digits }: PublishedCell): string | null {
  return interval && formatInterval(interval, (end) => formatFixed(end, digits));
}

function columnOf(column: PublishedColumn, header: string | undefined): TableColumn[] {
  const { id, label, sub = "", kind, digits } = column;
  const own: TableColumn = {
    id,
    label: label + sub,
    kind,
    ...(kind !== "text" && kind !== "count" && { digits }),
    ...(id === header && { rowHeader: true }),
  };
  // An interval that stands in the same cell as its value gets a column of its own in the file.
  if (column.interval === undefined || column.interval === `${id}_ci`) return [own];
  return [
    own,
    {
      id: column.interval,
      label: `${label}${sub} 95%`,
      kind: "interval",
      digits,
      exportOnly: true,
    },
  ];
}

function cellsOf(
  row: PublishedRow,
  table: PublishedTable,
  published: ReadonlyMap<string, PublishedCell>,
): Record<string, TableCell> {
  const find = (column: string) => published.get(`${table.id}|${row.id}|${column}`);
  const cells: Record<string, TableCell> = {};
  for (const column of table.columns) {
    const cell = find(column.intervalOf ?? column.id);
    if (!cell) {
      const value = row.values[column.id];
      cells[column.id] = { value: typeof value === "object" ? null : (value ?? null) };
    } else if (column.intervalOf !== undefined) {
      cells[column.id] = { value: cell.interval, ...signed([cell, ["interval"]]) };
    } else if (column.interval === undefined || column.interval === `${column.id}_ci`) {
      cells[column.id] = {
        value: cell.value,
        ...(cell.digits !== column.digits && { digits: cell.digits }),
        ...signed([cell, ["value"]]),
      };
    } else {
      const aside = intervalText(cell);
      cells[column.id] = {
        value: cell.value,
        ...signed([cell, ["value", "interval"]]),
        ...(aside !== null && { aside }),
      };
      cells[column.interval] = { value: cell.interval };
    }
  }
  return cells;
}

/** Which cells of a row carry marks: "na_100: a; bi: a". */
function marksText(cells: Readonly<Record<string, TableCell>>): string {
  return Object.entries(cells)
    .flatMap(([column, { signs }]) => (signs === undefined ? [] : [`${column}: ${signs}`]))
    .join("; ");
}

/** A published table as it is drawn and exported: printed digits, marks, notes. */
export function publishedTable(table: PublishedTable): TableModel {
  const header = (
    table.columns.find((column) => column.id === "model") ??
    table.columns.find((column) => column.id === "padding" || column.id === "sub_category") ??
    table.columns[0]
  )?.id;
  const published = new Map(publishedCells({ table: table.id }).map((cell) => [cell.id, cell]));
  const rows = table.rows.map((row) => ({ row, cells: cellsOf(row, table, published) }));
  return {
    caption: `${tableName(table)}: ${table.title}`,
    columns: [
      ...table.columns.flatMap((column) => columnOf(column, header)),
      { id: "marks", label: "Marks", kind: "text", exportOnly: true },
    ],
    groups: [],
    rows: rows.map(({ row, cells }) => ({
      id: row.id,
      group: null,
      simulated: false,
      select: null,
      cells: { ...cells, marks: { value: marksText(cells) } },
    })),
    notes: notesOf(rows.flatMap(({ cells }) => Object.values(cells))),
  };
}
