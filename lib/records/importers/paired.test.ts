import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { auditVerdict } from "@/lib/cubes/audit";
import type { Engine } from "@/lib/engine/engine";
import { openNodeEngine } from "@/lib/engine/node";
import { METRICS } from "@/lib/metrics/registry";
import { loadRuns } from "@/lib/records/store/load";
import { writeRuns } from "@/lib/records/store/write";
import { importTexts, stagedRows } from "@/lib/records/testing";
import { workspaceOf } from "@/tests/helpers/stage";

let engine: Engine;
beforeEach(async () => {
  engine = await openNodeEngine();
});
afterEach(() => engine.close());

/** Two originals and two borrowed ones; shown as B b, O y, O x, B a. The key is x. */
const QUESTION = {
  id: "q1",
  section: "s",
  negative: true,
  five: { options: ["x", " yyyy "], gold: 0, resp: 0 },
  ten: {
    options: [
      { text: "bb", origin: "B" },
      { text: " yyyy ", origin: "O" },
      { text: "x", origin: "O" },
      { text: "aa", origin: "B" },
    ],
    gold: 2,
    resp: 3 as number | null,
  },
};
const changed = (id: string, more: Record<string, unknown>, ten: Record<string, unknown> = {}) => ({
  ...QUESTION,
  id,
  ...more,
  ten: { ...QUESTION.ten, ...ten },
});

const importBundle = (questions: readonly unknown[], more: Record<string, unknown> = {}) =>
  importTexts(engine, { "b.json": JSON.stringify({ questions, ...more }) });

describe("a paired bundle", () => {
  it("makes a run of each condition, with positions from one and origins", async () => {
    const { runs, rejectCount } = await importBundle([QUESTION]);
    expect(rejectCount).toBe(0);
    expect(runs.map((run) => [run.manifest.name, run.kept, run.missing])).toEqual([
      ["paired on imported, five-original", 1, 0],
      ["paired on imported, ten-permuted", 1, 0],
    ]);
    const rows = await stagedRows(engine);
    expect(rows.find((row) => row.n_options === 2)).toMatchObject({
      condition: "five-original",
      gold_pos: 1,
      resp_pos: 1,
      selected_origin: null,
      stem_negative: true,
      section: "s",
      item_hash: null,
      scorer: "given",
    });
    expect(rows.find((row) => row.n_options === 4)).toMatchObject({
      condition: "ten-permuted",
      gold_pos: 3,
      resp_pos: 4,
      outcome: "answered",
      selected_origin: "borrowed",
    });
    expect(
      await engine.query(`SELECT condition, "order" FROM stage.presentations ORDER BY ALL`),
    ).toEqual([
      { condition: "five-original", order: "[0,1]" },
      { condition: "ten-permuted", order: "[2,1,0,3]" },
    ]);
    expect(await engine.query("SELECT key, stem_negative FROM stage.items")).toEqual([
      { key: 0, stem_negative: true },
    ]);
  });

  it("reads no answer and one beyond the options as what they are", async () => {
    await importBundle([changed("q1", {}, { resp: null }), changed("q2", {}, { resp: 4 })]);
    const ten = (await stagedRows(engine)).filter((row) => row.n_options === 4);
    expect(ten.map((row) => [row.outcome, row.resp_pos])).toEqual([
      ["unparsed", null],
      ["out_of_range", null],
    ]);
  });

  it("makes a third run of the legacy reading, and rejects a broken one there alone", async () => {
    const { runs } = await importBundle([
      changed("q1", {}, { legacy_resp: 2 }),
      changed("q2", {}, { legacy_resp: "C" }),
    ]);
    expect(runs.map((run) => [run.manifest.scorer, run.kept, run.missing])).toEqual([
      ["given", 2, 0],
      ["given", 2, 0],
      ["legacy-1", 1, 1],
    ]);
    expect(runs[2]?.manifest.source_run).toBe(runs[1]?.manifest.run_id);
    expect(runs[2]?.rejected).toMatchObject([{ column: "ten.legacy_resp", value: "C" }]);
  });

  it.each([
    [{ id: 7 }, {}, "id", /expected string/i],
    [{ five: { options: ["x"], gold: 0, resp: 0 } }, {}, "five.options", /at least|>=2/i],
    [{}, { gold: 4 }, "ten.gold", /beyond the options/],
    [{}, { gold: 1 }, "ten.gold", /another option/],
    [{}, { gold: -1 }, "ten.gold", />=0/],
    [{}, { resp: 1.5 }, "ten.resp", /int/],
    [{ negative: "no" }, {}, "negative", /boolean/],
    [{ five: { options: ["x", "z"], gold: 0, resp: 0 } }, {}, "ten.options", /five does not have/],
    [{ five: { options: ["x", " yyyy ", "z"], gold: 0, resp: 0 } }, {}, "ten.options", /lacks/],
  ])("rejects a question %j %j, and keeps the others", async (more, ten, column, reason) => {
    const { runs, rejects } = await importBundle([QUESTION, changed("q2", more, ten)]);
    expect(runs.map((run) => run.kept)).toEqual([1, 1]);
    expect(rejects).toHaveLength(1);
    expect(rejects[0]).toMatchObject({ column, file: "b.json" });
    expect(rejects[0]?.reason).toMatch(/question 2: /);
    expect(rejects[0]?.reason).toMatch(reason);
    // Where it could be named it was planned in both.
    expect(runs.map((run) => run.missing)).toEqual([1, 1]);
  });

  it("leaves unknown what was shown where two bundles give one id other options", async () => {
    const midranks = async (second: string, key = 2) => {
      const others = QUESTION.ten.options.map((o) =>
        o.text === "aa" ? { ...o, text: second } : o,
      );
      const [five, ten] = [{ gold: key === 2 ? 0 : 1 }, { options: others, gold: key }];
      const b = changed("q1", { five: { ...QUESTION.five, ...five } }, ten);
      const { runs } = await importTexts(engine, {
        "a.json": JSON.stringify({ questions: [QUESTION] }),
        "b.json": JSON.stringify({ questions: [b, b], bootstrap_seed: 42 }),
      });
      const items = await engine.query("SELECT options, key FROM stage.items");
      const workspace = await workspaceOf(
        engine,
        runs.map((run) => run.manifest),
      );
      const rows = await METRICS.presentation.run(workspace, { filters: [] });
      const ten4 = rows.filter((row) => row.n_options === 4);
      return [items.length, ...ten4.map((row) => row.length_midrank)];
    };
    // The same question twice is one: "aa" ties with "bb" and is shorter than "yyyy".
    expect(await midranks("aa")).toEqual([1, 0.25, 0.25]);
    expect(await midranks("aaaaaa")).toEqual([2, null, null]);
    expect(await midranks("aa", 1)).toEqual([2, null, null]);
  });

  it("keeps options of one text apart", async () => {
    const twice = changed(
      "q1",
      { five: { options: ["x", "x"], gold: 0, resp: 0 } },
      { options: ["B b", "O x", "O x"].map((o) => ({ origin: o[0], text: o.slice(2) })), gold: 2 },
    );
    const { rejects } = await importBundle([twice]);
    expect(rejects.map((reject) => reject.reason)).toEqual([]);
  });

  it("weighs reviewer records by their strata, and says which it cannot place", async () => {
    const questions = ["q1", "q2", "q3"].map((id) => changed(id, {}));
    const labels = {
      // The key is the first of the item and the third shown: a set has the order of the item.
      R1: { q1: [2], q2: [0, 2], nowhere: [0] },
      R2: { q1: null, q2: [9] },
    };
    const { rejects } = await importBundle(questions, { audit: { labels } });
    expect(rejects.map((r) => [r.column, r.reason])).toEqual([
      ["audit.labels.nowhere", expect.stringContaining("was not read")],
      ["audit.labels.R2.q2", expect.stringContaining("beyond the options")],
    ]);
    // Two of three questions of the one stratum were sampled.
    expect(
      await engine.query(
        "SELECT record_set, item_id, weight, answers FROM stage.audit ORDER BY ALL",
      ),
    ).toEqual([
      { record_set: "R1", item_id: "q1", weight: 1.5, answers: "[0]" },
      { record_set: "R1", item_id: "q2", weight: 1.5, answers: "[0,2]" },
      { record_set: "R2", item_id: "q1", weight: 1.5, answers: null },
      { record_set: "R2", item_id: "q2", weight: 1.5, answers: null },
    ]);
  });

  it("leaves out what is no label alone, by its set and question", async () => {
    const questions = ["q1", "q2"].map((id) => changed(id, {}));
    const labels = {
      R1: { q1: [2], q2: ["C"] },
      R2: { q1: "0", q2: [2, 0] },
      R3: [[2]],
      "": { q1: [2] },
    };
    const { rejects } = await importBundle(questions, { audit: { labels } });
    expect(rejects.map((r) => [r.column, r.value])).toEqual([
      ["audit.labels.R3", "[[2]]"],
      ["audit.labels.", ""],
      ["audit.labels.R1.q2.0", "C"],
      ["audit.labels.R2.q1", "0"],
    ]);
    expect(
      await engine.query("SELECT record_set, item_id, answers FROM stage.audit ORDER BY ALL"),
    ).toEqual([
      { record_set: "R1", item_id: "q1", answers: "[0]" },
      { record_set: "R1", item_id: "q2", answers: null },
      { record_set: "R2", item_id: "q1", answers: null },
      { record_set: "R2", item_id: "q2", answers: "[0,2]" },
    ]);
  });

  it("reads a bundle whose bootstrap seed is none, and tells that it is not used", async () => {
    const { runs, warnings } = await importBundle([QUESTION], { bootstrap_seed: "abc" });
    expect(runs.map(({ kept }) => kept)).toEqual([1, 1]);
    expect(warnings.map(({ message }) => message)).toEqual([
      expect.stringContaining("names the bootstrap seed abc; reports draw from 42"),
    ]);
  });

  it("tells that another bootstrap seed is not used", async () => {
    const { warnings } = await importBundle([QUESTION], { bootstrap_seed: 7 });
    expect(warnings.map((w) => w.code)).toEqual(["bootstrap_seed"]);
  });

  it("survives the store with its lengths and records", async () => {
    const { runs } = await importBundle([QUESTION], { audit: { labels: { R1: { q1: [2, 0] } } } });
    const manifests = runs.map((run) => run.manifest);
    const dir = await mkdtemp(join(tmpdir(), "paired-"));
    const written = await writeRuns(engine, manifests, dir);
    const loaded = await loadRuns(
      engine,
      written.map((run) => run.path),
      { texts: false },
    );
    await rm(dir, { recursive: true });
    expect(loaded.broken).toEqual([]);
    const workspace = await workspaceOf(engine, loaded.manifests);
    const rows = await METRICS.presentation.run(workspace, { filters: [] });
    // Chosen "aa" ties with "bb" and is shorter than "yyyy": (0 + ½)/2. Pairs of x (1) and yyyy (4)
    // with two of length 2: 0 + 0 + 1 + 1 of 4.
    expect(rows.find((row) => row.n_options === 4)).toMatchObject({
      length_midrank: 0.25,
      original_longer_share: 0.5,
      borrowed_share: 1,
      borrowed_even: 2 / 3,
      order_changed: 1,
      gold_label_changed: 1,
      against: "five-original",
    });
    expect(rows.find((row) => row.n_options === 2)).toMatchObject({
      length_midrank: null,
      original_longer_share: null,
      borrowed_share: null,
      order_changed: null,
    });
    expect(await METRICS.audit.run(workspace, { filters: [] })).toMatchObject([
      { record_set: "R1", n: 1, key_plus_borrowed: { count: 1, weighted_pct: 100 } },
    ]);
  });
});

it("tells what evenly spread errors would draw of borrowed options, question by question", async () => {
  // Of the three options that are not the key two are borrowed, then one; both questions are missed.
  const one = changed(
    "q2",
    { five: { options: ["x", "y", "z"], gold: 0, resp: 0 } },
    {
      options: ["B b", "O x", "O y", "O z"].map((o) => ({ origin: o[0], text: o.slice(2) })),
      gold: 1,
      resp: 2,
    },
  );
  const { runs } = await importBundle([QUESTION, one]);
  const workspace = await workspaceOf(
    engine,
    runs.map((run) => run.manifest),
  );
  const rows = await METRICS.presentation.run(workspace, { filters: [] });
  const ten = rows.find((row) => row.n_options === 4);
  expect(ten?.borrowed_share).toBe(0.5);
  expect(ten?.borrowed_even).toBeCloseTo((2 / 3 + 1 / 3) / 2, 12);
});

it("gives a run whose keys stand elsewhere none of its orders, though some questions fit by chance", async () => {
  const { runs } = await importBundle([QUESTION, changed("q2", {}), changed("q3", {})]);
  const [five, ten] = runs.map((run) => run.manifest);
  // The same questions and condition in another order: the key comes first in q2, as before in the others.
  await engine.exec(`INSERT INTO stage.responses
    SELECT * REPLACE ('old' AS run_id, NULL AS selected_origin,
      CASE item_id WHEN 'q2' THEN 1 ELSE gold_pos END AS gold_pos)
    FROM stage.responses WHERE condition = 'ten-permuted'`);
  await workspaceOf(engine, [five!, ten!, { ...ten!, run_id: "old" }]);
  const known = `SELECT r.run_id, sum(s.n_midrank)::INTEGER AS n, count(s.n_original)::INTEGER AS told
    FROM data.shown_cube AS s JOIN data.cells AS c USING (cell_ix) JOIN data.runs AS r USING (run_ix)
    WHERE c.condition = 'ten-permuted' GROUP BY r.run_id`;
  expect(await engine.query(known)).toEqual([{ run_id: ten!.run_id, n: 3, told: 3 }]);
});

it("derives what a reviewer record says from its answers", () => {
  const of = (answers: readonly number[] | null) => auditVerdict(answers, 0, "oob");
  expect(of(null)).toEqual({ status: "unresolved", keyAndBorrowed: false });
  expect(of([])).toEqual({ status: "no_answer", keyAndBorrowed: false });
  expect(of([0, 0])).toEqual({ status: "unique_source_key", keyAndBorrowed: false });
  expect(of([2])).toEqual({ status: "single_alternative", keyAndBorrowed: false });
  expect(of([0, 1])).toEqual({ status: "multiple", keyAndBorrowed: false });
  expect(of([1, 2])).toEqual({ status: "multiple", keyAndBorrowed: false });
  expect(of([0, 2])).toEqual({ status: "multiple", keyAndBorrowed: true });
});
