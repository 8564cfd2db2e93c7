import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Engine } from "@/lib/engine/engine";
import { openNodeEngine } from "@/lib/engine/node";
import { rescoreRun } from "./rescore";
import { importTexts, stagedRows } from "./testing";

let engine: Engine;
beforeAll(async () => {
  engine = await openNodeEngine();
});
afterAll(() => engine.close());

const options = ["red", "green", "blue"];
const row = { run_id: "r", model: "m", n_options: 3, gold_pos: 2, question: "Colour?", options };
const jsonl = (...rows: object[]) =>
  rows.map((r) => `${JSON.stringify({ ...row, ...r })}\n`).join("");

async function staged(...rows: object[]) {
  const { runs } = await importTexts(engine, { "a.jsonl": jsonl(...rows) });
  return runs[0]!.manifest;
}

describe("rescoreRun", () => {
  it("reads stored texts with another scorer, into a new run beside the old one", async () => {
    const manifest = await staged(
      { item_id: "q1", text: "green" },
      { item_id: "q2", text: "The answer is (C)." },
      { item_id: "q3", text: "", outcome: "error" },
      { item_id: "q4", text: "blue", options: ["blue", "red", "green"], gold_pos: 3 },
      { item_id: "q5", resp_pos: 1 },
    );
    expect(manifest.scorer).toBe("declaration-1");
    const rescored = await rescoreRun(engine, manifest, "strict-2");
    expect(rescored).toMatchObject({ rows: 4, withoutText: 0 });
    expect(rescored.manifest).toMatchObject({
      scorer: "strict-2",
      source_run: manifest.run_id,
      counts: { answered: 2, unparsed: 1, error: 1 },
    });
    const rows = (await stagedRows(engine)).filter((r) => r.run_id === rescored.manifest.run_id);
    expect(rows.map((r) => [r.item_id, r.outcome, r.resp_pos])).toEqual([
      ["q1", "answered", 2],
      ["q2", "unparsed", null],
      ["q3", "error", null],
      ["q4", "answered", 1],
    ]);
  });

  it("gives the same run each time", async () => {
    const manifest = await staged({ item_id: "q1", text: "green" });
    const first = await rescoreRun(engine, manifest, "strict-2");
    await staged({ item_id: "q1", text: "green" });
    expect((await rescoreRun(engine, manifest, "strict-2")).manifest).toEqual(first.manifest);
  });

  it("keeps where cells were stopped, and nothing that the other scorer found of them", async () => {
    const manifest = await staged({ item_id: "q1", text: "green" });
    const cell = {
      environment: null,
      n_options: 3,
      padding: "none",
      mode: null,
      condition: null,
      permutation: null,
      trials: 50,
      planned_trials: 100,
      reason: "the target is reached" as const,
      accuracy: 1,
      trial_interval: [1, 1] as [number, number],
      item_interval: [1, 1] as [number, number],
    };
    const rule = { looks: [50, 100], trial_target: 0.1, item_target: null };
    const asked = { ...manifest, stopping: { ...rule, cells: [cell] } };
    const rescored = await rescoreRun(engine, asked, "strict-2");
    const unread = { accuracy: null, trial_interval: null, item_interval: null };
    expect(rescored.manifest.stopping).toEqual({ ...rule, cells: [{ ...cell, ...unread }] });
  });

  it("explains what it cannot do", async () => {
    const given = await staged({ item_id: "q1", resp_pos: 1 });
    await expect(rescoreRun(engine, given, "strict-2")).rejects.toThrow("no stored text");
    const read = await staged({ item_id: "q1", text: "A" });
    await expect(rescoreRun(engine, read, "declaration-1")).rejects.toThrow("already");
    await expect(rescoreRun(engine, read, "guess-9")).rejects.toThrow('No scorer "guess-9"');
  });
});
