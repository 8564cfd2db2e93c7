import { tableFromIPC } from "apache-arrow";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rowsOf } from "./arrow";
import type { Engine } from "./engine";
import { openNodeEngine } from "./node";
import { remoteEngine, serveEngine, type InsertingEngine } from "./remote";

const inserted: { table: string; rows: number; values: unknown }[] = [];
let native: Engine;
let remote: Engine;
let stop: () => void;

beforeAll(async () => {
  native = await openNodeEngine();
  await native.exec("CREATE SCHEMA s; CREATE TABLE s.t (id VARCHAR, n INTEGER)");
  const { port1, port2 } = new MessageChannel();
  const served: InsertingEngine = {
    kind: "browser",
    query: (sql, options) => native.query(sql, options),
    exec: (sql) => native.exec(sql),
    append: (table, batch) => native.append(table, batch),
    attach: (name, source) => native.attach(name, source),
    detach: (name) => native.detach(name),
    close: () => Promise.resolve(),
    insert(table, stream, rows) {
      inserted.push({ table, rows, values: tableFromIPC(stream).batches.flatMap(rowsOf) });
      return Promise.resolve();
    },
  };
  stop = serveEngine(port1, served, () =>
    Promise.resolve([
      { name: "id", sql: "VARCHAR" },
      { name: "n", sql: "INTEGER" },
    ]),
  );
  remote = remoteEngine(port2);
});
afterAll(async () => {
  await remote.close();
  stop();
  await native.close();
});

describe("an engine at the other end of a port", () => {
  it("answers queries and statements", async () => {
    await remote.exec("CREATE TABLE u AS SELECT 7 AS seven");
    expect(await remote.query("SELECT seven FROM u")).toEqual([{ seven: 7 }]);
  });

  it("hands batches over encoded, with all columns of the table", async () => {
    await remote.append("s.t", [{ name: "n", sql: "INTEGER", values: [1, null] }]);
    await remote.append("s.t", [{ name: "n", sql: "INTEGER", values: [] }]);
    expect(inserted).toEqual([
      {
        table: "s.t",
        rows: 2,
        values: [
          { id: null, n: 1 },
          { id: null, n: null },
        ],
      },
    ]);
  });

  it("fails with the message and the statement of the other end", async () => {
    await expect(remote.query("SELECT x FROM nowhere")).rejects.toMatchObject({
      name: "EngineError",
      sql: "SELECT x FROM nowhere",
    });
  });

  it("cancels at the other end and rejects with the signal's reason", async () => {
    const controller = new AbortController();
    const slow = remote.query(
      "SELECT sum(a.range * b.range) AS s FROM range(1000000) a, range(1000000) b",
      { signal: controller.signal },
    );
    controller.abort(new Error("no longer wanted"));
    await expect(slow).rejects.toThrow("no longer wanted");
    expect(await remote.query("SELECT 1 AS one")).toEqual([{ one: 1 }]);
  });
});
