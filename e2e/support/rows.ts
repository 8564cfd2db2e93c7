import Papa from "papaparse";

/** Rows of a CSV text, as texts by column. */
export function csvRows(text: string): Record<string, string>[] {
  return Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data;
}

/** Rows as a set: their order says nothing, their columns and values do. */
export function asSet(rows: readonly Record<string, string>[]): string[] {
  return rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort();
}
