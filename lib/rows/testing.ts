import type { Engine } from "@/lib/engine/engine";
import { CUBE_TABLES, ROW_TABLES } from "@/lib/cubes/schema";
import { ddlOf } from "@/lib/records/columns";
import type { ViewRow } from "./row";
import { UNKNOWN } from "@/lib/records/importers/draft";

/** One row of the Responses view, with what a test is about put in its place. */
export function exampleRow(change: Partial<ViewRow>): ViewRow {
  return {
    ...UNKNOWN,
    cell_ix: 0,
    item_ix: 0,
    run_id: "r",
    model: "m",
    benchmark: "b",
    item_id: "q1",
    n_options: 3,
    trial: 1,
    gold_pos: 3,
    resp_pos: 1,
    outcome: "answered",
    scorer: "declaration-1",
    correct: false,
    provenance: "imported",
    ...change,
  };
}

/** A design whose rows are laid out as a compiled snapshot's, for tests and timings. */
export interface TestDesign {
  readonly models: number;
  readonly environments: readonly string[];
  readonly optionCounts: readonly number[];
  readonly paddings: readonly string[];
  readonly items: number;
  readonly trials: number;
}

/** Rows that a design makes. */
export function rowsOf(d: TestDesign): number {
  const cells = d.models * d.environments.length * d.optionCounts.length * d.paddings.length;
  return cells * d.items * d.trials;
}

const list = (values: readonly (string | number)[]) =>
  `[${values.map((v) => (typeof v === "string" ? `'${v}'` : v)).join(", ")}]`;

/**
 * Fills `data.runs`, `data.cells`, `data.items`, `data.item_cube` and `data.responses` with a full
 * crossing of the design. Values follow from the row's number, so that every run gives the same.
 */
export async function fillDesign(engine: Engine, design: TestDesign): Promise<void> {
  await engine.exec("CREATE SCHEMA IF NOT EXISTS data");
  for (const name of ["runs", "cells", "items", "item_cube"] as const)
    await engine.exec(`CREATE OR REPLACE TABLE data.${name} (${ddlOf(CUBE_TABLES[name])})`);
  const { responses } = ROW_TABLES;
  await engine.exec(`CREATE OR REPLACE TABLE data.responses (${ddlOf(responses)})`);
  await engine.exec(`
    INSERT INTO data.runs
    SELECT m, 'run-' || m, 'series-' || m, 'model-' || m, 'bench', 'index-1', 'repeated',
      'repeated', 'simulated', false, NULL, NULL, false, NULL, 1, 0, '{}'
    FROM range(${design.models}) AS t(m)`);
  await engine.exec(`
    INSERT INTO data.cells
    SELECT row_number() OVER (ORDER BY m, e, n, p) - 1, m, e, p, NULL, NULL, n
    FROM range(${design.models}) AS a(m), (SELECT unnest(${list(design.environments)}) AS e) AS b,
      (SELECT unnest(${list(design.optionCounts)}) AS n) AS c,
      (SELECT unnest(${list(design.paddings)}) AS p) AS d`);
  await engine.exec(`
    INSERT INTO data.items
    SELECT k, 'bench', CAST(k + 1 AS VARCHAR), CASE WHEN k % 7 = 0 THEN NULL ELSE 'section ' || k % 3 END,
      k % 2 = 0, NULL, 'hash' || k FROM range(${design.items}) AS t(k)`);
  await engine.exec(`
    INSERT INTO data.responses
    SELECT c.cell_ix, i.item_ix, NULL, k + 1, g, CASE WHEN o = 'answered' THEN a END, o, NULL,
      CASE WHEN h % 5 = 0 THEN 'length' ELSE 'stop' END, NULL, 100 + h % 900,
      CASE WHEN h % 3 = 0 THEN NULL ELSE 1 + h % 4000 END, NULL, NULL, (h % 100003) / 8.0, 1,
      md5(CAST(h % 5000 AS VARCHAR))
    FROM (
      SELECT c.cell_ix, i.item_ix, k, CAST(hash(c.cell_ix, i.item_ix, k) % 1000000007 AS INTEGER) AS h,
        CAST(1 + hash(i.item_ix, k) % c.n_options AS INTEGER) AS g,
        CAST(1 + hash(k, c.cell_ix, i.item_ix) % c.n_options AS INTEGER) AS a,
        CASE WHEN h % 50 = 0 THEN 'unparsed' WHEN h % 97 = 0 THEN 'error' ELSE 'answered' END AS o
      FROM data.cells AS c, data.items AS i, range(${design.trials}) AS t(k)
    ) AS x JOIN data.cells AS c USING (cell_ix) JOIN data.items AS i USING (item_ix)
    ORDER BY c.cell_ix, i.item_ix, k`);
  const sums: Record<string, string> = {
    cell_ix: "cell_ix",
    item_ix: "item_ix",
    n_scored: "count(*) FILTER (outcome <> 'error')",
    n_valid: "count(resp_pos)",
    n_correct: "count(*) FILTER (resp_pos = gold_pos)",
    n_unparsed: "count(*) FILTER (outcome = 'unparsed')",
    n_error: "count(*) FILTER (outcome = 'error')",
    trial_min: "min(trial)",
    trial_max: "max(trial)",
  };
  const select = CUBE_TABLES.item_cube.map(
    (c) => `${sums[c.name] ?? `CAST(0 AS ${c.sql})`} AS ${c.name}`,
  );
  await engine.exec(`INSERT INTO data.item_cube BY NAME
    SELECT ${select.join(", ")} FROM data.responses GROUP BY cell_ix, item_ix`);
}
