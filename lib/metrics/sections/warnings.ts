import { z } from "zod";
import { queryRows } from "@/lib/engine/decode";
import type { Manifest } from "@/lib/records/manifest";
import { manifestOf } from "../manifests";
import { goldIsFarFromUniform } from "@/lib/stats/uniformity";
import type { WarningRow } from "../rows";
import { scopeOf } from "../scope";
import type { MetricOptions, Workspace } from "../workspace";
import { unevenTrials } from "../uneven-trials";
import { apartAudit, contradictoryAudit } from "./audit";
import { incomparable } from "./incomparable";
import { pairedByIdWarnings } from "./paired";
import { loadPositionCounts } from "./position-counts";

const runRow = z.strictObject({
  run_id: z.string(),
  model: z.string(),
  benchmark: z.string(),
  scorer: z.string(),
  series_id: z.string(),
  trials_numbered: z.boolean(),
  missing: z.int(),
  planned: z.int(),
  manifest: z.string(),
});
type Run = z.infer<typeof runRow>;

/** What a reader of the numbers in scope has to know about the runs behind them. */
export async function warnings(
  workspace: Workspace,
  options: MetricOptions,
): Promise<WarningRow[]> {
  const runs = await queryRows(
    workspace.engine,
    runRow,
    `WITH ${scopeOf(options.filters).cells}
      SELECT run_id, model, benchmark, scorer, series_id, trials_numbered,
        missing::INTEGER AS missing, planned::INTEGER AS planned, manifest
      FROM sel_runs ORDER BY model, run_id, run_ix`,
    { signal: options.signal },
  );
  const read = runs.map((run) => ({
    ...run,
    manifest: manifestOf(run.manifest),
  }));
  return [
    ...(await stored(workspace, options, runs)),
    ...missing(runs),
    ...severalModels(read),
    ...modeNotSent(read),
    ...stoppedEarly(read),
    ...numbered(runs),
    ...incomparable(read),
    ...(await changedItems(workspace, options, runs)),
    ...(await pairedByIdWarnings(workspace, options)),
    ...(await contradictoryAudit(workspace, options)),
    ...(await apartAudit(workspace, options)),
    ...(await paddedLeftOut(workspace, options)),
    ...(await paddingTrials(workspace, options, runs)),
    ...(await goldPositions(workspace, options, runs)),
    ...(await unevenTrials(workspace, options, (series) => runsOfSeries(runs, [series]))),
  ];
}

const idsOf = (runs: readonly Run[]) => [...new Set(runs.map((r) => r.run_id))];
const runsOfSeries = (runs: readonly Run[], series: readonly string[]) =>
  idsOf(runs.filter((r) => series.includes(r.series_id)));

const storedRow = z.strictObject({ code: z.string(), message: z.string(), runs: z.string() });

/** What import and build said, as far as it concerns a run in scope or no run in particular. */
async function stored(
  { engine }: Workspace,
  { signal }: MetricOptions,
  runs: readonly Run[],
): Promise<WarningRow[]> {
  const inScope = new Set(idsOf(runs));
  const rows = await queryRows(engine, storedRow, "SELECT * FROM data.warnings", { signal });
  return rows
    .map((row) => ({ ...row, runs: z.array(z.string()).parse(JSON.parse(row.runs)) }))
    .filter((row) => row.runs.length === 0 || row.runs.some((run) => inScope.has(run)));
}

function missing(runs: readonly Run[]): WarningRow[] {
  return runs
    .filter((run) => run.missing > 0)
    .map((run) => ({
      code: "missing_rows",
      message: `run ${run.run_id} of ${run.model} lacks ${run.missing} of its ${run.planned} rows`,
      runs: [run.run_id],
    }));
}

type ReadRun = Omit<Run, "manifest"> & { readonly manifest: Manifest };

/** Runs whose host put another model behind the name while they were asked. */
function severalModels(runs: readonly ReadRun[]): WarningRow[] {
  return runs.flatMap(({ run_id, model, manifest }) => {
    const names = manifest.model.served_names;
    if (names === null) return [];
    return [
      {
        code: "several_models_served",
        message:
          `${names.length} models answered in run ${run_id} of ${model} (${names.join(", ")}): ` +
          `its numbers are those of no one model`,
        runs: [run_id],
      },
    ];
  });
}

/** Runs of a mode that their host could not be told. */
function modeNotSent(runs: readonly ReadRun[]): WarningRow[] {
  return runs
    .filter(({ manifest }) => manifest.protocol.sampling_dropped?.includes("mode"))
    .map(({ run_id, model, manifest }) => ({
      code: "mode_not_sent",
      message:
        `the host of run ${run_id} of ${model} could not be told its mode ` +
        `(${manifest.protocol.modes?.join(", ") ?? "unknown"}): whether the model thinks there is as the host has it`,
      runs: [run_id],
    }));
}

/** Runs whose K differs between cells, since the stopping rule has ended some of them early. */
function stoppedEarly(runs: readonly ReadRun[]): WarningRow[] {
  return runs.flatMap(({ run_id, model, manifest }) => {
    const cells = manifest.stopping?.cells ?? [];
    const early = cells.filter((cell) => cell.trials < cell.planned_trials);
    if (early.length === 0) return [];
    const trials = early.map((cell) => cell.trials);
    const [low, high] = [Math.min(...trials), Math.max(...trials)];
    return [
      {
        code: "stopped_early",
        message:
          `the stopping rule ended ${early.length} ${early.length === 1 ? "cell" : "cells"} of run ${run_id} of ` +
          `${model} early (K = ${low === high ? low : `${low} to ${high}`}): intervals over trials and of BI ` +
          `do not allow for its looks; those in the run's manifest do`,
        runs: [run_id],
      },
    ];
  });
}

function numbered(runs: readonly Run[]): WarningRow[] {
  const of = runs.filter((run) => run.trials_numbered);
  if (of.length === 0) return [];
  return [
    {
      code: "trials_numbered",
      message:
        "the file had no trial column and rows were numbered in file order: " +
        "trial and BI intervals and the hard split are undefined",
      runs: idsOf(of),
    },
  ];
}

/** Items of a series whose hash differs between its rows: one id, several questions. */
async function changedItems(
  { engine }: Workspace,
  { filters, signal }: MetricOptions,
  runs: readonly Run[],
): Promise<WarningRow[]> {
  const scope = scopeOf(filters);
  const rows = await queryRows(
    engine,
    z.strictObject({ series_id: z.string(), model: z.string(), n: z.int() }),
    `WITH ${scope.cells},
      asked AS (SELECT DISTINCT c.series_id, c.model, q.item_ix
        FROM data.item_cube AS q JOIN sel_cells AS c USING (cell_ix)),
      hashes AS (SELECT a.series_id, a.model, i.item_key,
          count(DISTINCT coalesce(i.item_hash, '')) AS n
        FROM asked AS a JOIN data.items AS i USING (item_ix)
        GROUP BY a.series_id, a.model, i.item_key)
      SELECT series_id, model, count(*)::INTEGER AS n FROM hashes WHERE n > 1
      GROUP BY series_id, model ORDER BY model, series_id`,
    { signal },
  );
  return rows.map(({ series_id, model, n }) => ({
    code: "changed_items",
    message: `${n} item ids of ${model} stand for different questions in different rows`,
    runs: runsOfSeries(runs, [series_id]),
  }));
}

/** Runs with cells that the unpadded sections leave out. */
async function paddedLeftOut(
  { engine }: Workspace,
  { filters, signal, paddings }: MetricOptions,
): Promise<WarningRow[]> {
  if (paddings !== "unpadded") return [];
  const rows = await queryRows(
    engine,
    z.strictObject({ run_id: z.string(), padding: z.string() }),
    `WITH ${scopeOf(filters).cells}
      SELECT DISTINCT run_id, padding FROM sel_cells WHERE padding <> 'none'
        AND run_ix IN (SELECT run_ix FROM sel_cells WHERE padding = 'none') ORDER BY ALL`,
    { signal },
  );
  if (rows.length === 0) return [];
  const names = [...new Set(rows.map((row) => row.padding))].sort();
  return [
    {
      code: "padded_left_out",
      message:
        `sections that are not about padding count only the unpadded rows of these runs: those with ` +
        `padding (${names.join(", ")}) are left out`,
      runs: [...new Set(rows.map((row) => row.run_id))],
    },
  ];
}

const SERIES_MOMENTS = `series_moments AS (
  SELECT c.series_id, any_value(c.model) AS model, t.environment, t.mode, t.condition, t.padding,
    t.n_options, sum(t.n_trials) AS n_trials, sum(t.trial_sum) AS trial_sum,
    sum(t.trial_sum_squares) AS trial_squares
  FROM data.moments AS t
  JOIN (SELECT DISTINCT source, source_series_id, series_id, model FROM sel_runs) AS c
    ON c.source = t.source AND c.source_series_id = t.owner
  GROUP BY c.series_id, t.environment, t.mode, t.condition, t.padding, t.n_options)`;

/** Padded and unpadded sides that were not asked in the same trials. */
async function paddingTrials(
  { engine }: Workspace,
  { filters, signal }: MetricOptions,
  runs: readonly Run[],
): Promise<WarningRow[]> {
  const rows = await queryRows(
    engine,
    z.strictObject({ series_id: z.string(), model: z.string(), n: z.int() }),
    `WITH ${scopeOf(filters).cells}, ${SERIES_MOMENTS}
      SELECT p.series_id, any_value(p.model) AS model,
        count(DISTINCT (p.environment, p.n_options))::INTEGER AS n
      FROM series_moments AS p JOIN series_moments AS u ON u.series_id = p.series_id
        AND u.environment IS NOT DISTINCT FROM p.environment
        AND u.mode IS NOT DISTINCT FROM p.mode AND u.condition IS NOT DISTINCT FROM p.condition
        AND u.n_options = p.n_options AND u.padding = 'none' AND p.padding <> 'none'
      SEMI JOIN sel_cells AS c ON c.series_id = p.series_id AND c.padding = p.padding
        AND c.n_options = p.n_options AND c.environment IS NOT DISTINCT FROM p.environment
        AND c.mode IS NOT DISTINCT FROM p.mode AND c.condition IS NOT DISTINCT FROM p.condition
      WHERE u.n_trials <> p.n_trials OR u.trial_sum <> p.trial_sum
        OR u.trial_squares <> p.trial_squares
      GROUP BY p.series_id ORDER BY model, p.series_id`,
    { signal },
  );
  return rows.map(({ series_id, model, n }) => ({
    code: "padding_trials_differ",
    message:
      `${model} was asked in other trials with padding than without ` +
      `(at ${n} combinations of environment and N): all rows of each side count`,
    runs: runsOfSeries(runs, [series_id]),
  }));
}

const trialCountRow = z.strictObject({ mcell_ix: z.int(), n_trials: z.int() });

/** Cells whose gold positions are far from uniform; the reference is never assumed to be even. */
async function goldPositions(
  workspace: Workspace,
  options: MetricOptions,
  runs: readonly Run[],
): Promise<WarningRow[]> {
  const counts = await loadPositionCounts(workspace, options);
  const trials = await queryRows(
    workspace.engine,
    trialCountRow,
    `WITH ${scopeOf(options.filters).cells}, ${SERIES_MOMENTS}
      SELECT c.mcell_ix, any_value(m.n_trials)::INTEGER AS n_trials
      FROM sel_cells AS c JOIN series_moments AS m ON m.series_id = c.series_id
        AND m.padding = c.padding AND m.n_options = c.n_options
        AND m.environment IS NOT DISTINCT FROM c.environment
        AND m.mode IS NOT DISTINCT FROM c.mode AND m.condition IS NOT DISTINCT FROM c.condition
      GROUP BY c.mcell_ix`,
    { signal: options.signal },
  );
  const trialsOf = new Map(trials.map((t) => [t.mcell_ix, t.n_trials]));
  const uneven = counts.filter(({ cell, gold }) => {
    const rows = gold.reduce((a, b) => a + b, 0);
    // Synchronised trials show every item the same placement: a trial is then one draw, not T.
    return goldIsFarFromUniform(gold, cell.repeated ? (trialsOf.get(cell.mcell_ix) ?? 0) : rows);
  });
  return [...Map.groupBy(uneven, ({ cell }) => cell.series_id)].map(([series, cells]) => ({
    code: "gold_not_uniform",
    message:
      `the right answers of ${cells[0]?.cell.model ?? ""} are not spread evenly over the ` +
      `positions (N = ${[...new Set(cells.map((c) => c.cell.n_options))].join(", ")}): ` +
      `read positions against the gold distribution`,
    runs: runsOfSeries(runs, [series]),
  }));
}
