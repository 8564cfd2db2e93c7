import { afterEach, describe, expect, it } from "vitest";
import type { Engine } from "@/lib/engine/engine";
import { openNodeEngine } from "@/lib/engine/node";
import {
  manifest,
  manifestsOf,
  response,
  stageCsv,
  stageRows,
  workspaceOf,
} from "@/tests/helpers/stage";
import { METRICS } from "@/lib/metrics/registry";
import { trialSource } from "@/lib/metrics/trials";
import type { Manifest } from "@/lib/records/manifest";
import type { Response } from "@/lib/records/response";
import type { Filters } from "@/lib/view-state/filters";
import { buildSource } from "./build";
import { nextIndex, uniteSources, type Source } from "./views";

let engine: Engine;
afterEach(() => engine.close());

async function open(rows: Response[], runs: [string, string][]) {
  engine = await openNodeEngine();
  await stageRows(engine, rows);
  await workspaceOf(
    engine,
    runs.map(([run, model]) => manifest(run, model)),
  );
}

describe("cubes", () => {
  it("counts the fixture's rows", async () => {
    engine = await openNodeEngine();
    const manifests = await stageCsv(engine, "tests/fixtures/massive.csv");
    await workspaceOf(engine, manifests);
    expect(
      await engine.query(`SELECT (SELECT count(*)::INTEGER FROM data.runs) AS runs,
        (SELECT count(*)::INTEGER FROM data.cells) AS cells,
        (SELECT sum(n_scored)::INTEGER FROM data.item_cube) AS scored,
        (SELECT sum(n_gold)::INTEGER FROM data.item_position_cube) AS gold,
        (SELECT sum(n_gold)::INTEGER FROM data.position_cube) AS gold_by_cell,
        (SELECT sum(n_scored)::INTEGER FROM data.trial_cube) AS by_trial,
        (SELECT count(*)::INTEGER FROM data.responses) AS "rows",
        (SELECT sum(n_rows)::INTEGER FROM data.facet_cube) AS facets,
        (SELECT count(*)::INTEGER FROM data.moments) AS moments`),
    ).toEqual([
      {
        runs: 54,
        cells: 126,
        scored: 12960,
        gold: 12960,
        gold_by_cell: 12960,
        by_trial: 12960,
        rows: 12960,
        facets: 12960,
        moments: 126,
      },
    ]);
  });

  it("keeps one series for runs that complete each other", async () => {
    await open(
      [
        response({ run_id: "a", trial: 1, resp_pos: 1 }),
        response({ run_id: "b", trial: 2, resp_pos: 1 }),
      ],
      [
        ["a", "m1"],
        ["b", "m1"],
      ],
    );
    expect(
      await engine.query(`SELECT count(DISTINCT series_id)::INTEGER AS n, min(kind) AS kind,
        min(series_kind) AS together FROM data.runs`),
    ).toEqual([{ n: 1, kind: "fixed", together: "repeated" }]);
    expect(await engine.query("SELECT * FROM data.warnings")).toEqual([]);
  });

  it("keeps two fixed runs in two conditions fixed, and their gold under watch", async () => {
    const run = (run_id: string, condition: string, n_options: number) =>
      Array.from({ length: 200 }, (_, i) =>
        response({ run_id, condition, n_options, item_id: `i${i}`, gold_pos: 1, resp_pos: 1 }),
      );
    await open(
      [...run("a", "five-original", 5), ...run("b", "ten-permuted", 10)],
      [
        ["a", "m1"],
        ["b", "m1"],
      ],
    );
    expect(
      await engine.query(`SELECT count(DISTINCT series_id)::INTEGER AS n, max(kind) AS kind,
        max(series_kind) AS together FROM data.runs`),
    ).toEqual([{ n: 1, kind: "fixed", together: "fixed" }]);
    const workspace = { engine, ensureRows: () => Promise.resolve() };
    expect(await METRICS.hard_split.run(workspace, { filters: [] })).toEqual([]);
    const warnings = await METRICS.warnings.run(workspace, { filters: [] });
    expect(warnings.map((w) => w.code)).toEqual(["paired_by_id", "gold_not_uniform"]);
  });

  it("calls single-N runs of one condition repeated where they share an item", async () => {
    await open(
      [
        response({ run_id: "a", n_options: 4, condition: "c", resp_pos: 1 }),
        response({ run_id: "b", n_options: 10, condition: "c", resp_pos: 1 }),
      ],
      [
        ["a", "m1"],
        ["b", "m1"],
      ],
    );
    expect(await engine.query("SELECT DISTINCT kind, series_kind FROM data.runs")).toEqual([
      { kind: "fixed", series_kind: "repeated" },
    ]);
  });

  it("sets a run apart that repeats a trial, with a warning", async () => {
    await open(
      [
        response({ run_id: "a", trial: 1, resp_pos: 1 }),
        response({ run_id: "b", trial: 1, resp_pos: 2 }),
      ],
      [
        ["a", "m1"],
        ["b", "m1"],
      ],
    );
    expect(
      await engine.query("SELECT count(DISTINCT series_id)::INTEGER AS n FROM data.runs"),
    ).toEqual([{ n: 2 }]);
    const warnings = await engine.query("SELECT code, runs FROM data.warnings");
    expect(warnings).toEqual([{ code: "repeated_trials", runs: '["a","b"]' }]);
  });

  it("refuses rows of a run without a manifest", async () => {
    await expect(open([response({ run_id: "a" })], [["b", "m1"]])).rejects.toThrow(
      "rows of run a have no manifest",
    );
  });

  it("keeps a run without a row, with what was planned", async () => {
    engine = await openNodeEngine();
    await stageRows(engine, []);
    await workspaceOf(engine, [manifest("a", "m1", { planned: 7 })]);
    expect(
      await engine.query("SELECT planned::INTEGER AS n, missing::INTEGER AS m FROM data.runs"),
    ).toEqual([{ n: 7, m: 7 }]);
  });
});

describe("united sources", () => {
  async function source(name: string, rows: Response[], runs: Manifest[]): Promise<Source> {
    await stageRows(engine, rows);
    const place = { catalog: "memory", schema: name };
    await buildSource(engine, { cubes: place, firstIx: await nextIndex(engine), manifests: runs });
    return { cubes: place, rows: place };
  }
  const one = (trial: number, given: Partial<Response> = {}) =>
    response({ run_id: "a", trial, resp_pos: 1, ...given });

  it("lets a larger source take the place of the first, whose numbers the others do not use", async () => {
    engine = await openNodeEngine();
    const rowsOf = (run: string, n: number) =>
      Array.from({ length: n }, (_, i) => one(1, { run_id: run, item_id: `${run}${i}` }));
    const asSnapshot = async (name: string, rows: Response[]) => {
      await stageRows(engine, rows);
      const place = { catalog: "memory", schema: name };
      await buildSource(engine, { cubes: place, firstIx: 0, manifests: manifestsOf(rows) });
      return { cubes: place, rows: place };
    };
    const small = await asSnapshot("s0", rowsOf("a", 1));
    await uniteSources(engine, [small]);
    const beside = await source("d", rowsOf("x", 2), [manifest("x", "m1")]);
    await uniteSources(engine, [small, beside]);
    const large = await asSnapshot("s1", [...rowsOf("a", 1), ...rowsOf("b", 5)]);
    await uniteSources(engine, [large, beside]);
    expect(
      await engine.query(`SELECT r.run_id, count(*)::INTEGER AS n FROM data.item_cube AS q
        JOIN data.cells AS c USING (cell_ix) JOIN data.runs AS r USING (run_ix)
        JOIN data.items AS i USING (item_ix) GROUP BY r.run_id ORDER BY r.run_id`),
    ).toEqual([
      { run_id: "a", n: 1 },
      { run_id: "b", n: 5 },
      { run_id: "x", n: 2 },
    ]);
  });

  it("sets a run of a later source apart that repeats an earlier one's trials", async () => {
    engine = await openNodeEngine();
    const first = await source("s0", [one(1), one(2)], [manifest("a", "m1")]);
    await uniteSources(engine, [first]);
    const second = await source("s1", [one(2)], [manifest("a", "m1")]);
    await uniteSources(engine, [first, second]);
    const runs = await engine.query("SELECT run_ix, series_id FROM data.runs ORDER BY run_ix");
    expect(new Set(runs.map((r) => r.series_id)).size).toBe(2);
    expect(new Set(runs.map((r) => r.run_ix)).size).toBe(2);
    expect(await engine.query("SELECT code FROM data.warnings")).toEqual([
      { code: "repeated_trials" },
    ]);
    const workspace = { engine, ensureRows: () => Promise.resolve() };
    const scaling = await METRICS.scaling.run(workspace, { filters: [] });
    expect(scaling.map((r) => r.n_responses).toSorted()).toEqual([1, 2]);
    await uniteSources(engine, [first]);
    expect(await engine.query("SELECT * FROM data.warnings")).toEqual([]);
  });

  it("does not claim that rows repeat where only ranges of trials overlap", async () => {
    engine = await openNodeEngine();
    const first = await source("s0", [one(1), one(3)], [manifest("a", "m1")]);
    await uniteSources(engine, [first]);
    const between = one(2, { run_id: "b" });
    const second = await source("s1", [between, { ...between, trial: 4 }], [manifest("b", "m1")]);
    await uniteSources(engine, [first, second]);
    const [unsure] = await engine.query("SELECT message FROM data.warnings");
    expect(unsure?.message).toContain("whether rows repeat was not checked");
    const third = await source(
      "s2",
      [2, 3].map((trial) => one(trial, { run_id: "c" })),
      [manifest("c", "m1")],
    );
    await uniteSources(engine, [first, third]);
    const [sure] = await engine.query("SELECT message FROM data.warnings");
    expect(sure?.message).toContain("run c repeats trials of a");
  });

  it("keeps two fixed runs in two conditions fixed across sources", async () => {
    engine = await openNodeEngine();
    const five = one(1, { n_options: 5, condition: "five-original" });
    const ten = one(1, { run_id: "b", n_options: 10, condition: "ten-permuted" });
    const first = await source("s0", [five], [manifest("a", "m1")]);
    await uniteSources(engine, [first]);
    const second = await source("s1", [ten], [manifest("b", "m1")]);
    await uniteSources(engine, [first, second]);
    expect(await engine.query("SELECT DISTINCT series_kind FROM data.runs")).toEqual([
      { series_kind: "fixed" },
    ]);
  });

  it("makes two fixed runs at two N one repeated series", async () => {
    engine = await openNodeEngine();
    const first = await source("s0", [one(1)], [manifest("a", "m1")]);
    await uniteSources(engine, [first]);
    const ten = one(1, { run_id: "b", n_options: 10 });
    const second = await source("s1", [ten], [manifest("b", "m1")]);
    await uniteSources(engine, [first, second]);
    expect(await engine.query("SELECT DISTINCT kind, series_kind FROM data.runs")).toEqual([
      { kind: "fixed", series_kind: "repeated" },
    ]);
  });

  it("answers from cubes while rows are not open", async () => {
    engine = await openNodeEngine();
    const { cubes } = await source("s0", [one(1), one(2)], [manifest("a", "m1")]);
    await uniteSources(engine, [{ cubes, rows: null }]);
    expect(await engine.query("SELECT * FROM data.responses")).toEqual([]);
    const workspace = { engine, ensureRows: () => Promise.reject(new Error("rows were asked")) };
    const [row] = await METRICS.scaling.run(workspace, { filters: [] });
    expect(row).toMatchObject({ n_trials: 2, accuracy: 1 });
    const byItem: Filters = [{ field: "item", values: ["i1"] }];
    expect(await trialSource(workspace, { filters: byItem })).toBe("responses");
    await expect(METRICS.scaling.run(workspace, { filters: byItem })).rejects.toThrow("asked");
    const [quick] = await METRICS.scaling.run(workspace, { filters: byItem, trials: "cubes" });
    expect(quick).toMatchObject({ n_trials: 2, accuracy: 1, na_trial_ci: null });
  });
});
