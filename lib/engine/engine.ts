import type { SqlType } from "@/lib/records/columns";

/** A value as a query returns it: 64-bit counts arrive as doubles, ids stay text. */
export type RawValue =
  string | number | boolean | null | RawValue[] | { [field: string]: RawValue };
export type RawRow = Record<string, RawValue>;

/** One column of a batch to append. All columns of a batch have the same length. */
export interface ColumnBatch {
  readonly name: string;
  readonly sql: SqlType;
  readonly values: ArrayLike<string | number | boolean | null>;
}

export interface QueryOptions {
  /** Aborting cancels the running query; the promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** A database file to attach read-only: a path in Node, bytes in the browser. */
export type AttachSource =
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "bytes"; readonly bytes: Uint8Array };

/**
 * One DuckDB, native or wasm. Everything above it (metrics, cubes, importers, view-state) is written
 * against this interface alone, so that browser and Node run the same SQL.
 */
export interface Engine {
  readonly kind: "node" | "browser";
  /**
   * Runs one statement and reads all rows.
   * @throws EngineError with the statement's first line; the signal's reason when aborted.
   */
  query(sql: string, options?: QueryOptions): Promise<RawRow[]>;
  /** Runs statements for their effect. */
  exec(sql: string): Promise<void>;
  /**
   * Appends a batch to an existing table (`schema.table`); columns are matched by name, and columns
   * of the table that the batch lacks are null.
   */
  append(table: string, batch: readonly ColumnBatch[]): Promise<void>;
  attach(name: string, source: AttachSource): Promise<void>;
  detach(name: string): Promise<void>;
  close(): Promise<void>;
}

/** A query or start that failed, with what was being done. */
export class EngineError extends Error {
  override readonly name = "EngineError";
  constructor(
    message: string,
    readonly sql: string | null = null,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
