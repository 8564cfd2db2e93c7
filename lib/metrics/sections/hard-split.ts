import { z } from "zod";
import { CORRECT, SCORED } from "@/lib/cubes/aggregates";
import { queryRows } from "@/lib/engine/decode";
import { cumulativeShares } from "@/lib/stats/positions";
import type { HardSplitRow } from "../rows";
import { scopeOf, without, type Scope } from "../scope";
import type { MetricOptions, Workspace } from "../workspace";

/** Scores within this distance are equal: a tie goes to the less hard side. */
const TOLERANCE = 1e-9;

/**
 * `scores`: every trial of every split group with its score and side. A split group is one sync_id
 * at one (benchmark, environment, mode, condition, scorer, N) without padding; the score of a trial
 * is the mean over the models that have it of the mean over the items that they have.
 */
function scoresSql(scope: Scope): string {
  const counts = scope.byItem
    ? `SELECT cell_ix, trial, count(*) AS n_scored, count(*) FILTER (WHERE ${CORRECT}) AS n_correct
       FROM data.responses WHERE ${SCORED} AND item_ix IN (SELECT item_ix FROM sel_items)
         AND cell_ix IN (SELECT cell_ix FROM split_cells) GROUP BY cell_ix, trial`
    : `SELECT cell_ix, trial, n_scored, n_correct FROM data.trial_cube WHERE n_scored > 0`;
  return `${scope.cells}, ${scope.items},
    split_cells AS (
      SELECT *, dense_rank() OVER (ORDER BY benchmark, environment NULLS FIRST, mode NULLS FIRST,
        condition NULLS FIRST, scorer, n_options, sync_id)::INTEGER AS split_ix
      FROM sel_cells
      WHERE padding = 'none' AND sync_id IS NOT NULL AND NOT trials_numbered
        AND series_kind = 'repeated'),
    by_model AS (
      SELECT s.split_ix, s.mcell_ix, q.trial,
        sum(q.n_correct)::DOUBLE / sum(q.n_scored) AS y
      FROM (${counts}) AS q JOIN split_cells AS s USING (cell_ix)
      GROUP BY s.split_ix, s.mcell_ix, q.trial),
    scored AS (SELECT split_ix, trial, avg(y) AS score FROM by_model GROUP BY split_ix, trial),
    medians AS (SELECT split_ix, quantile_cont(score, 0.5) AS median FROM scored
      GROUP BY split_ix),
    scores AS (SELECT split_ix, trial, median, score < median - ${TOLERANCE} AS hard
      FROM scored JOIN medians USING (split_ix))`;
}

/** Rows of the split's cells and items, each with its side. */
const SPLIT_ROWS = `split_rows AS (
  SELECT s.split_ix, s.mcell_ix, k.hard, q.item_ix, q.gold_pos, q.resp_pos
  FROM data.responses AS q JOIN split_cells AS s USING (cell_ix)
  JOIN scores AS k ON k.split_ix = s.split_ix AND k.trial = q.trial
  WHERE ${SCORED} AND q.item_ix IN (SELECT item_ix FROM sel_items))`;

const groupRow = z.strictObject({
  split_ix: z.int(),
  benchmark: z.string(),
  environment: z.string().nullable(),
  mode: z.string().nullable(),
  condition: z.string().nullable(),
  scorer: z.string(),
  n_options: z.int(),
  sync_id: z.string(),
  median: z.number(),
});
const trialRow = z.strictObject({ split_ix: z.int(), trial: z.int(), hard: z.boolean() });
const modelRow = z.strictObject({
  split_ix: z.int(),
  mcell_ix: z.int(),
  hard: z.boolean(),
  model: z.string(),
  series_id: z.string(),
  run_ids: z.array(z.string()),
  simulated: z.boolean(),
  n: z.int(),
  accuracy: z.number(),
});
const countRow = z.strictObject({
  split_ix: z.int(),
  mcell_ix: z.int(),
  hard: z.boolean(),
  gold: z.boolean(),
  pos: z.int(),
  n: z.int(),
});

/**
 * Trials split into hard and less hard by their score over the models in view: a model filter
 * regroups them. Reads rows.
 */
export async function hardSplit(
  workspace: Workspace,
  { filters, signal }: MetricOptions,
): Promise<HardSplitRow[]> {
  await workspace.ensureRows(signal);
  const scope = scopeOf(without(filters, "padding"));
  const sql = scoresSql(scope);
  const read = <S extends z.ZodType>(schema: S, query: string) =>
    queryRows(workspace.engine, schema, query, { signal });
  const groups = await read(
    groupRow,
    `WITH ${sql} SELECT split_ix, any_value(benchmark) AS benchmark,
        min(environment) AS environment, min(mode) AS mode, min(condition) AS condition,
        any_value(scorer) AS scorer, any_value(n_options) AS n_options,
        any_value(sync_id) AS sync_id, any_value(median) AS median
      FROM split_cells JOIN medians USING (split_ix) GROUP BY split_ix ORDER BY split_ix`,
  );
  const trials = await read(
    trialRow,
    `WITH ${sql} SELECT split_ix, trial, hard FROM scores ORDER BY split_ix, trial`,
  );
  const models = await read(
    modelRow,
    `WITH ${sql}, ${SPLIT_ROWS},
      by_item AS (SELECT split_ix, mcell_ix, hard, i.item_key, count(*) AS n,
          (count(*) FILTER (WHERE ${CORRECT}))::DOUBLE / count(*) AS accuracy
        FROM split_rows JOIN sel_items AS i USING (item_ix)
        GROUP BY split_ix, mcell_ix, hard, i.item_key),
      names AS (SELECT split_ix, mcell_ix, any_value(model) AS model,
          any_value(series_id) AS series_id, list_sort(list(DISTINCT run_id)) AS run_ids,
          bool_or(provenance = 'simulated') AS simulated
        FROM split_cells GROUP BY split_ix, mcell_ix)
      SELECT b.split_ix, b.mcell_ix, b.hard, n.model, n.series_id, n.run_ids, n.simulated,
        sum(b.n)::INTEGER AS n, avg(b.accuracy) AS accuracy
      FROM by_item AS b JOIN names AS n USING (split_ix, mcell_ix)
      GROUP BY b.split_ix, b.mcell_ix, b.hard, n.model, n.series_id, n.run_ids, n.simulated
      ORDER BY n.model, n.series_id, b.hard DESC`,
  );
  const counts = await read(
    countRow,
    `WITH ${sql}, ${SPLIT_ROWS}
      SELECT split_ix, mcell_ix, hard, false AS gold, resp_pos AS pos, count(*)::INTEGER AS n
      FROM split_rows WHERE resp_pos IS NOT NULL GROUP BY split_ix, mcell_ix, hard, resp_pos
      UNION ALL
      SELECT split_ix, mcell_ix, hard, true AS gold, gold_pos AS pos, count(*)::INTEGER AS n
      FROM split_rows GROUP BY split_ix, mcell_ix, hard, gold_pos`,
  );
  return assemble(groups, trials, models, counts);
}

function assemble(
  groups: readonly z.infer<typeof groupRow>[],
  trials: readonly z.infer<typeof trialRow>[],
  models: readonly z.infer<typeof modelRow>[],
  counts: readonly z.infer<typeof countRow>[],
): HardSplitRow[] {
  const trialsOf = Map.groupBy(trials, (t) => t.split_ix);
  const modelsOf = Map.groupBy(models, (m) => m.split_ix);
  const countsOf = Map.groupBy(counts, sideKey);
  return groups.map(({ split_ix, median, sync_id, ...names }) => {
    const own = trialsOf.get(split_ix) ?? [];
    return {
      ...names,
      median_score: median,
      hard_trials: own.filter((t) => t.hard).map((t) => t.trial),
      less_hard_trials: own.filter((t) => !t.hard).map((t) => t.trial),
      models: (modelsOf.get(split_ix) ?? []).map((m) => {
        const side = countsOf.get(sideKey(m)) ?? [];
        const cdf = (gold: boolean) =>
          cumulativeShares(
            spread(
              names.n_options,
              side.filter((c) => c.gold === gold),
            ),
          );
        return {
          model: m.model,
          group: m.hard ? ("hard" as const) : ("less_hard" as const),
          n_responses: m.n,
          accuracy: m.accuracy,
          cdf_response: cdf(false),
          cdf_gold: cdf(true) ?? [],
          run_ids: m.run_ids,
          series_id: m.series_id,
          simulated: m.simulated,
        };
      }),
      sync_id,
    };
  });
}

function sideKey(row: { split_ix: number; mcell_ix: number; hard: boolean }): string {
  return `${row.split_ix}|${row.mcell_ix}|${row.hard}`;
}

function spread(options: number, counted: readonly { pos: number; n: number }[]): number[] {
  const counts = new Array<number>(options).fill(0);
  for (const { pos, n } of counted) counts[pos - 1] = n;
  return counts;
}
