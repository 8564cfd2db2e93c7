import type { Report } from "@/lib/metrics/report";
import { LAYOUTS, type LayoutName } from "./layouts";
import type { PaperTable } from "./paper-table";

/** A table of a layout, and what stands in it, for tests. */
export const build = (name: LayoutName, records: Report): PaperTable =>
  LAYOUTS[name].build({ report: records });
export const texts = (table: PaperTable) => table.rows.map((row) => row.map((cell) => cell.text));
export const headings = (table: PaperTable) => table.columns.map(({ label }) => label);
