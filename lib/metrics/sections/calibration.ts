import { z } from "zod";
import { queryRows } from "@/lib/engine/decode";
import { text } from "@/lib/engine/sql";
import { newcombe, ratio, wilson, type Hits } from "@/lib/stats/proportions";
import { DEFAULT_SAMPLE } from "@/lib/view-state/state";
import { calibrationSample, type SampledId } from "../calibration-sample";
import { mixtureOf, mixturesSql, mixtureShape } from "../mixture";
import type { CalibrationRow } from "../question-rows";
import { runShape, seriesShape } from "../row-fields";
import { onlyValue, scopeOf } from "../scope";
import type { MetricSource } from "../together";
import type { MetricOptions, Workspace } from "../workspace";
import { runFields } from "./runs";

/** Which sample is drawn. */
export interface SampleChoice {
  readonly seed: number;
  readonly size: number;
}

/** The sample of one benchmark, and of how many items it was drawn. */
export interface DrawnSample {
  readonly benchmark: string;
  readonly population: number;
  readonly ids: readonly SampledId[];
}

const idRow = z.strictObject({ benchmark: z.string(), item_id: z.string() });

/**
 * One sample a benchmark, of all items that fixed runs of the open data were asked. Filters do not
 * act: what was used for calibration does not change with what is looked at.
 */
async function drawSamples(
  { engine }: Workspace,
  { seed, size }: SampleChoice,
  signal?: AbortSignal,
): Promise<DrawnSample[]> {
  const rows = await queryRows(
    engine,
    idRow,
    `SELECT DISTINCT i.benchmark, i.item_id FROM data.items AS i
      WHERE i.item_ix IN (
        SELECT q.item_ix FROM data.item_cube AS q JOIN data.cells AS c USING (cell_ix)
        JOIN data.runs AS r USING (run_ix) WHERE r.kind = 'fixed')
      ORDER BY i.benchmark, i.item_id`,
    { signal },
  );
  return [...Map.groupBy(rows, (row) => row.benchmark)].map(([benchmark, own]) => ({
    benchmark,
    population: own.length,
    ids: calibrationSample(
      own.map((row) => row.item_id),
      seed,
      size,
    ),
  }));
}

/** `sampled` (benchmark, item_id): the items of the samples. */
function sampledSql(samples: readonly DrawnSample[]): string {
  const ofBenchmark = samples.map(
    ({ benchmark, ids }) =>
      `SELECT ${text(benchmark)} AS benchmark,
        unnest([${ids.map(({ id }) => text(id)).join(", ")}]) AS item_id`,
  );
  return `sampled AS (${ofBenchmark.join(" UNION ALL ")})`;
}

const countRow = z.strictObject({
  ...runShape,
  ...seriesShape,
  n_items: z.int(),
  n_in: z.int(),
  n_out: z.int(),
  hits_in: z.int(),
  hits_out: z.int(),
  ...mixtureShape,
});
type Counts = z.infer<typeof countRow>;

/** Scored rows and correct ones of every fixed run in scope, in the sample and out of it. */
function loadCounts(
  { engine }: Workspace,
  { filters, signal, paddings }: MetricOptions,
  samples: readonly DrawnSample[],
): Promise<Counts[]> {
  const scope = scopeOf(filters, paddings);
  const where = (test: string, column: string) =>
    `coalesce(sum(q.${column}) FILTER (WHERE ${test}), 0)::INTEGER`;
  const sql = `WITH ${scope.cells}, ${scope.items}, ${sampledSql(samples)}, ${mixturesSql()},
    per_run AS (
      SELECT c.run_ix, ${onlyValue("mode")}, ${onlyValue("condition")},
        count(DISTINCT i.item_key)::INTEGER AS n_items,
        ${where("s.item_id IS NOT NULL", "n_scored")} AS n_in,
        ${where("s.item_id IS NULL", "n_scored")} AS n_out,
        ${where("s.item_id IS NOT NULL", "n_correct")} AS hits_in,
        ${where("s.item_id IS NULL", "n_correct")} AS hits_out
      FROM data.item_cube AS q JOIN sel_cells AS c USING (cell_ix)
      JOIN sel_items AS i USING (item_ix)
      LEFT JOIN sampled AS s ON s.benchmark = c.benchmark AND s.item_id = i.item_id
      WHERE c.kind = 'fixed' AND q.n_scored > 0 GROUP BY c.run_ix)
    SELECT r.run_id, r.model, r.benchmark, r.scorer, r.series_id,
      r.provenance = 'simulated' AS simulated, p.* EXCLUDE (run_ix),
      m.* EXCLUDE (run_ix)
    FROM sel_runs AS r JOIN per_run AS p USING (run_ix) JOIN mixtures AS m USING (run_ix)
    ORDER BY r.model, r.benchmark, r.scorer, r.run_id, r.run_ix`;
  return queryRows(engine, countRow, sql, { signal });
}

const points = (a: number | null, b: number | null) =>
  a === null || b === null ? null : 100 * (a - b);

function rowOf(run: Counts, choice: SampleChoice, sample: DrawnSample): CalibrationRow {
  const inside = { hits: run.hits_in, n: run.n_in };
  const rest = { hits: run.hits_out, n: run.n_out };
  const all = { hits: inside.hits + rest.hits, n: inside.n + rest.n };
  const mixes = mixtureOf(run);
  const rateOf = ({ hits, n }: Hits) => (mixes === null ? ratio(hits, n) : null);
  // One question asked under several presentations is not several independent questions.
  const independent = mixes === null && all.n <= run.n_items;
  const interval = ({ hits, n }: Hits) => (independent ? wilson(hits, n) : null);
  const apart = independent ? newcombe(inside, rest) : null;
  return {
    ...runFields(run),
    seed: choice.seed,
    n_sample: sample.ids.length,
    n_population: sample.population,
    n: all.n,
    accuracy: rateOf(all),
    wilson: interval(all),
    n_without: rest.n,
    accuracy_without: rateOf(rest),
    wilson_without: interval(rest),
    n_within: inside.n,
    accuracy_within: rateOf(inside),
    wilson_within: interval(inside),
    without_less_all_pp: points(rateOf(rest), rateOf(all)),
    within_less_rest_pp: points(rateOf(inside), rateOf(rest)),
    within_less_rest_ci_pp: apart && [100 * apart[0], 100 * apart[1]],
    mixes,
    series_id: run.series_id,
    simulated: run.simulated,
  };
}

/** Every fixed run with and without the sample, and the samples of their benchmarks. */
export interface Calibrated {
  readonly runs: readonly CalibrationRow[];
  readonly samples: readonly DrawnSample[];
}

async function calibrated(
  workspace: Workspace,
  options: MetricOptions,
  choice: SampleChoice,
): Promise<Calibrated> {
  const samples = await drawSamples(workspace, choice, options.signal);
  // Without a fixed run there is nothing to draw from.
  if (samples.length === 0) return { runs: [], samples };
  const byBenchmark = new Map(samples.map((sample) => [sample.benchmark, sample]));
  const runs = (await loadCounts(workspace, options, samples)).flatMap((run) => {
    const sample = byBenchmark.get(run.benchmark);
    return sample ? [rowOf(run, choice, sample)] : [];
  });
  const shown = new Set(runs.map((run) => run.benchmark));
  return { runs, samples: samples.filter(({ benchmark }) => shown.has(benchmark)) };
}

/** The same under another seed and size, asked like a section: one row, none without a fixed run. */
export function calibrationOf(choice: SampleChoice): MetricSource<Calibrated> {
  return {
    id: `calibration ${choice.seed} ${choice.size}`,
    run: async (workspace, options) => {
      const all = await calibrated(workspace, options, choice);
      return all.runs.length === 0 ? [] : [all];
    },
  };
}

/** Accuracy of fixed runs with and without the sample of the second paper's seed and size. */
export async function calibration(
  workspace: Workspace,
  options: MetricOptions,
): Promise<CalibrationRow[]> {
  return [...(await calibrated(workspace, options, DEFAULT_SAMPLE)).runs];
}
