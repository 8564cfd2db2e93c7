import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { syncId } from "@/lib/cubes/series";
import type { Engine } from "@/lib/engine/engine";
import { openNodeEngine } from "@/lib/engine/node";
import { importTexts, stagedRows } from "@/lib/records/testing";
import { evalLog, header, replied, sample } from "@/tests/helpers/inspect-log";

let engine: Engine;
beforeAll(async () => {
  engine = await openNodeEngine();
});
afterAll(() => engine.close());

const ONE = { dataset: { sample_ids: ["q1"] }, config: { epochs: 1 } };
const importOne = (given: unknown, head = header({ eval: ONE })) =>
  importTexts(engine, { "log.eval": evalLog(head, [given as object]) });
/** Outcome and position of each run's only row. */
async function readings(given: unknown) {
  const { runs } = await importOne(given);
  const rows = await stagedRows(engine);
  return runs.map(({ manifest }) => {
    const row = rows.find((one) => one.run_id === manifest.run_id);
    return [manifest.scorer, row?.outcome, row?.resp_pos];
  });
}
async function rejectOf(given: unknown) {
  const { rejects, rejectCount } = await importOne(given);
  expect(rejectCount).toBe(1);
  return rejects[0];
}

describe("a sample of an Inspect AI log", () => {
  it("becomes a response with what the log says of it", async () => {
    const reasoned = sample({
      error_retries: [{ message: "busy" }],
      output: {
        ...sample().output,
        choices: [
          {
            message: {
              content: [
                { type: "reasoning", reasoning: "Blood is red." },
                { type: "text", text: "ANSWER: B" },
              ],
            },
            stop_reason: "max_tokens",
          },
        ],
      },
    });
    const { runs } = await importOne(reasoned);
    const [ours, theirs] = runs.map((run) => run.manifest);
    expect(ours).toMatchObject({
      name: "maker/painter on colours, read by declaration-1",
      benchmark: "colours",
      model: { requested: "maker/painter", served: "painter-2026-01" },
      label_style: "letters",
      started: "2026-03-01T10:00:00+00:00",
      planned: 1,
      protocol: { temperature: 0.5, max_tokens: 64, sampling: { top_p: 0.9 } },
      source_run: null,
    });
    expect(theirs).toMatchObject({ scorer: "inspect-choice", source_run: ours?.run_id });
    const [row] = (await stagedRows(engine)).filter((one) => one.run_id === ours?.run_id);
    expect(row).toMatchObject({
      model: "maker/painter",
      item_id: "q1",
      trial: 1,
      n_options: 3,
      gold_pos: 2,
      resp_pos: 2,
      finish_reason: "max_tokens",
      reasoning_observed: true,
      // 48 in all less 5 written: the 3 that were asked anew leave out the cache.
      prompt_tokens: 43,
      completion_tokens: 5,
      cached_tokens: 40,
      reasoning_tokens: null,
      latency_ms: 1500,
      attempts: 2,
    });
    const raw = await engine.query("SELECT run_id, text, reasoning FROM stage.raw");
    expect(raw).toEqual([{ run_id: ours?.run_id, text: "ANSWER: B", reasoning: "Blood is red." }]);
  });

  it("leaves unknown what the log leaves out, and zeros of a host that counts nothing", async () => {
    const usage = { input_tokens: 0, output_tokens: 0, total_tokens: 0 };
    await importOne(sample({ output: { completion: "B", usage } }));
    const [row] = await stagedRows(engine);
    expect(row).toMatchObject({
      prompt_tokens: null,
      completion_tokens: null,
      finish_reason: null,
      latency_ms: null,
      reasoning_observed: null,
      attempts: 1,
    });
  });

  it("takes long texts from the attachments", async () => {
    const given = sample({
      input: "attachment://aa",
      output: { completion: "attachment://bb" },
      attachments: { aa: "Which one?", bb: "ANSWER: B" },
    });
    expect((await readings(given))[0]).toEqual(["declaration-1", "answered", 2]);
    const items = await engine.query("SELECT stem FROM stage.items");
    expect(items).toEqual([{ stem: "Which one?" }]);
    expect(await rejectOf({ ...given, attachments: {} })).toMatchObject({
      column: "input",
      value: "attachment://aa",
      reason: "sample q1, epoch 1: the log does not hold this attachment",
    });
  });

  it("reads its question in a message of the user, and none in a conversation", async () => {
    const stems = async (input: unknown) => {
      await importOne(sample({ input }));
      return engine.query("SELECT stem, item_hash IS NULL AS nameless FROM stage.items");
    };
    const user = { role: "user", content: [{ type: "text", text: "Which one?" }] };
    const system = { role: "system", content: "Be brief." };
    expect(await stems([system, user])).toEqual([{ stem: "Which one?", nameless: false }]);
    expect(await stems([user, { role: "assistant", content: "?" }, user])).toEqual([
      { stem: null, nameless: true },
    ]);
  });

  it("is read by our scorer and by the log's, which can differ", async () => {
    expect(await readings(replied("I would say: red", "B", "C"))).toEqual([
      ["declaration-1", "unparsed", null],
      ["inspect-choice", "answered", 2],
    ]);
    expect(await readings(replied("ANSWER: A, B", "A, B", "I"))).toEqual([
      ["declaration-1", "multiple", null],
      ["inspect-choice", "multiple", null],
    ]);
    expect(await readings(replied("ANSWER: E", "E", "I"))).toEqual([
      ["declaration-1", "out_of_range", null],
      ["inspect-choice", "out_of_range", null],
    ]);
  });

  it("counts an empty answer as none, and leaves out scorers that answer with texts", async () => {
    const blank = replied("no idea", "", "I", { id: "q1" });
    const head = header({ eval: { config: { epochs: 1 } } });
    const files = {
      "log.eval": evalLog(head, [blank, replied("ANSWER: C", "C", "I", { id: "q2" })]),
    };
    const { runs, rejects } = await importTexts(engine, files);
    expect(runs.map((run) => run.kept)).toEqual([2, 2]);
    expect(rejects).toEqual([]);
    const graded = { graded: { value: "C", answer: "The colour is red." } };
    const one = await importOne(sample({ scores: graded }));
    expect(one.runs.map((run) => run.manifest.scorer)).toEqual(["declaration-1"]);
    expect(one.rejects).toEqual([]);
    expect(one.warnings[0]?.message).toContain("scorer graded are no labels");
  });

  it("rejects a score whose value contradicts its answer, for the log's scorer alone", async () => {
    const { runs, rejects } = await importOne(replied("ANSWER: B", "B", "I"));
    expect(runs.map((run) => run.manifest.scorer)).toEqual(["declaration-1"]);
    expect(rejects[0]).toMatchObject({ column: "scores.choice.value", value: "I" });
  });

  it("reads the scores of old logs, which have one", async () => {
    const old = sample({ scores: undefined, score: { value: "C", answer: "B" } });
    expect((await readings(old))[1]).toEqual(["inspect-scorer", "answered", 2]);
  });

  it("counts failures as errors in every run, and cut replies as truncated", async () => {
    const failed = sample({ id: "q2", scores: null, error: { message: "down" }, output: null });
    const head = header({ eval: { config: { epochs: 1 } } });
    const { runs } = await importTexts(engine, { "log.eval": evalLog(head, [failed, sample()]) });
    for (const run of runs) expect(run.manifest.counts).toEqual({ error: 1, answered: 1 });
    const cut = replied("Let me think", "", "I", {
      limit: { type: "token", limit: 9 },
      scores: {},
    });
    expect(await readings(cut)).toEqual([["declaration-1", "truncated", null]]);
    const readable = { ...cut, output: { completion: "ANSWER: C" } };
    expect(await readings(readable)).toEqual([["declaration-1", "answered", 3]]);
  });

  it.each([[null], [{ choices: [] }]])(
    "counts as truncated where a limit came first: %j",
    async (output) => {
      const limit = { type: "message", limit: 1 };
      const stopped = (id: string, scores: unknown) => sample({ id, output, limit, scores });
      const head = header({ eval: { config: { epochs: 1 } } });
      const samples = [sample(), stopped("q2", { choice: { value: "I", answer: "" } })];
      const { runs, rejects } = await importTexts(engine, { "log.eval": evalLog(head, samples) });
      expect(rejects).toEqual([]);
      expect(runs.map((run) => run.manifest.counts)).toEqual([
        { answered: 1, truncated: 1 },
        { answered: 1, unparsed: 1 },
      ]);
      expect(await readings(stopped("q1", null))).toEqual([["declaration-1", "truncated", null]]);
      // What failed is an error, whatever limit it met.
      const failed = { ...stopped("q1", null), error: { message: "down" } };
      expect(await readings(failed)).toEqual([["declaration-1", "error", null]]);
    },
  );

  it("keeps epochs apart as trials, and counts those that are planned", async () => {
    const head = header({ eval: { config: { epochs: 3 } } });
    const samples = [sample(), sample({ epoch: 3 }), sample({ id: "q9", epoch: 1 })];
    const { runs } = await importTexts(engine, { "log.eval": evalLog(head, samples) });
    // 2 items x 3 epochs, and one item that is not listed.
    expect(runs.map((run) => [run.manifest.planned, run.kept, run.missing])).toEqual([
      [7, 3, 4],
      [7, 3, 4],
    ]);
    const unlisted = header({ eval: { dataset: null } });
    const { runs: open } = await importTexts(engine, { "log.eval": evalLog(unlisted, samples) });
    expect(open[0]?.manifest.planned).toBe(3);
  });

  it.each([
    [{ target: ["A", "B"] }, "target", "several keys: a response has one"],
    [{ target: "A, B" }, "target", "several keys: a response has one"],
    [{ target: "AB" }, "target", "several keys: a response has one"],
    [{ target: "red" }, "target", "the key is no label"],
    [{ target: "D" }, "target", "the key is beyond the 3 choices"],
    [{ target: [] }, "target", "there is no key"],
    [{ choices: null }, "choices", "no choices: it is no multiple choice"],
    [{ choices: ["one"] }, "choices", "fewer than two choices"],
    [{ invalidation: { author: "me" } }, "invalidation", "the log calls the sample invalid"],
    [{ output: { choices: [] } }, "output", "there is no reply and no error"],
  ])("is rejected with %o", async (given, column, reason) => {
    const { runs } = await importOne(sample(given));
    expect(runs).toEqual([]);
    expect(await rejectOf(sample(given))).toMatchObject({
      file: "log.eval",
      column,
      reason: `sample q1, epoch 1: ${reason}`,
    });
  });

  it("labels the 27th choice 1, which our scorers leave to the log's", async () => {
    const choices = Array.from({ length: 30 }, (_, i) => `choice ${i}`);
    const given = replied("ANSWER: 2", "2", "C", { choices, target: "2" });
    const { runs, rejects } = await importOne(given);
    expect(runs.map((run) => run.manifest.scorer)).toEqual(["inspect-choice"]);
    expect(rejects[0]?.reason).toContain("labels the 27th choice 1");
    const [row] = await stagedRows(engine);
    expect(row).toMatchObject({ n_options: 30, gold_pos: 28, resp_pos: 28 });
  });

  it("keeps the order that an epoch showed where it differs", async () => {
    const turned = sample({ epoch: 2, choices: ["red", "blue", "green"], target: "A" });
    const answer = { ...turned, output: { completion: "ANSWER: A" }, scores: {} };
    const { runs } = await importTexts(engine, {
      "log.eval": evalLog(header(), [sample({ scores: {} }), answer]),
    });
    expect(runs[0]?.manifest.counts).toEqual({ answered: 2 });
    const shown = await engine.query("SELECT trial, request FROM stage.raw ORDER BY trial");
    expect(shown).toEqual([
      { trial: 1, request: null },
      { trial: 2, request: '{"options":["red","blue","green"]}' },
    ]);
    const hashes = new Set((await stagedRows(engine)).map((row) => row.item_hash));
    expect(hashes.size).toBe(1);
  });
});

describe("a log whose solver shuffled", () => {
  it("has no positions, and says so", async () => {
    const plan = { steps: [{ solver: "multiple_choice", params: { shuffle: true } }] };
    const { runs, rejects } = await importOne(sample(), header({ plan }));
    expect(runs).toEqual([]);
    expect(rejects[0]?.reason).toContain("the positions that the model saw are not in the log");
  });

  it("is told by its scores where another solver shuffled", async () => {
    const explanation = "Choices were shuffled before generating a response, the following ...";
    const scores = { choice: { value: "C", answer: "B", explanation } };
    expect(await rejectOf(sample({ scores }))).toMatchObject({ column: "scores" });
  });

  it("is read where shuffling was put off", async () => {
    const plan = { steps: [{ solver: "multiple_choice", params: { shuffle: false } }] };
    expect((await importOne(sample(), header({ eval: ONE, plan }))).runs).toHaveLength(2);
  });
});

describe("runs of two logs", () => {
  it("share no trials for one seed of sampling", async () => {
    const seeded = header({ eval: ONE, plan: { config: { seed: 7 } } });
    const { runs } = await importTexts(engine, {
      "a.eval": evalLog(seeded, [sample()]),
      "b.eval": evalLog(seeded, [sample({ choices: ["red", "blue", "green"], target: "A" })]),
    });
    const [a, , b] = runs.map((run) => run.manifest);
    expect(a?.protocol).toMatchObject({ seed: null, sampling: { seed: 7 } });
    expect(b?.protocol).toMatchObject({ seed: null, sampling: { seed: 7 } });
    expect(a && syncId(a)).not.toBe(b && syncId(b));
  });

  it("have the same prompt where solvers and task arguments agree", async () => {
    const prompt = async (given: Parameters<typeof header>[0]) =>
      (await importOne(sample(), header(given))).runs[0]?.manifest.prompt_hash;
    const plain = await prompt({});
    expect(plain).toMatch(/^[0-9a-f]{16}$/);
    expect(await prompt({ eval: { model: "other" } })).toBe(plain);
    expect(await prompt({ eval: { task_args: { fewshot: 5 } } })).not.toBe(plain);
  });

  it("refuse a header without a model", async () => {
    const { rejects } = await importOne(sample(), header({ eval: { model: null } }));
    expect(rejects[0]?.reason).toContain("eval.model");
  });
});
