import { z } from "zod";
import { cellOf } from "@/lib/jobs/cell";
import type { Queries } from "@/lib/jobs/database/database";
import type { ScalingRow } from "@/lib/metrics/rows";
import { UNSCORED_OUTCOMES } from "@/lib/records/response";
import { summary, tInterval } from "@/lib/stats/means";
import { chanceNormalised, normaliseInterval, ratio } from "@/lib/stats/proportions";

const itemRow = z.strictObject({
  run_id: z.string(),
  cell: z.string(),
  item_id: z.string(),
  scored: z.int(),
  answered: z.int(),
  correct: z.int(),
});
/** The scored rows of one item in one cell of a run. */
export type ItemTally = z.output<typeof itemRow>;

export function itemTallies(queries: Queries, runs: readonly string[]): Promise<ItemTally[]> {
  return queries.rows(
    itemRow,
    `SELECT run_id, cell, item_id, count(*)::integer AS scored,
        count(*) FILTER (WHERE outcome = 'answered')::integer AS answered,
        count(*) FILTER (WHERE correct)::integer AS correct
      FROM foilscope.results
      WHERE run_id = ANY($1::text[]) AND NOT (outcome = ANY($2::text[]))
      GROUP BY run_id, cell, item_id ORDER BY run_id, cell, item_id`,
    [runs, [...UNSCORED_OUTCOMES]],
  );
}

/** What rows of one run say in every cell. */
export type CellNames = Pick<ScalingRow, "model" | "benchmark" | "scorer" | "simulated">;

function scalingOf(run: string, cell: string, own: readonly ItemTally[], names: CellNames) {
  const { environment, n_options, padding, mode, condition } = cellOf(cell);
  const scored = own.reduce((sum, one) => sum + one.scored, 0);
  const correct = own.reduce((sum, one) => sum + one.correct, 0);
  const answered = own.reduce((sum, one) => sum + one.answered, 0);
  const { mean, sd, n } = summary(own.map((one) => one.correct / one.scored));
  const interval = normaliseInterval(tInterval(mean, sd, n), n_options);
  return {
    ...names,
    environment,
    n_options,
    padding,
    mode,
    condition,
    n_items: n,
    n_trials: null,
    n_responses: scored,
    accuracy: mean,
    acc_pooled: ratio(correct, scored),
    na: chanceNormalised(mean, n_options),
    na_trial_ci: null,
    na_item_ci: interval && ([interval[0], interval[1]] satisfies [number, number]),
    na_crossed_ci: null,
    na_q25: null,
    na_q50: null,
    na_q75: null,
    null_share: ratio(scored - answered, scored),
    series_id: run,
  } satisfies ScalingRow;
}

/** Sums of one item over the permutations of a cell. */
function merged(tallies: readonly ItemTally[]): ItemTally[] {
  return [...Map.groupBy(tallies, (tally) => tally.item_id).values()].flatMap((own) => {
    const [first, ...rest] = own;
    return first
      ? [
          rest.reduce(
            (sum, one) => ({
              ...sum,
              scored: sum.scored + one.scored,
              answered: sum.answered + one.answered,
              correct: sum.correct + one.correct,
            }),
            first,
          ),
        ]
      : [];
  });
}

const withoutPermutation = (cell: string) => JSON.stringify({ ...cellOf(cell), permutation: null });

/** NA and accuracy of every cell of a run, as the scaling section of the report has them. */
export function cellsOfRun(
  run: string,
  tallies: readonly ItemTally[],
  names: CellNames,
): ScalingRow[] {
  return [...Map.groupBy(tallies, (tally) => withoutPermutation(tally.cell)).values()]
    .map((own) => scalingOf(run, own[0]?.cell ?? "", merged(own), names))
    .sort((a, b) => a.n_options - b.n_options);
}
