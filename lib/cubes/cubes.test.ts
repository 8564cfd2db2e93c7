import { afterEach, describe, expect, it } from "vitest";
import type { Engine } from "@/lib/engine/engine";
import { openNodeEngine } from "@/lib/engine/node";
import { manifest, response, stageCsv, stageRows, workspaceOf } from "@/tests/helpers/stage";
import type { Response } from "@/lib/records/response";

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
});
