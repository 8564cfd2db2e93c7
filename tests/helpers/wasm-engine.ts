import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createDuckDB, NODE_RUNTIME, VoidLogger } from "@duckdb/duckdb-wasm/blocking";
import { rowsOf } from "@/lib/engine/arrow";
import { EngineError, type ColumnBatch, type Engine } from "@/lib/engine/engine";
import { identifier, literal } from "@/lib/engine/sql";

const DIST = join(process.cwd(), "node_modules/@duckdb/duckdb-wasm/dist");
const bundle = (kind: string) => ({
  mainModule: join(DIST, `duckdb-${kind}.wasm`),
  mainWorker: join(DIST, `duckdb-node-${kind}.worker.cjs`),
});

const INSERTED_ROWS = 1000;

/** A batch as INSERT statements: the SQL is what is under test, not how batches travel. */
function insertsOf(table: string, batch: readonly ColumnBatch[]): string[] {
  const length = batch[0]?.values.length ?? 0;
  const names = batch.map((column) => identifier(column.name)).join(", ");
  const rows = Array.from({ length }, (_, i) => {
    const values = batch.map((column) => `${literal(column.values[i] ?? null)}::${column.sql}`);
    return `(${values.join(", ")})`;
  });
  return Array.from({ length: Math.ceil(length / INSERTED_ROWS) }, (_, i) => {
    const some = rows.slice(i * INSERTED_ROWS, (i + 1) * INSERTED_ROWS);
    return `INSERT INTO ${table} (${names}) VALUES ${some.join(", ")}`;
  });
}

/**
 * The browser's DuckDB (wasm, without extensions) inside Node, so that unit tests can run the
 * browser's SQL. It reads files that `files` names, by path.
 */
export async function openWasmEngine(files: readonly string[] = []): Promise<Engine> {
  const db = await createDuckDB(
    { mvp: bundle("mvp"), eh: bundle("eh") },
    new VoidLogger(),
    NODE_RUNTIME,
  );
  await db.instantiate(() => undefined);
  db.open({ query: { castBigIntToDouble: true, castDecimalToDouble: true } });
  for (const file of files) db.registerFileBuffer(file, new Uint8Array(readFileSync(file)));
  const connection = db.connect();
  connection.query("SET autoinstall_known_extensions = false");
  connection.query("SET autoload_known_extensions = false");
  const run = (sql: string) => {
    try {
      return connection.query(sql);
    } catch (error) {
      throw new EngineError(String(error), sql, { cause: error });
    }
  };
  const unsupported = () => Promise.reject(new EngineError("not needed in tests"));
  return {
    kind: "browser",
    query: (sql) => Promise.resolve(run(sql).batches.flatMap(rowsOf)),
    exec: (sql) => {
      run(sql);
      return Promise.resolve();
    },
    append: (table, batch) => {
      for (const insert of insertsOf(table, batch)) run(insert);
      return Promise.resolve();
    },
    attach: unsupported,
    detach: unsupported,
    close: () => {
      connection.close();
      db.reset();
      return Promise.resolve();
    },
  };
}
