import {
  type DuckDBConnection,
  DuckDBDataChunk,
  DuckDBInstance,
  BIGINT,
  BOOLEAN,
  DOUBLE,
  INTEGER,
  VARCHAR,
  type DuckDBType,
  type DuckDBValue,
  type JS,
} from "@duckdb/node-api";
import type { SqlType } from "@/lib/records/columns";
import {
  EngineError,
  type AttachSource,
  type ColumnBatch,
  type Engine,
  type QueryOptions,
  type RawRow,
  type RawValue,
} from "./engine";
import { identifier, text } from "./sql";

const CHUNK_ROWS = 2048;
const INTERRUPT_AGAIN_MS = 20;
const TYPES: Record<SqlType, DuckDBType> = {
  VARCHAR,
  INTEGER,
  BIGINT,
  DOUBLE,
  BOOLEAN,
};

function plain(value: JS): RawValue {
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map(plain);
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, plain(v)]));
  return value;
}

class NodeEngine implements Engine {
  readonly kind = "node";
  constructor(
    private readonly instance: DuckDBInstance,
    private readonly connection: DuckDBConnection,
  ) {}

  /** The statement before the next one: a connection runs one at a time. */
  private last: Promise<unknown> = Promise.resolve();

  /** Runs a statement when those before it have settled, so that an abort hits no other. */
  private run<T>(sql: string, statement: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const mine = this.last.then(async () => {
      signal?.throwIfAborted();
      let again: NodeJS.Timeout | undefined;
      const interrupt = () => {
        this.connection.interrupt();
        // An interrupt that comes before the statement has begun is lost.
        again = setTimeout(interrupt, INTERRUPT_AGAIN_MS);
      };
      signal?.addEventListener("abort", interrupt, { once: true });
      try {
        return await statement();
      } catch (error) {
        signal?.throwIfAborted();
        throw new EngineError(error instanceof Error ? error.message : String(error), sql, {
          cause: error,
        });
      } finally {
        signal?.removeEventListener("abort", interrupt);
        clearTimeout(again);
      }
    });
    this.last = mine.catch(() => undefined);
    return mine;
  }

  query(sql: string, options?: QueryOptions): Promise<RawRow[]> {
    const statement = async () => {
      const reader = await this.connection.runAndReadAll(sql);
      return reader.getRowObjectsJS().map((row) => plain(row as JS) as RawRow);
    };
    return this.run(sql, statement, options?.signal);
  }

  async exec(sql: string): Promise<void> {
    await this.run(sql, () => this.connection.run(sql));
  }

  async append(table: string, batch: readonly ColumnBatch[]): Promise<void> {
    const length = batch[0]?.values.length ?? 0;
    const given = new Map(batch.map((column) => [column.name, column]));
    const columns = await this.query(
      `SELECT name, type FROM pragma_table_info(${text(table)}) ORDER BY cid`,
    );
    const ordered = columns.map(
      (column): ColumnBatch =>
        given.get(column.name as string) ?? {
          name: column.name as string,
          sql: column.type as SqlType,
          values: [],
        },
    );
    const types = ordered.map((column) => TYPES[column.sql]);
    const dot = table.indexOf(".");
    const appender = await this.connection.createAppender(
      table.slice(dot + 1),
      dot === -1 ? undefined : table.slice(0, dot),
    );
    try {
      for (let start = 0; start < length; start += CHUNK_ROWS) {
        const end = Math.min(start + CHUNK_ROWS, length);
        const chunk = DuckDBDataChunk.create(types);
        chunk.setColumns(ordered.map((column) => chunkValues(column, start, end)));
        appender.appendDataChunk(chunk);
      }
      appender.flushSync();
    } finally {
      appender.closeSync();
    }
  }

  async attach(name: string, source: AttachSource): Promise<void> {
    if (source.kind !== "file") throw new EngineError("Node attaches database files by path");
    await this.exec(`ATTACH ${text(source.path)} AS ${identifier(name)} (READ_ONLY)`);
  }

  async detach(name: string): Promise<void> {
    await this.exec(`DETACH ${identifier(name)}`);
  }

  close(): Promise<void> {
    this.connection.closeSync();
    this.instance.closeSync();
    return Promise.resolve();
  }
}

function chunkValues(column: ColumnBatch, start: number, end: number): DuckDBValue[] {
  const values: DuckDBValue[] = [];
  for (let i = start; i < end; i += 1) {
    const value = column.values[i] ?? null;
    values.push(column.sql === "BIGINT" && value !== null ? BigInt(value) : value);
  }
  return values;
}

/**
 * Opens a native DuckDB.
 * @param path database file; in memory when left out.
 */
export async function openNodeEngine(path = ":memory:"): Promise<Engine> {
  // Extensions are never downloaded: what Foilscope needs is built in.
  const instance = await DuckDBInstance.create(path, {
    autoinstall_known_extensions: "false",
    autoload_known_extensions: "false",
  });
  return new NodeEngine(instance, await instance.connect());
}
