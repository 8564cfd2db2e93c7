import Papa from "papaparse";
import type { Report } from "@/lib/metrics/report";
import type { SectionName } from "@/lib/metrics/rows";
import { reportTable, type Cell, type ReportColumn, type ReportTable } from "./table";

/** Text that a spreadsheet would run; numbers are never touched. */
const FORMULA = /^[=+\-@\t\r]/;

function headers({ name, kind }: ReportColumn): string[] {
  return kind === "interval" ? [`${name}_low`, `${name}_high`] : [name];
}

function values(
  { kind }: ReportColumn,
  cell: Cell | undefined,
): (string | number | boolean | null)[] {
  const ends = typeof cell === "object" && cell !== null ? cell : null;
  if (kind === "interval") return [ends?.[0] ?? null, ends?.[1] ?? null];
  return [ends ? ends.join(" ") : ((cell as string | number | boolean | null | undefined) ?? null)];
}

function tableCsv({ columns, rows, section }: ReportTable, named: boolean): string {
  const data = rows.map((row) => [
    ...(named ? [section] : []),
    ...columns.flatMap((column, i) => values(column, row[i])),
  ]);
  const fields = [...(named ? ["section_of_report"] : []), ...columns.flatMap(headers)];
  return `${Papa.unparse({ fields, data }, { escapeFormulae: FORMULA, newline: "\n" })}\n`;
}

/**
 * Sections as CSV: full numbers, empty where undefined, an interval in two columns. Of several
 * sections each is a block with a header of its own, a first column with its name, and a blank line
 * behind it.
 */
export function reportCsv(report: Report, sections: readonly SectionName[]): string {
  return sections
    .map((section) => tableCsv(reportTable(report, section), sections.length > 1))
    .join("\n");
}
