import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Engine } from "./engine";
import { openNodeEngine } from "./node";
import { isOneOf, text } from "./sql";

let engine: Engine;
beforeAll(async () => {
  engine = await openNodeEngine();
});
afterAll(() => engine.close());

describe("node engine", () => {
  it("appends by column name, leaves absent columns null and keeps ids as text", async () => {
    await engine.exec(
      "CREATE TABLE t (id VARCHAR, n INTEGER, big BIGINT, x DOUBLE, b BOOLEAN, absent VARCHAR)",
    );
    const rows = 5000;
    await engine.append("main.t", [
      { name: "n", sql: "INTEGER", values: Int32Array.from({ length: rows }, (_, i) => i) },
      {
        name: "id",
        sql: "VARCHAR",
        values: Array.from({ length: rows }, () => "9007199254740993"),
      },
      {
        name: "x",
        sql: "DOUBLE",
        values: Array.from({ length: rows }, (_, i) => (i % 2 ? 1.5 : null)),
      },
      { name: "big", sql: "BIGINT", values: Array.from({ length: rows }, (_, i) => i) },
      { name: "b", sql: "BOOLEAN", values: Array.from({ length: rows }, (_, i) => i % 2 === 0) },
    ]);
    const [row] = await engine.query(
      "SELECT count(*) AS rows, sum(n) AS total, any_value(id) AS id, count(x) AS known, count(absent) AS absent, sum(big)::DOUBLE AS big FROM t",
    );
    expect(row).toEqual({
      rows,
      total: 12_497_500,
      id: "9007199254740993",
      known: 2500,
      absent: 0,
      big: 12_497_500,
    });
  });

  it("takes a text with U+0000, at which a statement would end", async () => {
    const odd = "a\0'b\0";
    expect(await engine.query(`SELECT ${text(odd)} AS x, length(${text(odd)}) AS n`)).toEqual([
      { x: odd, n: 5 },
    ]);
    expect(await engine.query(`SELECT ${isOneOf("'x'", [odd, "x"])} AS found`)).toEqual([
      { found: true },
    ]);
  });

  it("rejects with the signal's reason when aborted", async () => {
    const controller = new AbortController();
    const slow = engine.query(
      "SELECT sum(a.range * b.range) AS s FROM range(1000000) a, range(1000000) b",
      {
        signal: controller.signal,
      },
    );
    controller.abort(new Error("cancelled by the reader"));
    await expect(slow).rejects.toThrow("cancelled by the reader");
  });

  it("aborts its own query alone", async () => {
    const controller = new AbortController();
    const slow = "SELECT sum(a.range * b.range) AS s FROM range(1000000) a, range(1000000) b";
    const first = engine.query(slow, { signal: controller.signal });
    const second = engine.query("SELECT 1 AS one");
    const never = engine.query(slow, { signal: controller.signal });
    controller.abort(new Error("cancelled by the reader"));
    await expect(first).rejects.toThrow("cancelled by the reader");
    await expect(never).rejects.toThrow("cancelled by the reader");
    await expect(second).resolves.toEqual([{ one: 1 }]);
  });

  it("names the statement that failed", async () => {
    await expect(engine.query("SELECT nothing FROM nowhere")).rejects.toMatchObject({
      sql: "SELECT nothing FROM nowhere",
    });
  });
});
