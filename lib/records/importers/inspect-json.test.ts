import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Engine } from "@/lib/engine/engine";
import { openNodeEngine } from "@/lib/engine/node";
import { importTexts } from "@/lib/records/testing";
import { header, replied, sample } from "@/tests/helpers/inspect-log";

let engine: Engine;
beforeAll(async () => {
  engine = await openNodeEngine();
});
afterAll(() => engine.close());

const SAMPLES = [sample(), sample({ epoch: 2 }), replied("ANSWER: C", "C", "I", { id: "q2" })];
const log = { ...header(), results: { metrics: { accuracy: "NAN" } }, samples: SAMPLES };
const importLog = (text: string, name = "log.json") => importTexts(engine, { [name]: text });

describe("an Inspect AI log in JSON", () => {
  it.each([
    ["on one line", JSON.stringify(log)],
    ["on one line that ends", `${JSON.stringify(log)}\n`],
    ["on many lines", JSON.stringify(log, null, 2)],
    ["with the bare NaN of Python", JSON.stringify(log).replace('"NAN"', "NaN")],
    ["with a byte-order mark", `\uFEFF${JSON.stringify(log)}`],
  ])("is read %s", async (_how, text) => {
    const { runs, rejects } = await importLog(text);
    expect(rejects).toEqual([]);
    expect(runs.map((run) => [run.manifest.scorer, run.kept, run.missing])).toEqual([
      ["declaration-1", 3, 1],
      ["inspect-choice", 3, 1],
    ]);
  });

  it("names the line and the sample of what it rejects, and keeps the rest", async () => {
    const bad = { ...log, samples: [sample({ target: "red" }), ...SAMPLES.slice(1)] };
    const text = JSON.stringify(bad, null, 1);
    const { runs, rejects } = await importLog(text);
    expect(runs.map((run) => run.kept)).toEqual([2, 2]);
    const line = text.slice(0, text.indexOf('"samples": [')).split("\n").length + 1;
    expect(rejects).toEqual([
      {
        file: "log.json",
        line,
        column: "target",
        value: "red",
        reason: "sample q1, epoch 1: the key is no label",
      },
    ]);
  });

  it("is read as far as it goes where it is cut off", async () => {
    const text = JSON.stringify(log);
    const { runs, rejects, warnings } = await importLog(
      text.slice(0, text.lastIndexOf('"q2"') + 9),
    );
    expect(runs.map((run) => run.kept)).toEqual([2, 2]);
    expect(rejects.map(({ reason }) => reason)).toEqual(["cut off"]);
    expect(warnings.map(({ code }) => code)).toContain("cut_off");
  });

  it("is told from rows of ours that have an eval and a status", async () => {
    const row = (item_id: string) =>
      `${JSON.stringify({ eval: "a", status: "done", model: "m", item_id, n_options: 3, gold_pos: 2, resp_pos: 1 })}\n`;
    const { runs, rejects } = await importLog(`${row("q1")}${row("q2")}`, "rows.json");
    expect(rejects).toEqual([]);
    expect(runs.map((run) => [run.manifest.model.requested, run.kept])).toEqual([["m", 2]]);
  });

  it("says so where it was written without samples, or without a model", async () => {
    const bare = await importLog(JSON.stringify(header()));
    expect(bare.rejects[0]?.reason).toContain("holds no sample");
    const nameless = { ...log, eval: { ...log.eval, model: undefined } };
    expect((await importLog(JSON.stringify(nameless))).rejects[0]?.reason).toContain("eval.model");
  });
});
