import { afterAll, beforeAll, expect, it } from "vitest";
import type { Engine } from "@/lib/engine/engine";
import { openNodeEngine } from "@/lib/engine/node";
import { importTexts } from "./testing";
import { renameTakenRuns } from "./rename-runs";

let engine: Engine;
beforeAll(async () => {
  engine = await openNodeEngine();
});
afterAll(() => engine.close());

it("gives taken runs the first free id, and what was made from them follows", async () => {
  const row = { model: "m", n_options: 3, item_id: "q", gold_pos: 1, text: "Answer: A" };
  const lines = ["a", "it's", "c"].map((run_id) => JSON.stringify({ ...row, run_id })).join("\n");
  const { runs } = await importTexts(engine, { "a.jsonl": `${lines}\n` });
  const linked = runs.map((run) => ({
    ...run,
    manifest: {
      ...run.manifest,
      source_run: run.manifest.run_id === "c" ? "it's" : run.manifest.source_run,
    },
  }));
  const result = await renameTakenRuns(engine, linked, ["it's", "it's~2", "z"]);
  const ids = result.runs.map((run) => [run.manifest.run_id, run.manifest.source_run]);
  expect(ids.sort()).toEqual([
    ["a", null],
    ["c", "it's~3"],
    ["it's~3", null],
  ]);
  expect(result.warnings.map((warning) => warning.message)).toEqual([
    "run it's is open already: the dropped copy is shown as it's~3",
  ]);
  for (const table of ["responses", "raw"]) {
    const rows = await engine.query(`SELECT DISTINCT run_id FROM stage.${table} ORDER BY 1`);
    expect(rows.map((r) => r.run_id)).toEqual(["a", "c", "it's~3"]);
  }
});
