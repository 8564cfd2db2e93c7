import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Engine } from "@/lib/engine/engine";
import { openNodeEngine } from "@/lib/engine/node";
import { importTexts, stagedRows } from "@/lib/records/testing";
import { modelOfFile } from "./mmlu-pro";
import { mmluProIds } from "./mmlu-pro-ids";

let engine: Engine;
beforeAll(async () => {
  engine = await openNodeEngine();
});
afterAll(() => engine.close());

const question = {
  question_id: 70,
  question: "Which is red?",
  options: ["grass", "blood", "sky"],
  answer: "B",
  answer_index: 1,
  category: "biology",
  pred: "B",
  model_outputs: "The answer is (B).",
};
const NAME = "model_outputs_Test-3_1-8B_5shots.json";
const importRows = (...rows: unknown[]) =>
  importTexts(engine, { [NAME]: JSON.stringify(rows.map((row) => row)) });

describe("MMLU-Pro eval_results", () => {
  it("loses no row to a broken first one", async () => {
    const broken = { question_id: 1, question: "cut off", generated_text: "the answer is" };
    const { runs, rejects } = await importRows({}, broken, question, {
      ...question,
      question_id: 71,
    });
    expect(runs.map((run) => run.kept)).toEqual([2, 2]);
    expect(rejects).toHaveLength(2);
  });

  it("makes our run and the publisher's, of 12,032 planned", async () => {
    const { runs } = await importRows(
      question,
      {
        ...question,
        question_id: 71,
        pred: "J",
        generated_text: "no idea",
        model_outputs: undefined,
      },
      { ...question, question_id: 72, pred: null, model_outputs: "Answer: A" },
    );
    expect(runs.map(({ manifest, kept, missing }) => [manifest.scorer, kept, missing])).toEqual([
      ["declaration-1", 3, 12_029],
      ["publisher", 3, 12_029],
    ]);
    const [ours, publisher] = runs.map((run) => run.manifest);
    expect(ours).toMatchObject({ benchmark: "mmlu-pro", planned: 12_032, source_run: null });
    expect(ours!.model.requested).toBe("Test-3.1-8B");
    expect(publisher!.source_run).toBe(ours!.run_id);
    const rows = await stagedRows(engine);
    const read = (run: string) =>
      rows.filter((r) => r.run_id === run).map((r) => [r.item_id, r.outcome, r.resp_pos]);
    expect(read(ours!.run_id)).toEqual([
      ["70", "answered", 2],
      ["71", "unparsed", null],
      ["72", "answered", 1],
    ]);
    expect(read(publisher!.run_id)).toEqual([
      ["70", "answered", 2],
      ["71", "out_of_range", null],
      ["72", "unparsed", null],
    ]);
    expect(rows[0]).toMatchObject({
      section: "biology",
      environment: null,
      trial: 1,
      n_options: 3,
      gold_pos: 2,
      stem_negative: false,
    });
    const texts = await engine.query(
      "SELECT run_id, count(*)::DOUBLE AS n FROM stage.raw GROUP BY 1",
    );
    expect(texts).toEqual([{ run_id: ours!.run_id, n: 3 }]);
  });

  it("flags stems by the English rule, in rows and items", async () => {
    await importRows(question, { ...question, question_id: 71, question: "Which is NOT red?" });
    const flags = (table: string, more: string) =>
      engine.query(
        `SELECT DISTINCT item_id, stem_negative${more} FROM stage.${table} ORDER BY ALL`,
      );
    expect(await flags("responses", "")).toEqual([
      { item_id: "70", stem_negative: false },
      { item_id: "71", stem_negative: true },
    ]);
    expect(await flags("items", ", stem_evidence")).toEqual([
      { item_id: "70", stem_negative: false, stem_evidence: "en-1" },
      { item_id: "71", stem_negative: true, stem_evidence: "en-1: NOT" },
    ]);
  });

  it("rejects what is no row, and counts its key as missing in both runs", async () => {
    const { runs } = await importRows(
      question,
      "other",
      { ...question, question_id: 71, options: ["one"] },
      { ...question, question_id: 72, answer: "C" },
      { ...question, question_id: 73, answer: "D", answer_index: 3 },
      { ...question, question_id: null },
    );
    for (const run of runs) {
      expect(run).toMatchObject({ kept: 1, missing: 12_031, rejectedCount: 5 });
      expect(run.rejected.map((reject) => reject.reason)).toEqual([
        "element 2: a text, not an object",
        "element 3: fewer than two options",
        "element 4: answer and answer_index 1 disagree",
        "element 5: the key is beyond the 3 options",
        "element 6: question_id is missing",
      ]);
    }
  });

  it("makes the same question twice one row, and leaves out one that differs", async () => {
    const { runs, warnings } = await importRows(
      question,
      question,
      { ...question, question_id: 71 },
      { ...question, question_id: 71, options: ["a", "b"], model_outputs: "Answer: A" },
    );
    expect(runs[0]).toMatchObject({ kept: 1, missing: 12_031 });
    expect(warnings.map((warning) => warning.code).sort()).toEqual([
      "contradictory_rows",
      "contradictory_rows",
      "repeated_rows",
      "repeated_rows",
    ]);
  });

  it("counts ids beyond the published ones as planned, and says so", async () => {
    const { runs, warnings } = await importRows(question, { ...question, question_id: 99_999 });
    expect(runs[0]).toMatchObject({ kept: 2, missing: 12_031 });
    expect(warnings[0]).toMatchObject({ code: "items_beyond_benchmark" });
  });

  it("tells the same item by its hash, however its options are ordered", async () => {
    await importRows(
      question,
      {
        ...question,
        question_id: 71,
        options: ["blood", "sky", "grass"],
        answer: "A",
        answer_index: 0,
      },
      { ...question, question_id: 72, answer: "A", answer_index: 0 },
    );
    const hashes = new Map((await stagedRows(engine)).map((row) => [row.item_id, row.item_hash]));
    expect(hashes.get("71")).toBe(hashes.get("70"));
    expect(hashes.get("72")).not.toBe(hashes.get("70"));
  });
});

it("keeps the order of options that a file showed where it differs from another's", async () => {
  const options = ["blood", "sky", "grass"];
  const turned = { options, answer: "A", answer_index: 0, pred: "A", model_outputs: "Answer: A" };
  const { runs } = await importTexts(engine, {
    "a.json": JSON.stringify([question]),
    "b.json": JSON.stringify([
      { ...question, ...turned },
      { ...question, question_id: 71 },
    ]),
  });
  expect(runs.map((run) => run.kept)).toEqual([1, 1, 2, 2]);
  const [a, , b] = runs.map((run) => run.manifest.run_id);
  const said = await engine.query("SELECT run_id, item_id, text, request FROM stage.raw");
  const raw = (
    run_id: string | undefined,
    item_id: string,
    text: string,
    request: string | null,
  ) => ({ run_id, item_id, text, request });
  // The publishers' runs show what their source runs keep.
  expect(new Set(said)).toEqual(
    new Set([
      raw(a, "70", "The answer is (B).", null),
      raw(b, "70", "Answer: A", '{"options":["blood","sky","grass"]}'),
      raw(b, "71", "The answer is (B).", null),
    ]),
  );
});

describe("names", () => {
  it.each([
    ["model_outputs_Meta-Llama-3_1-8B-Instruct_5shots.json", "Meta-Llama-3.1-8B-Instruct"],
    ["x.zip/model_outputs_Qwen1.5-7B-Chat_5shots.json", "Qwen1.5-7B-Chat"],
    ["model_outputs_gemini-1.5-flash-002_5shots.json", "gemini-1.5-flash-002"],
    ["model_outputs_my_model_0shots.json", "my_model"],
    ["gpt-4_0613.json", "gpt-4_0613"],
  ])("%s is %s", (file, model) => expect(modelOfFile(file)).toBe(model));

  it("knows the 12,032 published ids", () => {
    const ids = mmluProIds();
    expect(new Set(ids).size).toBe(12_032);
    expect([ids[0], ids.at(-1)]).toEqual(["70", "12256"]);
  });
});
