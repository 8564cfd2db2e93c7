import { z } from "zod";
import { queryRows } from "@/lib/engine/decode";
import type { Engine } from "@/lib/engine/engine";
import { identifier, text } from "@/lib/engine/sql";
import type { Column } from "@/lib/records/columns";
import { setApart, type SeriesRun } from "./apart";
import { withApart } from "./item-options";
import { qualified, type Place } from "./place";
import { apartWarning } from "./runs";
import { CUBE_TABLES, ROW_TABLES } from "./schema";

/** One open source. Sources are ordered: an earlier one wins where runs repeat each other. */
export interface Source {
  readonly cubes: Place;
  /** Null while its rows are not attached. */
  readonly rows: Place | null;
}

const CELL_KEY = "r.series_id, c.environment, c.padding, c.mode, c.condition";

/**
 * Unites sources under the schema `data`. Small tables are copied (data.runs, data.cells,
 * data.items, data.warnings), with
 * - `source`: index of the source, on runs, cells, moments, crosses, audit and corrections;
 * - runs.source_series_id, the series in its source, beside runs.series_id, the series here (they
 *   differ where a run repeats one of an earlier source);
 * - cells.mcell_ix and cells.curve_ix: number of the metric cell, and of the cell without its N;
 *   cells.source_curve_ix: of the curve in its source, whose moments were compiled;
 * - items.item_key: equal for one item of one benchmark, whichever source names it.
 * Reviewer records that a source brings without responses stand at the items of the others, as they
 * are now: with the last source that has an item they are gone.
 * The cubes are views. Calling it again replaces everything; no attached catalog may be named
 * `data`.
 */
export async function uniteSources(engine: Engine, sources: readonly Source[]): Promise<void> {
  await engine.exec(viewsSql(sources));
  if (sources.length > 1)
    await joinSeries(
      engine,
      sources.map((s) => s.cubes),
    );
}

/**
 * The statements that unite sources, apart from what series that several of them share need more. Of
 * one source they say all that the names under `data` mean.
 */
export function viewsSql(sources: readonly Source[]): string {
  const cubes = sources.map((s) => s.cubes);
  const rows = sources.map((s) => s.rows);
  // One statement list: in the browser each call is a message to the worker and back.
  return [
    "CREATE SCHEMA IF NOT EXISTS data",
    ...CUBE_VIEWS.map((name) => viewSql(name, union(name, CUBE_TABLES[name], cubes))),
    ...MOMENT_VIEWS.map((name) => viewSql(name, union(name, CUBE_TABLES[name], cubes, true))),
    ...ROW_VIEWS.map((name) => viewSql(name, union(name, ROW_TABLES[name], rows))),
    tableSql("warnings", union("warnings", CUBE_TABLES.warnings, cubes)),
    tableSql(
      "items",
      `SELECT *, dense_rank() OVER (ORDER BY benchmark, item_id)::INTEGER AS item_key
        FROM (${union("items", CUBE_TABLES.items, cubes)}) AS items`,
    ),
    tableSql(
      "runs",
      `SELECT *, series_id AS source_series_id
        FROM (${union("runs", CUBE_TABLES.runs, cubes, true)}) AS runs`,
    ),
    cellsSql(cubes),
    // Last: what came apart is read by the items of all sources.
    ...(["audit", "corrections"] as const).map((name) => viewSql(name, reviewsSql(name, cubes))),
  ].join(";\n");
}

const CUBE_VIEWS = [
  "item_cube",
  "item_position_cube",
  "position_cube",
  "facet_cube",
  "shown_cube",
  "item_options",
  "audit_apart",
  "item_sets",
  "lending",
] as const;
const MOMENT_VIEWS = ["moments", "crosses"] as const;
/** What only rows tell. */
export const ROW_VIEWS = ["trial_cube", "responses"] as const;

/** Reviewer records, or their corrections, of the items of all sources. */
function reviewsSql(name: "audit" | "corrections", cubes: readonly (Place | null)[]): string {
  const apart = `${name}_apart` as const;
  return withApart(
    CUBE_TABLES[name].map((column) => column.name),
    {
      beside: union(name, CUBE_TABLES[name], cubes, true),
      apart: union(apart, CUBE_TABLES[apart], cubes, true),
    },
  );
}

/** data.cells, numbered by the series that their runs are in now. */
function cellsSql(cubes: readonly (Place | null)[]): string {
  return tableSql(
    "cells",
    `SELECT c.*,
        dense_rank() OVER (ORDER BY ${CELL_KEY}, c.n_options)::INTEGER AS mcell_ix,
        dense_rank() OVER (ORDER BY ${CELL_KEY})::INTEGER AS curve_ix,
        dense_rank() OVER (ORDER BY r.source, r.source_series_id, c.environment, c.padding, c.mode,
          c.condition)::INTEGER AS source_curve_ix
      FROM (${union("cells", CUBE_TABLES.cells, cubes, true)}) AS c
      JOIN data.runs AS r USING (run_ix)`,
  );
}

const repeatRow = z.strictObject({ runA: z.int(), runB: z.int(), certain: z.boolean() });
const seriesRunRow = z.strictObject({
  runIx: z.int(),
  runId: z.string(),
  seriesId: z.string(),
  source: z.int(),
});

/**
 * Whether two overlapping ranges a and b surely have a trial in common: the ends of a range are
 * trials, and so is everything in a range without a gap.
 */
const SHARES_TRIAL = `(a.trial_min IN (b.trial_min, b.trial_max)
  OR a.trial_max IN (b.trial_min, b.trial_max)
  OR a.trials_contiguous AND (b.trial_min BETWEEN a.trial_min AND a.trial_max
    OR b.trial_max BETWEEN a.trial_min AND a.trial_max)
  OR b.trials_contiguous AND (a.trial_min BETWEEN b.trial_min AND b.trial_max
    OR a.trial_max BETWEEN b.trial_min AND b.trial_max))`;

/** Series that several sources share: sets repeated runs apart, and looks at their kind again. */
async function joinSeries(engine: Engine, cubes: readonly (Place | null)[]): Promise<void> {
  const shared = `SELECT series_id FROM data.runs GROUP BY series_id
    HAVING count(DISTINCT source) > 1`;
  const runs = await queryRows(
    engine,
    seriesRunRow,
    `SELECT run_ix AS "runIx", run_id AS "runId", series_id AS "seriesId", source
      FROM data.runs WHERE series_id IN (${shared}) ORDER BY source, run_ix`,
  );
  if (runs.length === 0) return;
  // Ranges, not rows: rows need not be open. Two runs whose trials interleave without meeting are
  // set apart as well, and the warning says what is known.
  const repeats = await queryRows(
    engine,
    repeatRow,
    `WITH ranges AS (
        SELECT c.mcell_ix, c.source, c.run_ix, i.item_key, q.trial_min, q.trial_max,
          q.trials_contiguous
        FROM data.item_cube AS q JOIN data.cells AS c USING (cell_ix)
        JOIN data.items AS i USING (item_ix) JOIN data.runs AS r USING (run_ix)
        WHERE r.series_id IN (${shared}))
      SELECT a.run_ix AS "runA", b.run_ix AS "runB", bool_or(${SHARES_TRIAL}) AS certain
      FROM ranges AS a JOIN ranges AS b ON a.mcell_ix = b.mcell_ix AND a.item_key = b.item_key
        AND a.source < b.source AND a.trial_min <= b.trial_max AND b.trial_min <= a.trial_max
      GROUP BY a.run_ix, b.run_ix`,
  );
  await applyApart(engine, runs, repeats);
  await engine.exec(cellsSql(cubes));
  await engine.exec(`UPDATE data.runs SET series_kind = 'repeated' WHERE series_id IN (
    SELECT series_id FROM (
      SELECT r.series_id, i.item_key FROM data.item_cube AS q JOIN data.cells AS c USING (cell_ix)
      JOIN data.items AS i USING (item_ix) JOIN data.runs AS r USING (run_ix)
      WHERE r.series_id IN (${shared})
      GROUP BY r.series_id, c.environment, c.padding, c.mode, c.condition, i.item_key
      HAVING min(c.n_options) < max(c.n_options) OR min(q.trial_min) < max(q.trial_max)) AS several)`);
}

async function applyApart(
  engine: Engine,
  runs: readonly SeriesRun[],
  repeats: readonly z.infer<typeof repeatRow>[],
): Promise<void> {
  for (const apart of setApart(runs, repeats)) {
    await engine.exec(`UPDATE data.runs SET series_id = ${text(apart.seriesId)}
      WHERE run_ix = ${apart.run.runIx}`);
    const { code, message, runs: named } = apartWarning(apart);
    await engine.exec(`INSERT INTO data.warnings (code, message, runs)
      VALUES (${text(code)}, ${text(message)}, ${text(JSON.stringify(named))})`);
  }
}

/**
 * Where the *_ix of sources beside a snapshot begin: no snapshot reaches it, so that another one can
 * take its place without a number of theirs being taken.
 */
const BESIDE_FROM = 2 ** 30;

/** First *_ix of a source that joins those that are united. */
export async function nextIndex(engine: Engine): Promise<number> {
  const known = await engine.query(
    `SELECT 1 FROM information_schema.tables WHERE table_schema = 'data' AND table_name = 'runs'`,
  );
  if (known.length === 0) return BESIDE_FROM;
  const rows = await queryRows(
    engine,
    z.strictObject({ next: z.number() }),
    `SELECT greatest(
        coalesce((SELECT max(run_ix) FROM data.runs), -1),
        coalesce((SELECT max(cell_ix) FROM data.cells), -1),
        coalesce((SELECT max(item_ix) FROM data.items), -1)) + 1 AS next`,
  );
  return Math.max(BESIDE_FROM, rows[0]?.next ?? 0);
}

function union(
  name: string,
  columns: readonly Column[],
  places: readonly (Place | null)[],
  withSource = false,
): string {
  const names = columns.map((c) => identifier(c.name)).join(", ");
  const parts = places.flatMap((place, source) =>
    place
      ? [
          `SELECT ${withSource ? `${source} AS source, ` : ""}${names}
            FROM ${qualified(place, name)}`,
        ]
      : [],
  );
  if (parts.length > 0) return parts.join(" UNION ALL ");
  const none = columns.map((c) => `NULL::${c.sql} AS ${identifier(c.name)}`).join(", ");
  return `SELECT ${withSource ? "NULL::INTEGER AS source, " : ""}${none} WHERE false`;
}

const viewSql = (name: string, select: string): string =>
  `CREATE OR REPLACE VIEW data.${name} AS ${select}`;

const tableSql = (name: string, select: string): string =>
  `CREATE OR REPLACE TABLE data.${name} AS ${select}`;
