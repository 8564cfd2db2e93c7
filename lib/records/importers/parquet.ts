import { parquetMetadataAsync, parquetRead, parquetSchema, type FileMetaData } from "hyparquet";
import { compressors } from "hyparquet-compressors";
import { FileFault } from "./fault";
import type { ImportSource } from "./source";

/** Takes the rows of a Parquet file; `line` is the one-based number of the row. */
export interface ParquetHandler {
  /** Key-value texts of the file's footer, then its columns. */
  columns(names: readonly string[], metadata: ReadonlyMap<string, string>): void;
  row(line: number, values: readonly unknown[]): void;
}

type Values = ArrayLike<unknown>;

/** hyparquet asks for plain ArrayBuffers. */
function bufferOf(source: ImportSource) {
  return {
    byteLength: source.size,
    slice: async (start: number, end = source.size): Promise<ArrayBuffer> => {
      const bytes = await source.slice(start, end);
      return bytes.buffer.slice(
        bytes.byteOffset,
        bytes.byteOffset + bytes.byteLength,
      ) as ArrayBuffer;
    },
  };
}

async function metadataOf(source: ImportSource): Promise<FileMetaData> {
  try {
    return await parquetMetadataAsync(bufferOf(source));
  } catch (error) {
    throw new FileFault(
      `not a readable Parquet file (${error instanceof Error ? error.message : "unknown fault"})`,
    );
  }
}

/** One row group by columns: rows as objects would take three times as long. */
async function readGroup(
  source: ImportSource,
  metadata: FileMetaData,
  names: readonly string[],
  rowStart: number,
  rowEnd: number,
): Promise<Values[]> {
  const columns = new Map<string, { start: number; values: Values }[]>();
  await parquetRead({
    file: bufferOf(source),
    metadata,
    rowStart,
    rowEnd,
    compressors,
    onChunk: ({ columnName, columnData, rowStart: start }) => {
      const chunks = columns.get(columnName) ?? [];
      chunks.push({ start, values: columnData });
      columns.set(columnName, chunks);
    },
  });
  return names.map((name) => {
    const chunks = (columns.get(name) ?? []).sort((a, b) => a.start - b.start);
    const [only] = chunks;
    return only && chunks.length === 1 && only.values.length === rowEnd - rowStart
      ? only.values
      : chunks.flatMap(({ values }) => Array.from(values));
  });
}

/**
 * Reads a Parquet file a row group at a time; memory holds one of them.
 * @throws FileFault where the file cannot be read (any further).
 */
export async function readParquet(
  source: ImportSource,
  handler: ParquetHandler,
  between: (bytes: number) => Promise<void>,
): Promise<void> {
  const metadata = await metadataOf(source);
  const names = parquetSchema(metadata).children.map((child) => child.element.name);
  const texts = (metadata.key_value_metadata ?? []).map(
    ({ key, value }) => [key, value ?? ""] as const,
  );
  handler.columns(names, new Map(texts));
  let first = 0;
  for (const group of metadata.row_groups) {
    const end = first + Number(group.num_rows);
    let columns: Values[];
    try {
      columns = await readGroup(source, metadata, names, first, end);
    } catch (error) {
      const why = error instanceof Error ? error.message : "unknown fault";
      throw new FileFault(`rows ${first + 1} to ${end} cannot be read (${why})`, first + 1);
    }
    const values: unknown[] = new Array(columns.length);
    const step = 8192;
    for (let from = first; from < end; from += step) {
      for (let row = from; row < Math.min(end, from + step); row += 1) {
        for (let c = 0; c < columns.length; c += 1) values[c] = columns[c]?.[row - first];
        handler.row(row + 1, values);
      }
      await between(
        Math.floor((source.size * Math.min(end, from + step)) / Number(metadata.num_rows)),
      );
    }
    first = end;
  }
}
