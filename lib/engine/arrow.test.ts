import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createDuckDB, NODE_RUNTIME, VoidLogger } from "@duckdb/duckdb-wasm/blocking";
import { RecordBatchReader } from "apache-arrow";
import { beforeAll, describe, expect, it } from "vitest";
import { encodeBatch, rowsOf } from "./arrow";
import type { ColumnBatch } from "./engine";

const dist = dirname(
  createRequire(import.meta.url).resolve("@duckdb/duckdb-wasm/dist/duckdb-eh.wasm"),
);
type Database = Awaited<ReturnType<typeof createDuckDB>>;
let db: Database;
let connection: ReturnType<Database["connect"]>;

beforeAll(async () => {
  const files = (name: string) => ({
    mainModule: join(dist, `duckdb-${name}.wasm`),
    mainWorker: join(dist, `duckdb-node-${name}.worker.cjs`),
  });
  db = await createDuckDB({ mvp: files("mvp"), eh: files("eh") }, new VoidLogger(), NODE_RUNTIME);
  await db.instantiate();
  db.open({});
  connection = db.connect();
});

const query = (sql: string) => {
  const table = connection.query(sql);
  return table.batches.flatMap(rowsOf);
};

describe("arrow batches in the browser's DuckDB", () => {
  it("puts columns where their name says, nulls where nothing was given, texts as they are", () => {
    connection.query("CREATE SCHEMA s");
    connection.query(
      "CREATE TABLE s.t (id VARCHAR, n INTEGER, big BIGINT, x DOUBLE, b BOOLEAN, absent VARCHAR)",
    );
    const columns = [
      { name: "id", sql: "VARCHAR" },
      { name: "n", sql: "INTEGER" },
      { name: "big", sql: "BIGINT" },
      { name: "x", sql: "DOUBLE" },
      { name: "b", sql: "BOOLEAN" },
      { name: "absent", sql: "VARCHAR" },
    ] as const;
    const batch: ColumnBatch[] = [
      { name: "b", sql: "BOOLEAN", values: [true, null, false] },
      { name: "id", sql: "VARCHAR", values: ["9007199254740993", "한국어 ı\u2028", ""] },
      { name: "n", sql: "INTEGER", values: Int32Array.of(1, -2, 3) },
      { name: "big", sql: "BIGINT", values: [4e12, null, 1] },
      { name: "x", sql: "DOUBLE", values: [0.1, null, -0.5] },
    ];
    connection.insertArrowFromIPCStream(encodeBatch(columns, batch), {
      schema: "s",
      name: "t",
      create: false,
    });
    expect(query("SELECT * FROM s.t")).toEqual([
      { id: "9007199254740993", n: 1, big: 4e12, x: 0.1, b: true, absent: null },
      { id: "한국어 ı\u2028", n: -2, big: null, x: null, b: null, absent: null },
      { id: "", n: 3, big: 1, x: -0.5, b: false, absent: null },
    ]);
  });

  it("carries batches across buffer growth and bitmap bytes", () => {
    const length = 5003;
    const id = Array.from({ length }, (_, i) => (i % 3 === 0 ? null : "x".repeat(i % 90)));
    const stream = encodeBatch(
      [{ name: "id", sql: "VARCHAR" }],
      [{ name: "id", sql: "VARCHAR", values: id }],
    );
    const rows = [...RecordBatchReader.from(stream)].flatMap(rowsOf);
    expect(rows.map((r) => r.id)).toEqual(id);
  });

  it("refuses a column that the table does not have", () => {
    expect(() => encodeBatch([], [{ name: "y", sql: "INTEGER", values: [1] }])).toThrow(
      "the table has no column y",
    );
  });

  it("reads counts, decimals, lists and structs as plain values, nested ones too", () => {
    expect(
      query(
        `SELECT [1, 2] AS list, {'a': 1::BIGINT, 'b': ['x'], 'c': 1.25} AS fields, count(*) AS n,
          sum(1.5) AS decimal, -1.25::DECIMAL(38, 2) AS negative, sum(1::INTEGER) AS huge,
          NULL AS nothing, [{'p': 0.5}, NULL] AS nested, [1.5, NULL] AS decimals,
          [[1::BIGINT], [(-2)::BIGINT]] AS counts, 'b'::ENUM('a', 'b') AS word,
          [count(*), 7::HUGEINT] AS huges FROM range(3)`,
      ),
    ).toEqual([
      {
        list: [1, 2],
        fields: { a: 1, b: ["x"], c: 1.25 },
        n: 3,
        decimal: 4.5,
        negative: -1.25,
        huge: 3,
        nothing: null,
        nested: [{ p: 0.5 }, null],
        decimals: [1.5, null],
        counts: [[1], [-2]],
        word: "b",
        huges: [3, 7],
      },
    ]);
  });

  it("refuses a kind that it cannot say plainly", () => {
    expect(() => query("SELECT 'x'::BLOB AS bytes")).toThrow("Binary");
  });
});
