import type { TableModel } from "@/lib/chart-models/table-model";
import { fileStem, tableCsv } from "@/lib/export/figure/table-csv";
import type { ExportFile } from "./save-file";

/** The date that a file of this moment carries. */
export const today = () => new Date().toISOString().slice(0, 10);

/** A table as a CSV file, named by what it shows. */
export function tableFile(table: TableModel, title: string): ExportFile {
  return {
    name: `${fileStem(title, today())}.csv`,
    blob: new Blob([tableCsv(table)], { type: "text/csv;charset=utf-8" }),
  };
}
