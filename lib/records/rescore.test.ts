import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Engine } from "@/lib/engine/engine";
import { openNodeEngine } from "@/lib/engine/node";
import { legacyReader, rescoreRun, textReader } from "./rescore";
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
    const rescored = await rescoreRun(engine, manifest, textReader("strict-2"));
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
    const first = await rescoreRun(engine, manifest, textReader("strict-2"));
    await staged({ item_id: "q1", text: "green" });
    expect((await rescoreRun(engine, manifest, textReader("strict-2"))).manifest).toEqual(
      first.manifest,
    );
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
    const rescored = await rescoreRun(engine, asked, textReader("strict-2"));
    const unread = { accuracy: null, trial_interval: null, item_interval: null };
    expect(rescored.manifest.stopping).toEqual({ ...rule, cells: [{ ...cell, ...unread }] });
  });

  it("knows the options of a measured run by the prompt that lists them", async () => {
    const manifest = await staged({ item_id: "q1", text: "blue" });
    const prompt = "Colour?\nA. blue\nB. green\nC. red";
    const request = JSON.stringify({ messages: [{ role: "user", content: prompt }] });
    await engine.exec(`UPDATE stage.raw SET request = '${request}'`);
    const measured = { ...manifest, provenance: { kind: "measured" as const } };
    const { manifest: again } = await rescoreRun(engine, measured, textReader("strict-2"));
    const [read] = (await stagedRows(engine)).filter((r) => r.run_id === again.run_id);
    // Stored as the third, shown as the first.
    expect(read).toMatchObject({ outcome: "answered", resp_pos: 1 });
  });

  it("explains what it cannot do", async () => {
    const given = await staged({ item_id: "q1", resp_pos: 1 });
    await expect(rescoreRun(engine, given, textReader("strict-2"))).rejects.toThrow(
      "no stored text",
    );
    const read = await staged({ item_id: "q1", text: "A" });
    await expect(rescoreRun(engine, read, textReader("declaration-1"))).rejects.toThrow("already");
    expect(() => textReader("guess-9")).toThrow('No scorer "guess-9"');
  });
});

describe("legacy-1", () => {
  const model = {
    model: "small-embedder",
    digest: "e5",
    host: { kind: "ollama", version: "Ollama 0.13.1", class: "local" as const },
  };
  /** Points for the texts of these tests: "grass" lies nearest to "green". */
  const POINTS: Record<string, number[]> = {
    red: [1, 0],
    green: [0, 1],
    blue: [-1, 0],
    grass: [0.2, 0.9],
    C: [-1, 0.1],
  };
  const embed = (texts: readonly string[]) =>
    Promise.resolve(texts.map((text) => POINTS[text] ?? [-1, -1]));

  it("reads by the key's label, else by the nearest option, into a run that names the model", async () => {
    const manifest = await staged(
      { item_id: "q1", text: "B" },
      { item_id: "q2", text: "grass" },
      { item_id: "q3", text: "C" },
      { item_id: "q4", text: "" },
      { item_id: "q5", text: "", outcome: "error" },
    );
    const reader = legacyReader(embed, model);
    const rescored = await rescoreRun(engine, manifest, reader);
    expect(rescored).toMatchObject({ rows: 5, withoutText: 0, withoutOptions: 0 });
    expect(rescored.manifest).toMatchObject({
      scorer: "legacy-1",
      source_run: manifest.run_id,
      embeddings: model,
      counts: { answered: 3, unparsed: 1, error: 1 },
    });
    const rows = (await stagedRows(engine)).filter((r) => r.run_id === rescored.manifest.run_id);
    expect(rows.map((r) => [r.item_id, r.outcome, r.resp_pos])).toEqual([
      ["q1", "answered", 2],
      ["q2", "answered", 2],
      // The label names the third option, which is not the key; the text is nearest to it as well.
      ["q3", "answered", 3],
      ["q4", "unparsed", null],
      ["q5", "error", null],
    ]);
  });

  it("is another run by another model, and by another digest of it", async () => {
    const ids = [];
    for (const other of [model, { ...model, digest: null }, { ...model, model: "large" }]) {
      const manifest = await staged({ item_id: "q1", text: "B" });
      ids.push((await rescoreRun(engine, manifest, legacyReader(embed, other))).manifest.run_id);
    }
    expect(new Set(ids).size).toBe(3);
  });

  it("leaves out a row whose options are not known, and says so", async () => {
    const manifest = await staged(
      { item_id: "q1", text: "B" },
      { item_id: "q2", text: "B", options: undefined },
    );
    const rescored = await rescoreRun(engine, manifest, legacyReader(embed, model));
    expect(rescored).toMatchObject({ rows: 1, withoutOptions: 1 });
    expect(rescored.manifest.status).toBe("incomplete");
  });
});
