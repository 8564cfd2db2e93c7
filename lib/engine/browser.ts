import {
  AsyncDuckDB,
  VoidLogger,
  type AsyncDuckDBConnection,
  type InstantiationProgress,
} from "@duckdb/duckdb-wasm";
import { BASE_PATH } from "@/lib/http/hosting";
import type { SqlType } from "@/lib/records/columns";
import { encodeBatch, rowsOf } from "./arrow";
import {
  EngineError,
  type AttachSource,
  type ColumnBatch,
  type Engine,
  type QueryOptions,
  type RawRow,
} from "./engine";
import { checkAnswers, Crash, startFailure, watchdog } from "./browser-start";
import { identifier, text } from "./sql";

const wasmAddress = new URL("@duckdb/duckdb-wasm/dist/duckdb-eh.wasm", import.meta.url).href;
const workerAddress = new URL(
  "@duckdb/duckdb-wasm/dist/duckdb-browser-eh.worker.js",
  import.meta.url,
).href;

/** Runs DuckDB's worker so that a wasm file that does not compile is heard of. */
const GUARD = `${BASE_PATH}/engine-worker.js`;

/** Bytes of the engine after decompression; their total is not known before, since it is sent compressed. */
export type StartProgress = (loaded: number) => void;

function failure(error: unknown, sql: string): EngineError {
  return new EngineError(error instanceof Error ? error.message : String(error), sql, {
    cause: error,
  });
}

const fileName = (catalog: string) => `${catalog}.duckdb`;

/** Name and type of a table's columns, in order; the table is `schema.table`. */
export async function tableColumns(
  engine: Engine,
  table: string,
): Promise<{ name: string; sql: SqlType }[]> {
  const rows = await engine.query(
    `SELECT name, type FROM pragma_table_info(${text(table)}) ORDER BY cid`,
  );
  return rows.map(({ name, type }) => ({ name: name as string, sql: type as SqlType }));
}

function splitTable(table: string): { schema: string; name: string } {
  const [schema, name] = table.split(".");
  return name === undefined ? { schema: "main", name: table } : { schema: schema ?? "main", name };
}

/** Runs tasks one after the other: one connection carries one statement at a time. */
class Queue {
  private tail: Promise<unknown> = Promise.resolve();

  constructor(private readonly crash: Crash) {}

  run<T>(task: () => Promise<T>): Promise<T> {
    const result = this.tail.then(() => this.crash.guard(task));
    this.tail = result.catch(() => undefined);
    return result;
  }
}

/**
 * DuckDB-wasm behind the Engine interface. Statements of one engine run in the order in which they
 * were asked, on one connection, as in Node.
 */
class BrowserEngine implements Engine {
  readonly kind = "browser";
  private readonly queue: Queue;
  private readonly attached = new Set<string>();

  constructor(
    private readonly db: AsyncDuckDB,
    private readonly connection: AsyncDuckDBConnection,
    private readonly crash: Crash,
    private readonly onClose: () => Promise<void>,
  ) {
    this.queue = new Queue(crash);
  }

  query(sql: string, options?: QueryOptions): Promise<RawRow[]> {
    return this.queue.run(() => this.send(sql, options?.signal));
  }

  /** `send` polls in short steps, between which a cancel is heard; `query` would block the worker. */
  private async send(sql: string, signal?: AbortSignal): Promise<RawRow[]> {
    signal?.throwIfAborted();
    const cancel = () => void this.connection.cancelSent();
    signal?.addEventListener("abort", cancel, { once: true });
    try {
      const rows: RawRow[] = [];
      for await (const batch of await this.connection.send(sql)) {
        signal?.throwIfAborted();
        rows.push(...rowsOf(batch));
      }
      return rows;
    } catch (error) {
      signal?.throwIfAborted();
      throw failure(error, sql);
    } finally {
      signal?.removeEventListener("abort", cancel);
    }
  }

  exec(sql: string): Promise<void> {
    return this.queue.run(async () => {
      try {
        await this.connection.query(sql);
      } catch (error) {
        throw failure(error, sql);
      }
    });
  }

  async append(table: string, batch: readonly ColumnBatch[]): Promise<void> {
    const rows = batch[0]?.values.length ?? 0;
    if (rows === 0) return;
    await this.insert(table, encodeBatch(await tableColumns(this, table), batch), rows);
  }

  /**
   * Appends an Arrow IPC stream that has all columns of the table; its buffer is given away.
   * @throws EngineError when DuckDB took another number of rows: it swallows damaged streams.
   */
  insert(table: string, stream: Uint8Array, rows: number): Promise<void> {
    const { schema, name } = splitTable(table);
    const quoted = `${identifier(schema)}.${identifier(name)}`;
    const count = async () => {
      const [row] = await this.send(`SELECT count(*) AS n FROM ${quoted}`);
      return Number(row?.n);
    };
    return this.queue.run(async () => {
      const before = await count();
      try {
        await this.connection.insertArrowFromIPCStream(stream, { schema, name, create: false });
      } catch (error) {
        throw failure(error, `append to ${table}`);
      }
      const taken = (await count()) - before;
      if (taken !== rows)
        throw new EngineError(`${table} took ${taken} of ${rows} rows`, `append to ${table}`);
    });
  }

  /** Takes the place of a database of that name, if there is one. */
  async attach(name: string, source: AttachSource): Promise<void> {
    if (source.kind !== "bytes") throw new EngineError("the browser attaches databases by bytes");
    if (this.attached.has(name)) await this.detach(name);
    const file = fileName(name);
    await this.db.registerFileBuffer(file, source.bytes);
    try {
      await this.exec(`ATTACH ${text(file)} AS ${identifier(name)} (READ_ONLY)`);
      this.attached.add(name);
    } catch (error) {
      await this.db.dropFile(file);
      throw error;
    }
  }

  async detach(name: string): Promise<void> {
    await this.exec(`DETACH ${identifier(name)}`);
    this.attached.delete(name);
    await this.db.dropFile(fileName(name));
  }

  /** Another connection to the same database, with transactions and temporary tables of its own. */
  async session(): Promise<BrowserEngine> {
    const connection = await this.db.connect();
    return new BrowserEngine(this.db, connection, this.crash, () => connection.close());
  }

  close(): Promise<void> {
    return this.queue.run(this.onClose);
  }
}
export type { BrowserEngine };

async function start(onProgress?: StartProgress): Promise<BrowserEngine> {
  // Beside the start, which would wait for a missing file for ever.
  const answers = Promise.all([
    checkAnswers(workerAddress, "worker"),
    checkAnswers(wasmAddress, "wasm file"),
  ]);
  const worker = new Worker(`${GUARD}#${workerAddress}`);
  const db = new AsyncDuckDB(new VoidLogger(), worker);
  const watch = watchdog(worker);
  const progress = ({ bytesLoaded }: InstantiationProgress) => {
    watch.moved();
    onProgress?.(bytesLoaded);
  };
  const boot = async () => {
    await db.instantiate(wasmAddress, null, progress);
    await db.open({});
    const connection = await db.connect();
    const engine = new BrowserEngine(db, connection, new Crash(worker), async () => {
      await connection.close();
      await db.terminate();
      started = null;
    });
    // Extensions would be fetched from the network; nothing of ours needs one.
    await engine.exec(
      "SET autoinstall_known_extensions=false; SET autoload_known_extensions=false",
    );
    return engine;
  };
  try {
    const ready = Promise.all([boot(), answers]).then(([engine]) => engine);
    return await Promise.race([ready, watch.failed]);
  } catch (error) {
    worker.terminate();
    throw error instanceof EngineError ? error : startFailure(error);
  } finally {
    watch.stop();
  }
}

let started: Promise<BrowserEngine> | null = null;
const watching = new Set<StartProgress>();

/**
 * The page's one DuckDB: started by the first call, shared by all others. After a failed start the
 * next call tries again.
 */
export function openBrowserEngine(onProgress?: StartProgress): Promise<BrowserEngine> {
  if (onProgress) watching.add(onProgress);
  started ??= start((loaded) => {
    for (const watch of watching) watch(loaded);
  }).catch((error: unknown) => {
    started = null;
    throw error;
  });
  return started;
}
