import { UNSCORED_OUTCOMES } from "@/lib/records/response";
import { text } from "@/lib/engine/sql";
import { qualified, type Place } from "./place";

/** Boolean SQL over a response row: it counts in the denominator. */
export const SCORED = `outcome NOT IN (${UNSCORED_OUTCOMES.map(text).join(", ")})`;
/** Derived, never stored. Null where nothing was chosen, so count it by FILTER. */
export const CORRECT = "resp_pos = gold_pos";

const counted = (condition: string) => `(count(*) FILTER (WHERE ${condition}))::INTEGER`;
const outcome = (name: string) => counted(`outcome = ${text(name)}`);

/** Outcomes and sums by (cell, item), with the trial range of all rows beside that of scored ones. */
export function itemAggregateSql(rows: Place): string {
  const reasoned = `${SCORED} AND reasoning_observed`;
  const unreasoned = `${SCORED} AND NOT reasoning_observed`;
  return `SELECT cell_ix, item_ix,
      ${counted(SCORED)} AS n_scored,
      count(resp_pos)::INTEGER AS n_valid,
      ${counted(CORRECT)} AS n_correct,
      ${outcome("unparsed")} AS n_unparsed,
      ${outcome("multiple")} AS n_multiple,
      ${outcome("out_of_range")} AS n_out_of_range,
      ${outcome("truncated")} AS n_truncated,
      ${outcome("prompt_truncated")} AS n_prompt_truncated,
      ${outcome("error")} AS n_error,
      min(trial) FILTER (WHERE ${SCORED}) AS trial_min,
      max(trial) FILTER (WHERE ${SCORED}) AS trial_max,
      min(permutation) AS permutation_min,
      max(permutation) AS permutation_max,
      count(permutation)::INTEGER AS n_permutation,
      min(trial) AS any_trial_min,
      max(trial) AS any_trial_max,
      count(*)::INTEGER AS n_rows,
      coalesce(sum(completion_tokens), 0)::DOUBLE AS completion_tokens,
      count(completion_tokens)::INTEGER AS n_completion_tokens,
      coalesce(sum(latency_ms), 0)::DOUBLE AS latency_ms,
      count(latency_ms)::INTEGER AS n_latency,
      ${counted(reasoned)} AS n_reasoned,
      ${counted(`${reasoned} AND ${CORRECT}`)} AS n_reasoned_correct,
      ${counted(unreasoned)} AS n_unreasoned,
      ${counted(`${unreasoned} AND ${CORRECT}`)} AS n_unreasoned_correct
    FROM ${qualified(rows, "responses")} GROUP BY cell_ix, item_ix`;
}

/**
 * With one permutation throughout, a trial occurs once an item (it is part of the key): as many
 * scored rows as the range is long then means that the range has no gap.
 */
export const CONTIGUOUS = `(n_scored > 0 AND n_scored = trial_max - trial_min + 1
  AND permutation_min IS NOT DISTINCT FROM permutation_max AND n_permutation IN (0, n_rows))`;

/** Response and gold counts by (cell, item, position). */
export function itemPositionSql(rows: Place): string {
  const responses = qualified(rows, "responses");
  return `SELECT cell_ix, item_ix, pos, sum(n_response)::INTEGER AS n_response,
      sum(n_gold)::INTEGER AS n_gold, sum(n_gold_valid)::INTEGER AS n_gold_valid,
      sum(n_gold_correct)::INTEGER AS n_gold_correct
    FROM (
      SELECT cell_ix, item_ix, resp_pos AS pos, count(*) AS n_response,
        0 AS n_gold, 0 AS n_gold_valid, 0 AS n_gold_correct
      FROM ${responses} WHERE resp_pos IS NOT NULL GROUP BY cell_ix, item_ix, resp_pos
      UNION ALL
      SELECT cell_ix, item_ix, gold_pos AS pos, 0 AS n_response, count(*) AS n_gold,
        count(resp_pos) AS n_gold_valid, count(*) FILTER (WHERE ${CORRECT}) AS n_gold_correct
      FROM ${responses} WHERE ${SCORED} GROUP BY cell_ix, item_ix, gold_pos
    ) AS parts GROUP BY cell_ix, item_ix, pos ORDER BY cell_ix, item_ix, pos`;
}

export function positionSql(cubes: Place): string {
  return `SELECT cell_ix, pos, sum(n_response)::INTEGER AS n_response,
      sum(n_gold)::INTEGER AS n_gold, sum(n_gold_valid)::INTEGER AS n_gold_valid,
      sum(n_gold_correct)::INTEGER AS n_gold_correct
    FROM ${qualified(cubes, "item_position_cube")} GROUP BY cell_ix, pos ORDER BY cell_ix, pos`;
}

export function trialSql(rows: Place): string {
  return `SELECT cell_ix, trial, ${counted(SCORED)} AS n_scored, ${counted(CORRECT)} AS n_correct
    FROM ${qualified(rows, "responses")} GROUP BY cell_ix, trial ORDER BY cell_ix, trial`;
}

export function facetSql(cubes: Place): string {
  return `SELECT c.cell_ix, i.section, i.stem_negative,
      sum(c.n_scored + c.n_prompt_truncated + c.n_error)::INTEGER AS n_rows
    FROM ${qualified(cubes, "item_cube")} AS c JOIN ${qualified(cubes, "items")} AS i
      USING (item_ix)
    GROUP BY c.cell_ix, i.section, i.stem_negative ORDER BY c.cell_ix`;
}
