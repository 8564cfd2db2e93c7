import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ColumnBatch, Engine } from "@/lib/engine/engine";
import { openNodeEngine } from "@/lib/engine/node";
import { identifier, literal } from "@/lib/engine/sql";
import { openWasmEngine } from "@/tests/helpers/wasm-engine";
import { importTexts, stagedRows } from "./testing";

/** The browser's DuckDB, with batches appended as VALUES: the SQL is what is under test. */
async function wasmEngine(): Promise<Engine> {
  const engine = await openWasmEngine();
  const append = async (table: string, batch: readonly ColumnBatch[]): Promise<void> => {
    const length = batch[0]?.values.length ?? 0;
    const names = batch.map((column) => identifier(column.name)).join(", ");
    const rows = Array.from({ length }, (_, i) => {
      const values = batch.map((column) => `${literal(column.values[i] ?? null)}::${column.sql}`);
      return `(${values.join(", ")})`;
    });
    for (let start = 0; start < length; start += 1000)
      await engine.exec(
        `INSERT INTO ${table} (${names}) VALUES ${rows.slice(start, start + 1000).join(", ")}`,
      );
  };
  return { ...engine, append };
}

const NO_TRIALS = [
  "model,n_options,item_id,gold_pos,resp_pos,options",
  'm,2,q1,1,1,"[""a"",""b""]"',
  "m,2,q1,1,2,",
  "m,2,q2,1,9x,",
  "m,2,q2,1,,",
  "m,1,q3,1,1,",
].join("\n");
const REPEATS = [
  "run_id,model,n_options,item_id,env,trial,gold_pos,resp_pos",
  "r,m,4,q1,,1,1,1",
  "r,m,4,q1,,1,1,1",
  "r,m,4,q2,easy,1,1,1",
  "r,m,4,q2,easy,1,1,2",
].join("\n");

describe("the browser's DuckDB, without extensions", () => {
  let wasm: Engine;
  let native: Engine;
  beforeAll(async () => {
    wasm = await wasmEngine();
    native = await openNodeEngine();
  });
  afterAll(async () => {
    await wasm.close();
    await native.close();
  });

  it("imports as the native one does", async () => {
    const edges = readFileSync("tests/fixtures/edges.csv", "utf8")
      .split("\n")
      .slice(0, 400)
      .join("\n");
    for (const content of [edges, NO_TRIALS, REPEATS]) {
      const files = { "a.csv": content };
      const here = await importTexts(native, files);
      expect(await importTexts(wasm, files)).toEqual(here);
      expect(await stagedRows(wasm)).toEqual(await stagedRows(native));
    }
  });
});
