import type { Engine } from "@/lib/engine/engine";
import { CUBE_TABLES } from "./schema";
import { insertInto, qualified, type Place } from "./place";
import { crossesSql, momentsSql, trialSeriesSql } from "./trials";

const CURVE = "environment, padding, mode, condition";

/**
 * Fills moments and crosses for each series (all its runs) and, where several runs of a series
 * share a curve, for each run alone.
 */
export async function buildMoments(engine: Engine, cubes: Place, rows: Place): Promise<void> {
  const cells = `SELECT c.*, r.run_id, r.series_id,
      count(DISTINCT c.run_ix) OVER (PARTITION BY r.series_id, ${CURVE}) AS n_runs
    FROM ${qualified(cubes, "cells")} AS c JOIN ${qualified(cubes, "runs")} AS r USING (run_ix)`;
  await engine.exec(`CREATE OR REPLACE TEMP TABLE build_owners AS
    WITH cells AS (${cells}), owned AS (
      SELECT series_id AS owner, * FROM cells
      UNION ALL SELECT run_id AS owner, * FROM cells WHERE n_runs > 1)
    SELECT owner, cell_ix, ${CURVE}, n_options,
      dense_rank() OVER (ORDER BY owner, ${CURVE}, n_options)::INTEGER AS cell_group,
      dense_rank() OVER (ORDER BY owner, ${CURVE})::INTEGER AS curve_group
    FROM owned`);
  await engine.exec(
    `CREATE OR REPLACE TEMP TABLE build_series AS ${trialSeriesSql({
      from: `(SELECT o.cell_group, o.curve_group, o.n_options, t.trial, t.n_scored, t.n_correct
      FROM ${qualified(rows, "trial_cube")} AS t JOIN build_owners AS o USING (cell_ix)) AS owned`,
      cell: "cell_group",
      curve: "curve_group",
    })}`,
  );
  await engine.exec(
    insertInto(
      cubes,
      "moments",
      CUBE_TABLES.moments,
      `SELECT DISTINCT o.owner, ${CURVE}, o.n_options, m.* EXCLUDE (cell_group)
        FROM (${momentsSql("build_series")}) AS m JOIN build_owners AS o USING (cell_group)`,
    ),
  );
  await engine.exec(
    insertInto(
      cubes,
      "crosses",
      CUBE_TABLES.crosses,
      `SELECT DISTINCT o.owner, ${CURVE}, x.* EXCLUDE (curve_group)
        FROM (${crossesSql("build_series")}) AS x JOIN build_owners AS o USING (curve_group)`,
    ),
  );
  await engine.exec("DROP TABLE build_series; DROP TABLE build_owners");
}
