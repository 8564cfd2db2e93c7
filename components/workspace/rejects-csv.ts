import Papa from "papaparse";
import type { Reject } from "@/lib/records/import";

/** Texts that a spreadsheet would run. */
const FORMULA = /^[=+\-@\t\r]/;

/** The reject list as CSV, in the order of the files. */
export function rejectsCsv(rejects: readonly Reject[]): string {
  return Papa.unparse(
    {
      fields: ["file", "line", "column", "value", "reason"],
      data: rejects.map((r) => [r.file, r.line, r.column, r.value, r.reason]),
    },
    { escapeFormulae: FORMULA },
  );
}
