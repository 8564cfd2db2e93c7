import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Engine } from "@/lib/engine/engine";
import { openNodeEngine } from "@/lib/engine/node";
import { importTexts, stagedRows } from "./testing";

let engine: Engine;
beforeAll(async () => {
  engine = await openNodeEngine();
});
afterAll(() => engine.close());

const HEAD = "run_id,model,n_options,item_id,env,trial,gold_pos,resp_pos";
const csv = (...lines: string[]): string => `${lines.join("\n")}\n`;

describe("keys", () => {
  it("makes the same row twice one row", async () => {
    const { runs, warnings } = await importTexts(engine, {
      "a.csv": csv(HEAD, "r,m,4,q1,,1,1,1", "r,m,4,q1,,1,1,1", "r,m,4,q2,,1,1,2"),
    });
    expect(runs[0]).toMatchObject({ kept: 2, missing: 0 });
    expect(warnings).toMatchObject([{ code: "repeated_rows", runs: ["r"] }]);
  });

  it("leaves out different rows under one key, names both, and counts the key missing", async () => {
    const { runs, warnings } = await importTexts(engine, {
      "a.csv": csv(HEAD, "r,m,4,q1,,1,1,1", "r,m,4,q2,,1,1,2", "r,m,4,q1,,1,1,3"),
    });
    expect(runs[0]).toMatchObject({ kept: 1, missing: 1 });
    expect(runs[0]!.manifest).toMatchObject({ planned: 2, status: "incomplete" });
    expect(warnings).toMatchObject([{ code: "contradictory_rows", runs: ["r"] }]);
    expect(warnings[0]!.message).toContain("item q1, N 4, trial 1 (a.csv line 2 and a.csv line 4)");
    expect((await stagedRows(engine)).map((row) => row.item_id)).toEqual(["q2"]);
  });

  it("treats null as equal to null, and as different from a value", async () => {
    const { runs } = await importTexts(engine, {
      "a.csv": csv(HEAD, "r,m,4,q1,,1,1,1", "r,m,4,q1,easy,1,1,1"),
    });
    expect(runs[0]).toMatchObject({ kept: 2, missing: 0 });
  });

  it("joins rows of one run that lie in two files, and finds repeats across them", async () => {
    const { runs, warnings } = await importTexts(engine, {
      "a.csv": csv(HEAD, "r,m,4,q1,,1,1,1", "r,m,4,q2,,1,1,1"),
      "b.csv": csv(HEAD, "r,m,4,q2,,1,1,2", "r,m,4,q3,,1,1,1"),
    });
    expect(runs).toHaveLength(1);
    expect(runs[0]).toMatchObject({ kept: 2, missing: 1 });
    expect(warnings[0]!.message).toContain("a.csv line 3 and b.csv line 2");
  });

  it("counts the key of a rejected row as planned and missing, once, unless a good row has it", async () => {
    const { runs } = await importTexts(engine, {
      "a.csv": csv(
        HEAD,
        "r,m,4,q1,,1,1,1",
        "r,m,4,q2,,1,9,1",
        "r,m,4,q2,,1,8,1",
        "r,m,4,q3,,1,9,1",
        "r,m,4,q3,,1,1,2",
        "r,m,4.5,q4,,1,1,1",
      ),
    });
    expect(runs[0]).toMatchObject({ kept: 2, missing: 1, rejectedCount: 4 });
  });

  it("has 100 planned, 80 right, 10 wrong and 10 errors add up", async () => {
    const rows = Array.from({ length: 100 }, (_, i) => {
      const given = i < 80 ? "1," : i < 90 ? "2," : ",error";
      return `r,m,4,q${i},,1,1,${given}`;
    });
    const { runs } = await importTexts(engine, { "a.csv": csv(`${HEAD},outcome`, ...rows) });
    expect(runs[0]!.manifest).toMatchObject({
      planned: 100,
      counts: { answered: 90, error: 10 },
      status: "complete",
    });
    const [row] = await engine.query(`SELECT count(*)::DOUBLE AS planned,
      (count(*) FILTER (WHERE resp_pos = gold_pos) / count(*))::DOUBLE AS of_planned,
      (count(*) FILTER (WHERE resp_pos = gold_pos) / count(*) FILTER (WHERE outcome <> 'error'))::DOUBLE
        AS of_scored FROM stage.responses`);
    expect(row).toEqual({ planned: 100, of_planned: 0.8, of_scored: 80 / 90 });
  });
});

describe("trials", () => {
  const NO_TRIAL = "run_id,model,n_options,item_id,gold_pos,resp_pos";

  it("numbers rows without a trial in file order within their key, and says so", async () => {
    const { runs, warnings } = await importTexts(engine, {
      "a.csv": csv(NO_TRIAL, "r,m,4,q1,1,1", "r,m,4,q2,1,2", "r,m,4,q1,1,1", "r,m,4,q1,2,3"),
    });
    expect((await stagedRows(engine)).map((r) => [r.item_id, r.trial, r.gold_pos])).toEqual([
      ["q1", 1, 1],
      ["q1", 2, 1],
      ["q1", 3, 2],
      ["q2", 1, 1],
    ]);
    expect(runs[0]!.manifest.protocol).toMatchObject({ trials_numbered: true, trials: 3 });
    expect(warnings).toMatchObject([{ code: "trials_numbered", runs: ["r"] }]);
  });

  it("says that rows of several files became more trials of the same items", async () => {
    const { runs, warnings } = await importTexts(engine, {
      "a.csv": csv(NO_TRIAL, "r,m,4,q1,1,1", "r,m,4,q2,1,1", "s,m,4,q1,1,1"),
      "b.csv": csv(NO_TRIAL, "r,m,4,q1,1,2", "s,m,4,q9,1,1"),
    });
    expect((await stagedRows(engine)).map((r) => [r.run_id, r.item_id, r.trial])).toEqual([
      ["r", "q1", 1],
      ["r", "q1", 2],
      ["r", "q2", 1],
      ["s", "q1", 1],
      ["s", "q9", 1],
    ]);
    expect(runs.map((run) => run.kept)).toEqual([3, 2]);
    const joined = warnings.filter((warning) => warning.code === "files_joined");
    expect(joined.map((warning) => warning.runs)).toEqual([["r"]]);
    expect(joined[0]!.message).toContain("(a.csv, b.csv): they count as further trials of 1 item,");
  });

  it("lets a rejected row keep its number", async () => {
    const { runs } = await importTexts(engine, {
      "a.csv": csv(NO_TRIAL, "r,m,4,q1,1,1", "r,m,4,q1,9,1", "r,m,4,q1,1,2"),
    });
    expect((await stagedRows(engine)).map((r) => r.trial)).toEqual([1, 3]);
    expect(runs[0]).toMatchObject({ kept: 2, missing: 1 });
  });

  it("does not call a run numbered where every key has one row", async () => {
    const { runs, warnings } = await importTexts(engine, {
      "a.csv": csv(NO_TRIAL, "r,m,4,q1,1,1", "r,m,5,q1,1,1"),
    });
    expect(runs[0]!.manifest.protocol).toMatchObject({ trials_numbered: false, trials: 1 });
    expect(warnings).toEqual([]);
  });

  it("numbers behind the trials that the file gives", async () => {
    await importTexts(engine, {
      "a.csv": csv(HEAD, "r,m,4,q1,,,1,1", "r,m,4,q1,,7,1,2", "r,m,4,q1,,,1,3"),
    });
    expect((await stagedRows(engine)).map((r) => [r.trial, r.resp_pos])).toEqual([
      [7, 2],
      [8, 1],
      [9, 3],
    ]);
  });
});

describe("runs", () => {
  it("makes one run a model and file where there is no run_id, the same for the same file", async () => {
    const text = csv("model,n_options,item_id,gold_pos,resp_pos", "a,4,q1,1,1", "b,4,q1,1,1");
    const first = await importTexts(engine, { "x.csv": text });
    const again = await importTexts(engine, { "renamed.csv": text });
    const other = await importTexts(engine, { "x.csv": `${text}a,4,q2,1,1\n` });
    const ids = (result: typeof first) => result.runs.map((run) => run.manifest.run_id);
    expect(new Set(ids(first)).size).toBe(2);
    expect(ids(again)).toEqual(ids(first));
    expect(ids(other)).not.toEqual(ids(first));
  });

  it("splits a run_id that names several models, and says so", async () => {
    const { runs, warnings } = await importTexts(engine, {
      "a.csv": csv(HEAD, "exp,m,4,q1,,1,1,1", "exp,n,4,q1,,1,1,2"),
    });
    expect(runs.map((run) => [run.manifest.run_id, run.kept])).toEqual([
      ["exp/m", 1],
      ["exp/n", 1],
    ]);
    expect(warnings).toMatchObject([{ code: "run_id_split", runs: ["exp/m", "exp/n"] }]);
  });

  it("keeps what was simulated marked", async () => {
    const { runs } = await importTexts(engine, {
      "a.csv": csv(`${HEAD},provenance`, "r,m,4,q1,,1,1,1,simulated", "s,m,4,q1,,1,1,1,measured"),
    });
    expect(runs.map((run) => run.manifest.provenance.kind)).toEqual(["simulated", "imported"]);
  });

  it("reads a file that is given twice once", async () => {
    const text = csv("model,n_options,item_id,gold_pos,resp_pos", "a,4,q1,1,1", "a,4,q1,1,9x");
    const { runs, rejectCount, warnings } = await importTexts(engine, {
      "x.csv": text,
      "y.csv": text,
    });
    expect(runs).toHaveLength(1);
    expect(runs[0]).toMatchObject({ kept: 1, missing: 1, rejectedCount: 1 });
    expect(rejectCount).toBe(1);
    expect(warnings).toMatchObject([{ code: "same_file" }]);
  });

  it("joins runs that are staged already, and leaves those alone that are there", async () => {
    await importTexts(engine, { "a.csv": csv(HEAD, "r,m,4,q1,,1,1,1") });
    const { runs, warnings } = await importTexts(
      engine,
      { "b.csv": csv(HEAD, "r,m,4,q1,,1,1,2", "s,m,4,q1,,1,1,2") },
      { keep: true },
    );
    expect(runs.map((run) => run.manifest.run_id)).toEqual(["s"]);
    expect(warnings).toMatchObject([{ code: "run_open_already", runs: ["r"] }]);
    expect((await stagedRows(engine)).map((r) => [r.run_id, r.resp_pos])).toEqual([
      ["r", 1],
      ["s", 2],
    ]);
  });
});
