import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Engine } from "@/lib/engine/engine";
import { openNodeEngine } from "@/lib/engine/node";
import { importTexts, stagedRows } from "@/lib/records/testing";
import {
  chosen,
  chosenBefore,
  generated,
  lines,
  results,
  RESULTS_FILE,
  SAMPLES_FILE,
} from "@/tests/helpers/lm-eval";

let engine: Engine;
beforeAll(async () => {
  engine = await openNodeEngine();
});
afterAll(() => engine.close());

const importRows = (...rows: unknown[]) => importTexts(engine, { [SAMPLES_FILE]: lines(...rows) });
/** Scorer, outcome and position of every row. */
async function readings(...rows: unknown[]) {
  const { runs } = await importRows(...rows);
  const staged = await stagedRows(engine);
  return runs.flatMap(({ manifest }) =>
    staged
      .filter((row) => row.run_id === manifest.run_id)
      .map((row) => [manifest.scorer, row.item_id, row.trial, row.outcome, row.resp_pos]),
  );
}
async function rejectOf(row: unknown) {
  const { rejects, rejectCount, runs } = await importRows(row);
  expect([rejectCount, runs]).toEqual([1, []]);
  return rejects[0];
}

describe("samples of a log-likelihood task", () => {
  it("answer with the likeliest option, and by length as another scorer", async () => {
    // By character: green -9.5/5, red -4.0/3, blue -4.4/4.
    const close = chosen({
      doc_id: 1,
      filtered_resps: [
        ["-9.5", "False"],
        ["-4.0", "True"],
        ["-4.4", "False"],
      ],
      acc: 1.0,
      acc_norm: 0.0,
    });
    expect(await readings(chosen(), close)).toEqual([
      ["loglikelihood", "0", 1, "answered", 2],
      ["loglikelihood", "1", 1, "answered", 2],
      ["loglikelihood-norm", "0", 1, "answered", 2],
      ["loglikelihood-norm", "1", 1, "answered", 3],
    ]);
    const [row] = await stagedRows(engine);
    expect(row).toMatchObject({
      benchmark: "colours",
      n_options: 3,
      gold_pos: 2,
      prompt_tokens: null,
      finish_reason: null,
    });
    const raw = await engine.query(
      "SELECT text, label_logprobs FROM stage.raw ORDER BY item_id LIMIT 1",
    );
    expect(raw).toEqual([{ text: null, label_logprobs: '{"A":-9.5,"B":-1.5,"C":-6}' }]);
    const items = await engine.query("SELECT DISTINCT stem, options FROM stage.items");
    const texts = (JSON.parse(items[0]?.options as string) as { text: string }[]).map(
      (o) => o.text,
    );
    expect([items[0]?.stem, texts]).toEqual(["The colour of blood?", ["green", "red", "blue"]]);
  });

  it("are read in their old form, with lists and without a filter", async () => {
    const before = await importTexts(engine, { [SAMPLES_FILE]: lines(chosenBefore()) });
    const old = await stagedRows(engine);
    const now = await importTexts(engine, { [SAMPLES_FILE]: lines(chosen()) });
    const rows = await stagedRows(engine);
    expect(before.runs.map((run) => run.manifest.scorer)).toEqual(
      now.runs.map((run) => run.manifest.scorer),
    );
    const bare = (all: typeof rows) => all.map((row) => ({ ...row, run_id: "" }));
    expect(bare(old)).toEqual(bare(rows));
  });

  it("are read where the .jsonl is one array, on one line or on many", async () => {
    for (const text of [JSON.stringify([chosen()]), JSON.stringify([chosen()], null, 2)]) {
      const { runs } = await importTexts(engine, { [SAMPLES_FILE]: text });
      expect(runs.map((run) => run.kept)).toEqual([1, 1]);
    }
  });

  it("are read with the bare NaN that Python writes beside the answer", async () => {
    const text = lines(chosen()).replace('"acc_norm":1', '"acc_norm":1,"brier_score":NaN');
    const { runs } = await importTexts(engine, { [SAMPLES_FILE]: text });
    expect(runs.map((run) => run.kept)).toEqual([1, 1]);
    const minimal = '{"model":"m","item_id":"q","n_options":3,"gold_pos":1,"resp_pos":NaN}\n';
    expect((await importTexts(engine, { "a.jsonl": minimal })).rejects).toHaveLength(1);
  });

  it.each([
    ["the delimiter", " "],
    ["no delimiter", ""],
  ])("hold each option twice, with %s, where mutual information counts", async (_, delimiter) => {
    const { arguments: asked } = chosen();
    const alone = Object.fromEntries(
      ["green", "red", "blue"].map((option, i) => [
        `gen_args_${i + 3}`,
        { arg_0: "", arg_1: `${delimiter}${option}` },
      ]),
    );
    const row = chosen({
      arguments: { ...asked, ...alone },
      // Given the question less alone: 9.5, -0.5, -1.0.
      filtered_resps: [
        ["-2.5", "False"],
        ["-1.5", "True"],
        ["-6.0", "False"],
        ["-12.0", "False"],
        ["-1.0", "False"],
        ["-5.0", "False"],
      ],
      acc_norm: 0.0,
      acc_mutual_info: 0.0,
    });
    expect(await readings({ ...row, acc_norm: undefined })).toEqual([
      ["loglikelihood", "0", 1, "answered", 2],
      ["loglikelihood-mutual-info", "0", 1, "answered", 1],
    ]);
    expect((await stagedRows(engine))[0]?.n_options).toBe(3);
  });

  it("make a run for each filter", async () => {
    expect(await readings(chosen(), chosen({ filter: "again" }))).toEqual([
      ["loglikelihood", "0", 1, "answered", 2],
      ["loglikelihood-norm", "0", 1, "answered", 2],
      ["loglikelihood/again", "0", 1, "answered", 2],
      ["loglikelihood-norm/again", "0", 1, "answered", 2],
    ]);
  });

  it("count an option that Python gives minus infinity", async () => {
    const row = chosen({
      filtered_resps: [
        ["-inf", "False"],
        ["-1.5", "True"],
        ["-6.0", "False"],
      ],
    });
    expect((await readings(row))[0]).toEqual(["loglikelihood", "0", 1, "answered", 2]);
  });
});

describe("the key of samples", () => {
  const labelled = (target: unknown, options: string[], acc: number) =>
    chosen({
      target,
      arguments: Object.fromEntries(
        options.map((option, i) => [`gen_args_${i}`, { arg_0: "Q", arg_1: ` ${option}` }]),
      ),
      acc,
      acc_norm: undefined,
    });

  it.each([
    ["1", ["green", "red", "blue"], 2],
    [1, ["green", "red", "blue"], 2],
    ["B", ["green", "red", "blue"], 2],
    ["(B)", ["green", "red", "blue"], 2],
    ["red", ["green", "red", "blue"], 2],
    [" red", ["green", "red", "blue"], 2],
    ["B", ["A", "B", "C"], 2],
    ["1", ["0", "1", "2"], 2],
  ])("%o among %o is position %d", async (target, options, position) => {
    await importRows(labelled(target, options, 1));
    expect((await stagedRows(engine))[0]?.gold_pos).toBe(position);
  });

  it.each([
    ["1", ["1", "2", "3"], "can be read as position 1 or 2: an index, a letter or a text"],
    ["A", ["C", "B", "A"], "can be read as position 1 or 3: an index, a letter or a text"],
    ["3", ["green", "red", "blue"], "names none of the 3 options"],
    ["crimson", ["green", "red", "blue"], "names none of the 3 options"],
    ["[0, 1]", ["green", "red", "blue"], "several keys: a response has one"],
    [[0, 1], ["green", "red", "blue"], "several keys: a response has one"],
  ])("%o among %o is refused", async (target, options, reason) => {
    expect(await rejectOf(labelled(target, options, 0))).toMatchObject({
      file: SAMPLES_FILE,
      line: 1,
      column: "target",
      reason: `doc 0: ${reason}`,
    });
  });

  it("is refused where the row's own accuracy contradicts it", async () => {
    const reject = await rejectOf(chosen({ acc: 0.0, acc_norm: undefined }));
    expect(reject).toMatchObject({ column: "acc", value: "0" });
  });
});

describe("samples of a generative task", () => {
  it("are read by our scorer once, and by each filter", async () => {
    const other = generated({ filter: "strict", filtered_resps: ["[invalid]"], exact_match: 0.0 });
    expect(await readings(generated(), other)).toEqual([
      ["declaration-1", "0", 1, "answered", 2],
      ["lm-eval/extract", "0", 1, "answered", 2],
      ["lm-eval/strict", "0", 1, "unparsed", null],
    ]);
    const raw = await engine.query("SELECT text FROM stage.raw");
    expect(raw).toEqual([{ text: "The answer is (B)." }]);
  });

  it("keep repeats as trials, and a vote as one", async () => {
    const resps = [["The answer is (B).", "Answer: C", "Answer: B"]];
    const each = generated({ resps, filter: "each", filtered_resps: [["B", "C", "(B)"]] });
    const vote = generated({ resps, filter: "vote" });
    const read = (await readings(each, vote)).map(([scorer, , trial, , at]) => [scorer, trial, at]);
    expect(read).toEqual([
      ["declaration-1", 1, 2],
      ["declaration-1", 2, 3],
      ["declaration-1", 3, 2],
      ["lm-eval/each", 1, 2],
      ["lm-eval/each", 2, 3],
      ["lm-eval/each", 3, 2],
      ["lm-eval/vote", 1, 2],
    ]);
  });

  it("find options as texts and labels too", async () => {
    const doc = { question: "?", choices: { text: ["green", "red"], label: ["A", "B"] } };
    await importRows(generated({ doc, target: "red", filtered_resps: ["(B)"] }));
    expect((await stagedRows(engine))[0]).toMatchObject({ n_options: 2, gold_pos: 2, resp_pos: 2 });
  });

  const numbered = (target: string, reply: string, given: Record<string, unknown> = {}) => {
    const choices = { text: ["green", "red", "blue", "grey"], label: ["1", "2", "3", "4"] };
    const doc = { question: "?", choices };
    return generated({ doc, target, resps: [[`The answer is (${reply}).`]], ...given });
  };

  it("are refused where their key is an index or a label", async () => {
    for (const target of ["1", "2", "3"])
      expect(await rejectOf(numbered(target, "1"))).toMatchObject({
        column: "target",
        reason: `doc 0, filter extract: can be read as position ${target} or ${Number(target) + 1}: an index, a label or a text`,
      });
  });

  it("are read by numbers where their key can only be such a label, else by letters", async () => {
    const read = async (...given: Parameters<typeof numbered>) =>
      (await readings(numbered(...given))).map(([, , , outcome, at]) => [outcome, at]);
    const both = (at: number) => [
      ["answered", at],
      ["answered", at],
    ];
    expect(await read("4", "4", { filtered_resps: ["4"] })).toEqual(both(4));
    expect((await stagedRows(engine))[0]?.gold_pos).toBe(4);
    expect(await read("4", "2", { filtered_resps: ["(2)"], exact_match: 0 })).toEqual(both(2));
    expect(await read("B", "B", { filtered_resps: ["B"] })).toEqual(both(2));
  });

  it("are refused where no options can be told, and where a repeat is no text", async () => {
    expect(await rejectOf(generated({ doc: { question: "2 + 2?" }, target: "4" }))).toMatchObject({
      column: "doc",
    });
    const { rejects } = await importRows(generated({ resps: [[{ text: "B" }]] }));
    expect(rejects[0]).toMatchObject({ column: "resps" });
  });
});

describe("rows that are broken", () => {
  it.each([
    [chosen({ arguments: null }), "arguments"],
    [chosen({ filtered_resps: [["-1", "False"]] }), "filtered_resps"],
    [
      chosen({
        filtered_resps: [
          ["x", "F"],
          ["-1", "F"],
          ["-2", "F"],
        ],
      }),
      "filtered_resps",
    ],
    [chosen({ doc_id: null }), "doc_id"],
    [
      chosen({
        arguments: {
          gen_args_0: { arg_0: "a", arg_1: "same" },
          gen_args_1: { arg_0: "b", arg_1: "same" },
        },
        filtered_resps: [
          ["-1", "F"],
          ["-2", "F"],
        ],
      }),
      "arguments",
    ],
  ])("name the field", async (row, column) => {
    expect(await rejectOf(row)).toMatchObject({ column, line: 1 });
  });

  it("are missing in the runs that have others", async () => {
    const { runs } = await importRows(chosen(), chosen({ doc_id: 1, target: "crimson" }));
    expect(runs.map((run) => [run.kept, run.missing, run.rejectedCount])).toEqual([
      [1, 1, 1],
      [1, 1, 1],
    ]);
  });
});

describe("results beside samples", () => {
  it.each([
    [RESULTS_FILE, SAMPLES_FILE],
    [SAMPLES_FILE, RESULTS_FILE],
  ])("name the model and what was planned (%s first)", async (...names) => {
    const texts = new Map([
      [SAMPLES_FILE, lines(chosen())],
      [RESULTS_FILE, results()],
    ]);
    const files = Object.fromEntries(names.map((name) => [name, texts.get(name) ?? ""]));
    const { runs, rejects, warnings } = await importTexts(engine, files);
    expect(rejects).toEqual([]);
    expect(warnings.map(({ code }) => code)).toEqual(["stems_without_rule"]);
    expect(runs.map((run) => [run.manifest.model.requested, run.kept, run.missing])).toEqual([
      ["maker/painter", 1, 3],
      ["maker/painter", 1, 3],
    ]);
    expect(runs[1]?.manifest.source_run).toBe(runs[0]?.manifest.run_id);
    expect((await stagedRows(engine))[0]?.model).toBe("maker/painter");
  });

  it("are named by the arguments of the model where they say no more", async () => {
    const files = {
      [RESULTS_FILE]: results({ model_name: undefined, "n-samples": undefined }),
      [SAMPLES_FILE]: lines(chosen()),
    };
    const { runs } = await importTexts(engine, files);
    expect(runs[0]?.manifest).toMatchObject({ model: { requested: "maker/painter" }, planned: 1 });
  });

  it("give the same prompt for another model, and another one for other shots", async () => {
    const prompt = async (text: string) =>
      (await importTexts(engine, { [RESULTS_FILE]: text, [SAMPLES_FILE]: lines(chosen()) })).runs[0]
        ?.manifest.prompt_hash;
    const plain = await prompt(results());
    expect(plain).toMatch(/^[0-9a-f]{16}$/);
    expect(await prompt(results({ model_name: "other/model" }))).toBe(plain);
    const shots = { colours: { doc_to_text: "Q: {{question}}\nA:", num_fewshot: 5 } };
    expect(await prompt(results({ configs: shots }))).not.toBe(plain);
  });

  it("are said to be missing, and to be of no use alone", async () => {
    const { runs, warnings } = await importRows(chosen());
    expect(runs[0]?.manifest.model.requested).toMatch(/^unnamed \(samples_colours_/);
    expect(warnings[0]).toMatchObject({ code: "no_results" });
    const alone = await importTexts(engine, { [RESULTS_FILE]: results() });
    expect(alone.runs).toEqual([]);
    expect(alone.rejects[0]?.reason).toContain("it holds no responses");
  });

  it("given twice are read once", async () => {
    const files = {
      [`a/${RESULTS_FILE}`]: results(),
      [`b/${RESULTS_FILE}`]: results(),
      [SAMPLES_FILE]: lines(chosen()),
    };
    const { runs, rejects, warnings } = await importTexts(engine, files);
    expect(rejects).toEqual([]);
    expect(warnings.map(({ code }) => code)).toEqual(["same_file", "stems_without_rule"]);
    expect(runs[0]?.manifest.model.requested).toBe("maker/painter");
  });

  it.each([RESULTS_FILE, "results.json"])("are not told without a date (%s)", async (other) => {
    const files = { [other]: results(), "samples_colours.jsonl": lines(chosen()) };
    const { runs, rejects, warnings } = await importTexts(engine, files);
    expect(runs[0]?.manifest).toMatchObject({
      benchmark: "colours",
      model: { requested: "unnamed (samples_colours)" },
      planned: 1,
    });
    expect(rejects.map(({ file }) => file)).toEqual([other]);
    expect(warnings[0]?.message).toContain("its name has no date");
  });

  it("of another date are not taken", async () => {
    const other = "results_2026-03-02T10-00-00.000001.json";
    const files = { [other]: results(), [SAMPLES_FILE]: lines(chosen()) };
    const { runs, rejects } = await importTexts(engine, files);
    expect(runs[0]?.manifest.model.requested).toMatch(/^unnamed/);
    expect(rejects).toHaveLength(1);
  });
});
