import { z } from "zod";
import { CORRECT, SCORED } from "@/lib/cubes/aggregates";
import { crossesSql, momentsSql, trialSeriesSql } from "@/lib/cubes/trials";
import { queryRows } from "@/lib/engine/decode";
import type { Filters } from "@/lib/view-state/filters";
import { scopeOf, without } from "./scope";
import type { MetricOptions, Workspace } from "./workspace";

const momentRow = z.strictObject({
  mcell_ix: z.int(),
  n_trials: z.int(),
  variance: z.number().nullable(),
});
/** Moments of the trial series of one metric cell, on the scale of accuracy. */
export type Moments = z.infer<typeof momentRow>;

const crossRow = z.strictObject({
  curve_ix: z.int(),
  n_low: z.int(),
  n_high: z.int(),
  n_common: z.int(),
  covariance: z.number().nullable(),
});
/** Cross-products of the trial series at two N of one curve. */
export type Cross = z.infer<typeof crossRow>;

export interface TrialStatistics {
  /** By mcell_ix; a cell that is missing has no trial statistics, or none that cubes can tell. */
  readonly moments: ReadonlyMap<number, Moments>;
  /** By `crossKey`. */
  readonly crosses: ReadonlyMap<string, Cross>;
}

export function crossKey(curve: number, low: number, high: number): string {
  return `${curve}|${low}|${high}`;
}

/**
 * Where trial statistics come from under these filters: compiled `moments`, the `trials` cube (a
 * run filter splits a series, or a series spans sources) or `responses` (a filter picks items).
 * Only `moments` needs no rows.
 */
export type TrialSource = "moments" | "trials" | "responses";

export async function trialSource(
  workspace: Workspace,
  options: Pick<MetricOptions, "filters" | "signal">,
): Promise<TrialSource> {
  const sql = `WITH ${planSql(options.filters)} SELECT curve_ix, owner FROM plan`;
  const plan = await queryRows(workspace.engine, curvePlan, sql, { signal: options.signal });
  return sourceOf(plan, options.filters);
}

function sourceOf(plan: readonly CurvePlan[], filters: Filters): TrialSource {
  if (plan.every((p) => p.owner !== null)) return "moments";
  return scopeOf(filters).byItem ? "responses" : "trials";
}

const curvePlan = z.strictObject({ curve_ix: z.int(), owner: z.string().nullable() });
type CurvePlan = z.infer<typeof curvePlan>;

/**
 * `plan`: the curves in scope that have several trials, each with the owner whose compiled moments
 * answer for it. What a curve's runs are does not depend on which of its N are shown.
 */
function planSql(filters: Filters): string {
  const scope = scopeOf(without(filters, "n_options"));
  return `${scope.cells},
    total AS (SELECT source_curve_ix, count(DISTINCT run_ix) AS n FROM data.cells
      GROUP BY source_curve_ix),
    picked AS (SELECT curve_ix, count(DISTINCT source) AS n_sources, min(source) AS source,
        min(source_curve_ix) AS source_curve_ix, count(DISTINCT run_ix) AS n,
        min(source_series_id) AS series, min(run_id) AS run
      FROM sel_cells WHERE series_kind = 'repeated' GROUP BY curve_ix),
    plan AS (SELECT p.curve_ix, p.source, CASE
        WHEN ${scope.byItem ? "true" : "p.n_sources > 1"} THEN NULL
        WHEN p.n = t.n THEN p.series WHEN p.n = 1 THEN p.run END AS owner
      FROM picked AS p JOIN total AS t USING (source_curve_ix))`;
}

const sameCurve = (t: string) =>
  `${t}.environment IS NOT DISTINCT FROM c.environment AND ${t}.padding = c.padding
  AND ${t}.mode IS NOT DISTINCT FROM c.mode AND ${t}.condition IS NOT DISTINCT FROM c.condition`;

/**
 * A planned cell with what was compiled, where an owner answers and has some: its moments, and its
 * cross-products with one higher N of its curve (a row each).
 */
const plannedRow = z.strictObject({
  curve_ix: z.int(),
  owner: z.string().nullable(),
  mcell_ix: z.int(),
  n_trials: z.int().nullable(),
  variance: z.number().nullable(),
  n_low: z.int().nullable(),
  n_high: z.int().nullable(),
  n_common: z.int().nullable(),
  covariance: z.number().nullable(),
});
type Planned = z.infer<typeof plannedRow>;

/** One statement for both: it is asked once where both are wanted, and planning it is most of its time. */
function plannedSql(filters: Filters): string {
  const owned = (alias: string) =>
    `${alias}.source = p.source AND ${alias}.owner = p.owner AND ${sameCurve(alias)}`;
  return `WITH ${planSql(filters)}
    SELECT DISTINCT p.curve_ix, p.owner, c.mcell_ix, t.n_trials, t.variance,
      x.n_low, x.n_high, x.n_common, x.covariance
    FROM plan AS p JOIN sel_cells AS c ON c.curve_ix = p.curve_ix
    LEFT JOIN data.moments AS t ON ${owned("t")} AND t.n_options = c.n_options
    LEFT JOIN data.crosses AS x ON ${owned("x")} AND x.n_low = c.n_options`;
}

function compiledMoments(planned: readonly Planned[]): Moments[] {
  return planned.flatMap(({ mcell_ix, n_trials, variance }) =>
    n_trials === null ? [] : [{ mcell_ix, n_trials, variance }],
  );
}

function compiledCrosses(planned: readonly Planned[]): Cross[] {
  return planned.flatMap(({ curve_ix, n_low, n_high, n_common, covariance }) =>
    n_low === null || n_high === null || n_common === null
      ? []
      : [{ curve_ix, n_low, n_high, n_common, covariance }],
  );
}

/** The trial series of the curves that no owner answers for, from the trial cube or from rows. */
function seriesSql(source: "trials" | "responses", plan: readonly CurvePlan[], filters: Filters) {
  const scope = scopeOf(without(filters, "n_options"));
  const curves = new Set(plan.filter((p) => p.owner === null).map((p) => p.curve_ix));
  const from =
    source === "trials"
      ? `SELECT c.mcell_ix, c.curve_ix, c.n_options, t.trial, t.n_scored, t.n_correct
         FROM data.trial_cube AS t JOIN sel_cells AS c USING (cell_ix)`
      : `SELECT c.mcell_ix, c.curve_ix, c.n_options, t.trial,
           count(*) AS n_scored, count(*) FILTER (WHERE ${CORRECT}) AS n_correct
         FROM data.responses AS t JOIN sel_cells AS c USING (cell_ix)
         WHERE ${SCORED} AND t.item_ix IN (SELECT item_ix FROM sel_items)
         GROUP BY c.mcell_ix, c.curve_ix, c.n_options, t.trial`;
  return `${scope.cells}, ${scope.items}, in_scope AS (SELECT * FROM (${from}) AS counted
      WHERE curve_ix IN (${[...curves].join(", ")})),
    series AS (${trialSeriesSql({ from: "in_scope", cell: "mcell_ix", curve: "curve_ix" })})`;
}

/**
 * Moments of every metric cell with several trials and cross-products between its N. With
 * `trials: "cubes"` only what was compiled.
 * @param withCrosses whether cross-products are worth reading rows for
 */
export async function loadTrials(
  workspace: Workspace,
  options: MetricOptions,
  withCrosses: boolean,
): Promise<TrialStatistics> {
  const { engine } = workspace;
  const { filters, signal } = options;
  const read = <S extends z.ZodType>(schema: S, sql: string) =>
    queryRows(engine, schema, sql, { signal });
  const planned = await read(plannedRow, plannedSql(filters));
  const moments = compiledMoments(planned);
  const crosses = compiledCrosses(planned);
  const source = sourceOf(planned, filters);
  if (source !== "moments" && options.trials !== "cubes") {
    await workspace.ensureRows(signal);
    const series = seriesSql(source, planned, filters);
    const momentSql = `WITH ${series} SELECT cell_group AS mcell_ix, n_trials, variance
      FROM (${momentsSql("series")}) AS m`;
    moments.push(...(await read(momentRow, momentSql)));
    const crossSql = `WITH ${series}
      SELECT curve_group AS curve_ix, n_low, n_high, n_common, covariance
      FROM (${crossesSql("series")}) AS x`;
    if (withCrosses) crosses.push(...(await read(crossRow, crossSql)));
  }
  return {
    moments: new Map(moments.map((m) => [m.mcell_ix, m])),
    crosses: new Map(crosses.map((x) => [crossKey(x.curve_ix, x.n_low, x.n_high), x])),
  };
}
