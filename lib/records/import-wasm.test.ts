import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Engine } from "@/lib/engine/engine";
import { openNodeEngine } from "@/lib/engine/node";
import { openWasmEngine } from "@/tests/helpers/wasm-engine";
import { importTexts, stagedRows } from "./testing";

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
    wasm = await openWasmEngine();
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
