import type { Engine } from "@/lib/engine/engine";
import { pages } from "@/lib/records/pages";
import type { RowSelection } from "./columns";
import { csvHeader, csvRows } from "./csv";
import { ParquetRows } from "./parquet";

export const ROW_FORMATS = ["csv", "jsonl", "parquet"] as const;
export type RowFormat = (typeof ROW_FORMATS)[number];

export interface ExportOptions {
  readonly signal?: AbortSignal;
  /** Rows written so far. */
  readonly onProgress?: (rows: number) => void;
}

const PAGE_ROWS = 16_384;
const GROUP_ROWS = 100_000;

/**
 * Response rows as the pieces of a file, in UTF-8, in order. CSV and JSONL come a page at a time;
 * Parquet comes whole at the end. What is written imports again to the same rows.
 */
export async function* exportRows(
  engine: Engine,
  selection: RowSelection,
  format: RowFormat,
  options: ExportOptions = {},
): AsyncGenerator<Uint8Array> {
  const { columns, manifests, sql } = selection;
  const parquet = format === "parquet" ? new ParquetRows(columns, manifests) : null;
  const encoder = new TextEncoder();
  let written = 0;
  if (format === "csv") yield encoder.encode(csvHeader(columns));
  const pageRows = parquet ? GROUP_ROWS : PAGE_ROWS;
  for await (const rows of pages(engine, sql, pageRows, { signal: options.signal })) {
    if (parquet) await parquet.add(rows);
    else if (format === "csv") yield encoder.encode(csvRows(rows, columns));
    else yield encoder.encode(rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
    written += rows.length;
    options.onProgress?.(written);
  }
  if (parquet) yield await parquet.bytes();
}
