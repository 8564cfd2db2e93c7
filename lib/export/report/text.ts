import { formatSeconds } from "@/lib/format/duration";
import {
  formatCount,
  formatFixed,
  formatInterval,
  formatP,
  formatRate,
  UNDEFINED,
} from "@/lib/format/number";
import type { Report } from "@/lib/metrics/report";
import type { SectionName } from "@/lib/metrics/rows";
import { latexLine, latexText, markdownText } from "../escape";
import { reportTable, type Cell, type ReportColumn, type ReportTable } from "./table";

const SLOPE_DIGITS = 4;

/** A cell as a paper prints it. */
function printed({ name, kind }: ReportColumn, cell: Cell): string {
  if (cell === null) return UNDEFINED;
  if (typeof cell === "string") return cell;
  if (typeof cell === "boolean") return cell ? "yes" : "no";
  if (typeof cell !== "number")
    return kind === "list"
      ? formatCount(cell.length)
      : formatInterval([cell[0] ?? NaN, cell[1] ?? NaN]);
  if (kind === "count") return name.startsWith("n_options") ? String(cell) : formatCount(cell);
  if (kind === "slope") return formatFixed(cell, SLOPE_DIGITS);
  if (kind === "p") return formatP(cell);
  if (kind === "seconds") return formatSeconds(cell);
  return kind === "one" ? formatFixed(cell, 1) : formatRate(cell);
}

/** Columns that only tell series and runs apart. */
const IDENTITIES = new Set(["series_id", "sync_id", "run_ids"]);

/** Left out: identities, and columns that say the same nothing in every row. */
function isWorthPrinting(column: ReportColumn, cells: readonly Cell[]): boolean {
  if (IDENTITIES.has(column.name)) return false;
  if (column.name === "simulated") return cells.includes(true);
  return cells.some((cell) => cell !== null);
}

interface Printed {
  readonly columns: readonly ReportColumn[];
  readonly rows: readonly (readonly string[])[];
}

function printTable({ columns, rows }: ReportTable): Printed {
  const kept = columns.flatMap((column, i) =>
    isWorthPrinting(
      column,
      rows.map((row) => row[i] ?? null),
    )
      ? [{ column, i }]
      : [],
  );
  return {
    columns: kept.map(({ column }) => column),
    rows: rows.map((row) => kept.map(({ column, i }) => printed(column, row[i] ?? null))),
  };
}

const isText = ({ kind }: ReportColumn) => kind === "text" || kind === "flag";

function markdownTable(table: ReportTable): string {
  const { columns, rows } = printTable(table);
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const body =
    rows.length === 0
      ? ["No rows."]
      : [
          // A type of padding names a column, and comes from the records.
          line(columns.map((c) => markdownText(c.name))),
          line(columns.map((c) => (isText(c) ? "---" : "---:"))),
          ...rows.map((row) => line(row.map(markdownText))),
        ];
  return [`## ${table.label} (\`${table.section}\`)`, "", ...body, ""].join("\n");
}

/** Sections as Markdown tables, numbers as a paper prints them. */
export function reportMarkdown(report: Report, sections: readonly SectionName[]): string {
  return sections.map((section) => markdownTable(reportTable(report, section))).join("\n");
}

function latexTable(table: ReportTable): string {
  const { columns, rows } = printTable(table);
  if (rows.length === 0) return `% ${table.section}: no rows\n`;
  const line = (cells: readonly string[]) => latexLine(cells.map(latexText));
  return [
    `% ${table.label} (${table.section})`,
    `\\begin{tabular}{${columns.map((c) => (isText(c) ? "l" : "r")).join("")}}`,
    "\\toprule",
    line(columns.map((c) => c.name)),
    "\\midrule",
    ...rows.map(line),
    "\\bottomrule",
    "\\end{tabular}",
    "",
  ].join("\n");
}

/** Sections as LaTeX tables for the `booktabs` package, numbers as a paper prints them. */
export function reportLatex(report: Report, sections: readonly SectionName[]): string {
  return sections.map((section) => latexTable(reportTable(report, section))).join("\n");
}
