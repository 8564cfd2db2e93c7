import Papa from "papaparse";
import type { TableCell, TableColumn, TableModel } from "@/lib/chart-models/table-model";

/** Also before a line break, which the library's own pattern would miss. */
const FORMULA = /^[=+\-@\t\r]/;

type Field = string | number | null;

/** Columns of the file: an interval or a range is two, a spark line none. */
function fieldsOf(column: TableColumn): { header: string; value: (cell?: TableCell) => Field }[] {
  const end = (index: 0 | 1) => (cell?: TableCell) => {
    const value = cell?.value ?? null;
    if (typeof value === "number") return value;
    if (value === null || typeof value === "string") return null;
    const part = value[index];
    return typeof part === "number" ? part : null;
  };
  if (column.kind === "spark") return [];
  if (column.kind === "interval" || column.kind === "points_interval" || column.kind === "range") {
    const [low, high] =
      column.kind === "range" ? (["min", "max"] as const) : (["low", "high"] as const);
    return [
      { header: `${column.id}_${low}`, value: end(0) },
      { header: `${column.id}_${high}`, value: end(1) },
    ];
  }
  return [
    {
      header: column.id,
      value: (cell) => {
        const value = cell?.value ?? null;
        return typeof value === "string" || typeof value === "number" ? value : null;
      },
    },
  ];
}

/**
 * A table as CSV: full numbers, empty where undefined, text that a spreadsheet would run as a formula
 * neutralised. A last column says of each row whether it is simulated.
 */
export function tableCsv(table: TableModel): string {
  const fields = table.columns.flatMap((column) =>
    fieldsOf(column).map((field) => ({ ...field, id: column.id })),
  );
  const rows = table.rows.map((row) => [
    ...fields.map(({ id, value }) => value(row.cells[id])),
    row.simulated,
  ]);
  return `${Papa.unparse(
    { fields: [...fields.map((field) => field.header), "simulated"], data: rows },
    { escapeFormulae: FORMULA, newline: "\n" },
  )}\n`;
}

/** A name for a file: the words of the title, and the date. */
export function fileStem(title: string, date: string): string {
  const words = title
    .normalize("NFC")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "");
  return `foilscope-${Array.from(words).slice(0, 60).join("").replace(/-$/, "").toLowerCase()}-${date}`;
}
