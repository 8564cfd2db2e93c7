import Papa from "papaparse";
import type { RawRow, RawValue } from "@/lib/engine/engine";
import type { Column } from "@/lib/records/columns";

/**
 * A spreadsheet runs a cell that starts with one of these as a formula. Such a text gets an
 * apostrophe in front, and so does one that has apostrophes in front of them already: import takes
 * exactly one off again, so that every text comes back. Numbers are left alone.
 */
const FORMULA = /^'*[=+\-@\t\r]/;

/** A text as a spreadsheet may open it. */
export function neutralise(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

function cell(value: RawValue | undefined, column: Column): string {
  if (typeof value === "string") return column.sql === "VARCHAR" ? neutralise(value) : value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

const lines = (cells: string[][]): string =>
  cells.length === 0 ? "" : `${Papa.unparse(cells, { newline: "\n" })}\n`;

export function csvHeader(columns: readonly Column[]): string {
  return lines([columns.map((column) => column.name)]);
}

export function csvRows(rows: readonly RawRow[], columns: readonly Column[]): string {
  return lines(rows.map((row) => columns.map((column) => cell(row[column.name], column))));
}
