import { z } from "zod";
import { queryRows } from "@/lib/engine/decode";
import type { Engine } from "@/lib/engine/engine";
import { literal, text } from "@/lib/engine/sql";
import type { Manifest } from "@/lib/records/manifest";
import { DIAGNOSTIC_SCORERS } from "@/lib/records/response";
import { SCORED } from "./aggregates";
import { setApart, type Apart, type SeriesRun } from "./apart";
import { insertInto, qualified, type Place } from "./place";
import { CUBE_TABLES } from "./schema";
import { seriesId, syncId } from "./series";
import type { SourceWarning } from "./warnings";

const repeatRow = z.strictObject({ runA: z.int(), runB: z.int() });

/**
 * Runs of one series with a common (cell, item, trial). Rows are read only of cells that several
 * runs of a series have, and whose trial ranges meet: a run that extends another costs nothing.
 */
export async function findApart(
  engine: Engine,
  cubes: Place,
  rows: Place,
  firstIx: number,
  manifests: readonly Manifest[],
): Promise<Apart[]> {
  const runs = manifests.map((m, i): SeriesRun => ({
    runIx: firstIx + i,
    runId: m.run_id,
    seriesId: seriesId(m),
    source: firstIx,
  }));
  if (new Set(runs.map((r) => r.seriesId)).size === runs.length) return [];
  const series = runs.map((r) => `(${r.runIx}, ${text(r.seriesId)})`).join(", ");
  const cells = qualified(cubes, "cells");
  const responses = qualified(rows, "responses");
  const items = qualified(cubes, "items");
  const repeats = await queryRows(
    engine,
    repeatRow,
    `WITH series (run_ix, series_id) AS (VALUES ${series}),
      ranges AS (
        SELECT q.cell_ix, i.item_id, q.trial_min, q.trial_max
        FROM ${qualified(cubes, "item_cube")} AS q JOIN ${items} AS i USING (item_ix)),
      pairs AS (
        SELECT a.cell_ix AS cell_a, b.cell_ix AS cell_b, a.run_ix AS run_a, b.run_ix AS run_b
        FROM ${cells} AS a JOIN series AS sa ON sa.run_ix = a.run_ix
        JOIN series AS sb ON sb.series_id = sa.series_id AND sb.run_ix > sa.run_ix
        JOIN ${cells} AS b ON b.run_ix = sb.run_ix AND b.n_options = a.n_options
          AND b.padding = a.padding AND b.environment IS NOT DISTINCT FROM a.environment
          AND b.mode IS NOT DISTINCT FROM a.mode
          AND b.condition IS NOT DISTINCT FROM a.condition),
      meeting AS (
        SELECT DISTINCT p.*
        FROM pairs AS p JOIN ranges AS a ON a.cell_ix = p.cell_a
        JOIN ranges AS b ON b.cell_ix = p.cell_b AND b.item_id = a.item_id
          AND a.trial_min <= b.trial_max AND b.trial_min <= a.trial_max),
      keyed AS (
        SELECT r.cell_ix, i.item_id, r.trial, r.permutation
        FROM ${responses} AS r JOIN ${items} AS i USING (item_ix)
        WHERE ${SCORED}
          AND r.cell_ix IN (SELECT cell_a FROM meeting UNION SELECT cell_b FROM meeting))
      SELECT DISTINCT p.run_a AS "runA", p.run_b AS "runB"
      FROM meeting AS p JOIN keyed AS a ON a.cell_ix = p.cell_a
      JOIN keyed AS b ON b.cell_ix = p.cell_b AND b.item_id = a.item_id AND b.trial = a.trial
        AND b.permutation IS NOT DISTINCT FROM a.permutation
      ORDER BY ALL`,
  );
  return setApart(
    runs,
    repeats.map((pair) => ({ ...pair, certain: true })),
  );
}

/** The warning that a run was set apart. */
export function apartWarning({ run, repeats, certain }: Apart): SourceWarning {
  return {
    code: "repeated_trials",
    message:
      (certain
        ? `run ${run.runId} repeats trials of ${repeats.runId} under the same conditions: `
        : `the trial numbers of run ${run.runId} overlap those of ${repeats.runId} under the same ` +
          `conditions; whether rows repeat was not checked: `) +
      `it is shown as a series of its own, and the two are never averaged`,
    runs: [...new Set([repeats.runId, run.runId])],
  };
}

export async function buildRuns(
  engine: Engine,
  cubes: Place,
  firstIx: number,
  manifests: readonly Manifest[],
  apart: readonly Apart[],
): Promise<void> {
  if (manifests.length === 0) return;
  const own = new Map(apart.map((a) => [a.run.runIx, a.seriesId]));
  const values = manifests.map((m, i) => {
    const diagnostic = DIAGNOSTIC_SCORERS.some((s) => s === m.scorer);
    const fields = [
      firstIx + i,
      m.run_id,
      own.get(firstIx + i) ?? seriesId(m),
      m.model.requested,
      m.benchmark,
      m.scorer,
      m.provenance.kind,
      diagnostic,
      m.source_run,
      syncId(m),
      m.protocol.trials_numbered,
      m.host?.class ?? null,
      m.planned,
      JSON.stringify(m),
      asksAgain(m),
    ];
    return `(${fields.map(literal).join(", ")})`;
  });
  await engine.exec(
    insertInto(
      cubes,
      "runs",
      CUBE_TABLES.runs,
      `WITH given (run_ix, run_id, series_id, model, benchmark, scorer, provenance, diagnostic,
          source_run, sync_id, trials_numbered, host_class, asked, manifest, asks_again)
        AS (VALUES ${values.join(", ")}),
      cube AS (
        SELECT g.run_ix, g.series_id, i.item_id, c.environment, c.padding, c.mode, c.condition,
          c.n_options, b.any_trial_min, b.any_trial_max, b.n_rows
        FROM build_items AS b
        JOIN ${qualified(cubes, "cells")} AS c USING (cell_ix)
        JOIN ${qualified(cubes, "items")} AS i USING (item_ix)
        JOIN given AS g USING (run_ix)),
      run_kinds AS (SELECT run_ix, bool_or(several) AS repeated FROM (${spanSql("run_ix")})
        AS spans GROUP BY run_ix),
      series_kinds AS (SELECT series_id, bool_or(several) AS repeated FROM (${spanSql("series_id")})
        AS spans GROUP BY series_id),
      counts AS (SELECT run_ix, sum(n_rows)::BIGINT AS n FROM cube GROUP BY run_ix)
      SELECT g.* EXCLUDE (asks_again), greatest(coalesce(asked, 0), coalesce(n, 0))::BIGINT AS planned,
        greatest(coalesce(asked, 0) - coalesce(n, 0), 0)::BIGINT AS missing,
        CASE WHEN asks_again OR rk.repeated THEN 'repeated' ELSE 'fixed' END AS kind,
        CASE WHEN bool_or(asks_again) OVER (PARTITION BY g.series_id) OR sk.repeated
          THEN 'repeated' ELSE 'fixed' END AS series_kind
      FROM given AS g LEFT JOIN counts USING (run_ix) LEFT JOIN run_kinds AS rk USING (run_ix)
      LEFT JOIN series_kinds AS sk USING (series_id)`,
    ),
  );
}

/**
 * Whether a run that has but its first rows will ask an item again. The protocol of an import is what its
 * rows say, where items may differ in N: the rows themselves tell more.
 */
function asksAgain({ provenance, protocol }: Manifest): boolean {
  if (provenance.kind === "imported") return false;
  return (protocol.trials ?? 1) > 1 || (protocol.option_counts?.length ?? 0) > 1;
}

/**
 * Whether an item has several N or several trials under one condition, by run or by series. An item
 * asked once with five options and once with ten, as two presentations, is two fixed questions.
 */
function spanSql(group: string): string {
  return `SELECT ${group}, min(n_options) < max(n_options)
      OR min(any_trial_min) < max(any_trial_max) AS several
    FROM cube GROUP BY ${group}, environment, padding, mode, condition, item_id`;
}
