import { ByteWriter, ParquetWriter, schemaFromColumnData, type BasicType } from "hyparquet-writer";
import type { RawRow } from "@/lib/engine/engine";
import type { Column, SqlType } from "@/lib/records/columns";
import { MANIFESTS_KEY, type Manifest } from "@/lib/records/manifest";

const TYPES: Record<SqlType, BasicType> = {
  VARCHAR: "STRING",
  INTEGER: "INT32",
  BIGINT: "INT64",
  DOUBLE: "DOUBLE",
  BOOLEAN: "BOOLEAN",
};

/** Writes a Parquet file in memory, a row group a page of rows. */
export class ParquetRows {
  private readonly writer = new ByteWriter();
  private readonly file: ParquetWriter;

  constructor(
    private readonly columns: readonly Column[],
    manifests: readonly Manifest[],
  ) {
    this.file = new ParquetWriter({
      writer: this.writer,
      schema: schemaFromColumnData({ columnData: this.columnData([]) }),
      kvMetadata:
        manifests.length > 0 ? [{ key: MANIFESTS_KEY, value: JSON.stringify(manifests) }] : [],
    });
  }

  async add(rows: readonly RawRow[]): Promise<void> {
    await this.file.write({ columnData: this.columnData(rows), rowGroupSize: rows.length });
  }

  /** The finished file. */
  async bytes(): Promise<Uint8Array> {
    await this.file.finish();
    return new Uint8Array(this.writer.getBuffer());
  }

  private columnData(rows: readonly RawRow[]) {
    return this.columns.map(({ name, sql, nullable }) => ({
      name,
      type: TYPES[sql],
      nullable,
      data: rows.map((row) => row[name] ?? null),
    }));
  }
}
