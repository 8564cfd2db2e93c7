import { z } from "zod";
import { mixture } from "./mixture";
import {
  auditSectionRow,
  calibrationRow,
  modesRow,
  pairedConditionsRow,
  presentationRow,
  scorersRow,
  sectionsRow,
} from "./question-rows";
import {
  count,
  interval,
  nullableText,
  optionCount,
  rate,
  runShape,
  seriesShape,
} from "./row-fields";

/**
 * Row schemas of the report's sections: one a section, one home for field names. Every rate is 0 to
 * 1, `null` is undefined, an interval is `[low, high]`. Field order is the column order of tables.
 */

/** What every row about a metric cell names, `n_options` apart. */
const curveFields = {
  model: z.string(),
  benchmark: z.string(),
  environment: nullableText,
  padding: z.string(),
  mode: nullableText,
  condition: nullableText,
  scorer: z.string(),
};
const cellFields = { ...curveFields, n_options: optionCount };

export const scalingRow = z.strictObject({
  ...cellFields,
  n_items: count,
  /** Distinct trial ids; null while only rows could tell (see `trials` of MetricOptions). */
  n_trials: count.nullable(),
  n_responses: count,
  accuracy: rate,
  acc_pooled: rate,
  na: rate,
  na_trial_ci: interval,
  na_item_ci: interval,
  /** Over items and trials together; beside the item interval, which misses what trials share. */
  na_crossed_ci: interval,
  na_q25: rate,
  na_q50: rate,
  na_q75: rate,
  null_share: rate,
  ...seriesShape,
});
export type ScalingRow = z.infer<typeof scalingRow>;

export const itemMetricRow = z.strictObject({
  ...cellFields,
  item_id: z.string(),
  /** Names the question: items of one id are the same where it agrees. */
  item_hash: nullableText,
  section: nullableText,
  n: count,
  accuracy: rate,
  na: rate,
  acc_trial_ci: interval,
  ...seriesShape,
});
export type ItemMetricRow = z.infer<typeof itemMetricRow>;

export const bubbleRow = z.strictObject({
  ...curveFields,
  n_low: optionCount,
  n_high: optionCount,
  /** Null where NA at n_low is 0 or below; `bi_raw` keeps the number for exports. */
  bi: rate,
  bi_raw: rate,
  bi_ci: interval,
  item_sets_differ: z.boolean(),
  ...seriesShape,
});
export type BubbleRow = z.infer<typeof bubbleRow>;

/** Keys are the prefix lengths k with k <= N, of `PREFIXES`. */
const byPrefix = z.record(z.string(), rate);
export const PREFIXES = [1, 2, 5, 10, 20] as const;

export const positionsRow = z.strictObject({
  ...cellFields,
  n_valid: count,
  pfi: byPrefix,
  delta_pfi: byPrefix,
  delta_pfi_matched: byPrefix,
  entropy: rate,
  front_20: rate,
  tail_20: rate,
  mean_pos: rate,
  ks: rate,
  ks_at: z.int().positive().nullable(),
  slope: rate,
  slope_unit_range: rate,
  pfi_gold: byPrefix,
  entropy_gold: rate,
  front_20_gold: rate,
  tail_20_gold: rate,
  mean_pos_gold: rate,
  ...seriesShape,
});
export type PositionsRow = z.infer<typeof positionsRow>;

export const positionDistributionRow = z.strictObject({
  ...cellFields,
  position: z.int().positive(),
  p_response: rate,
  p_gold: rate,
  cdf_response: rate,
  cdf_gold: rate,
  ...seriesShape,
});
export type PositionDistributionRow = z.infer<typeof positionDistributionRow>;

export const goldBinRow = z.strictObject({
  ...cellFields,
  bin: z.int().min(1).max(10),
  n: count,
  accuracy: rate,
  ...seriesShape,
});
export type GoldBinRow = z.infer<typeof goldBinRow>;

export const paddingRow = z.strictObject({
  ...cellFields,
  accuracy: rate,
  delta: rate,
  /** t interval over items, paired; null where the two sides have other items. */
  delta_item_ci: interval,
  n_items: count,
  n_responses: count,
  /** Null without an unpadded side. */
  item_sets_differ: z.boolean().nullable(),
  ...seriesShape,
});
export type PaddingRow = z.infer<typeof paddingRow>;

export const paddingEnvelopeRow = z
  .strictObject({
    ...cellFields,
    n_conditions: count,
    /** Items and scored rows of the unpadded side; 0 where there is none. */
    n_items_none: count,
    n_responses_none: count,
    /** Scored rows of all padded conditions. */
    n_responses: count,
    acc_none: rate,
    acc_min: rate,
    acc_mean: rate,
    acc_max: rate,
    delta_mean: rate,
    spread: rate,
    worst_type: nullableText,
    worst_by_type: z.record(z.string(), rate),
    ...seriesShape,
  })
  .omit({ padding: true });
export type PaddingEnvelopeRow = z.infer<typeof paddingEnvelopeRow>;

export const hardSplitModel = z.strictObject({
  model: z.string(),
  group: z.enum(["hard", "less_hard"]),
  n_responses: count,
  accuracy: rate,
  /** Over positions 1..N; null where nothing is valid. */
  cdf_response: z.array(z.number()).nullable(),
  cdf_gold: z.array(z.number()),
  /** Runs behind the side: a series can hold runs of other trials too. */
  run_ids: z.array(z.string()),
  ...seriesShape,
});
export const hardSplitRow = z.strictObject({
  benchmark: z.string(),
  environment: nullableText,
  mode: nullableText,
  condition: nullableText,
  scorer: z.string(),
  n_options: optionCount,
  median_score: rate,
  hard_trials: z.array(z.int()),
  less_hard_trials: z.array(z.int()),
  models: z.array(hardSplitModel),
  /** Which runs share their trials: two groups of one environment and N differ in it. */
  sync_id: z.string(),
});
export type HardSplitRow = z.infer<typeof hardSplitRow>;

export const outcomesRow = z.strictObject({
  ...runShape,
  /** Null where a filter splits a run that lacks rows: nobody knows on which side they are missing. */
  planned: count.nullable(),
  answered: count,
  unparsed: count,
  multiple: count,
  out_of_range: count,
  truncated: count,
  prompt_truncated: count,
  error: count,
  missing: count.nullable(),
  ...seriesShape,
});
export type OutcomesRow = z.infer<typeof outcomesRow>;

export const accuracyRow = z.strictObject({
  ...runShape,
  kind: z.enum(["fixed", "repeated"]),
  /** Null for a run without a row. */
  n_options_min: optionCount.nullable(),
  n_options_max: optionCount.nullable(),
  n_items: count,
  /** Scored rows: the denominator of `accuracy`. */
  n: count,
  correct: count,
  accuracy: rate,
  wilson: interval,
  guess_adjusted: rate,
  valid_rate: rate,
  accuracy_on_valid: rate,
  planned: count.nullable(),
  accuracy_planned: rate,
  na: rate,
  /**
   * Mean of the sections' accuracies, and mean over items; null where no item names a section, or
   * `mixes` says that the mean would be of several things.
   */
  section_macro: rate,
  section_micro: rate,
  mixes: mixture,
  ranked: z.boolean(),
  host_class: z.enum(["local", "api"]).nullable(),
  parameters: z.number().nullable(),
  quantisation: nullableText,
  mean_completion_tokens: z.number().nullable(),
  reasoning_rate: rate,
  /** Scored rows by whether reasoning was observed; rows of which nobody knows are in neither. */
  n_reasoned: count,
  n_unreasoned: count,
  accuracy_reasoned: rate,
  accuracy_reasoned_ci: interval,
  accuracy_unreasoned: rate,
  accuracy_unreasoned_ci: interval,
  seconds_per_item: z.number().nullable(),
  cost: z.number().nullable(),
  cost_currency: nullableText,
  ...seriesShape,
});
export type AccuracyRow = z.infer<typeof accuracyRow>;

export const stemsRow = z.strictObject({
  ...runShape,
  /** Who flagged: names of rules, `given` for a file's own flags; null where nothing says. */
  rules: nullableText,
  /** Scored rows, by the flag of their item; `n_unknown` has none and is on neither side. */
  n_flagged: count,
  n_unflagged: count,
  n_unknown: count,
  flagged: rate,
  flagged_ci: interval,
  unflagged: rate,
  unflagged_ci: interval,
  /** Percentage points, unflagged less flagged. */
  gap_pp: z.number().nullable(),
  gap_ci_pp: interval,
  /** Why there is no one value: environments, paddings or N that the row throws together. */
  mixes: mixture,
  /** Items that the run was asked under another condition or mode, and not here. */
  n_elsewhere: count,
  ...seriesShape,
});
export type StemsRow = z.infer<typeof stemsRow>;

export const comparisonRow = z.strictObject({
  run_a: z.string(),
  run_b: z.string(),
  model_a: z.string(),
  model_b: z.string(),
  benchmark: z.string(),
  environment: nullableText,
  padding: z.string(),
  /** Null also where each run has but one and they differ. */
  mode: nullableText,
  condition: nullableText,
  /** Of both runs: two readings of the same texts are not compared here. */
  scorer: z.string(),
  n_options: optionCount,
  n_shared: count,
  only_a: count,
  only_b: count,
  /** Items of one id that are another question in each run, or known in one alone. */
  changed: count,
  /** Mean over shared items of run_a minus run_b, on the scale of accuracy. */
  difference: z.number().nullable(),
  ci: interval,
  p: rate,
  /** Holm over all rows that have a p. */
  p_holm: rate,
  distinguishable: z.boolean().nullable(),
  simulated: z.boolean(),
});
export type ComparisonRow = z.infer<typeof comparisonRow>;

export const warningRow = z.strictObject({
  code: z.string(),
  message: z.string(),
  runs: z.array(z.string()),
});
export type WarningRow = z.infer<typeof warningRow>;

/** The sections of a report, in the order in which it prints them. */
export const SECTION_ROWS = {
  scaling: scalingRow,
  items: itemMetricRow,
  bubble: bubbleRow,
  positions: positionsRow,
  position_distribution: positionDistributionRow,
  gold_bins: goldBinRow,
  padding: paddingRow,
  padding_envelope: paddingEnvelopeRow,
  hard_split: hardSplitRow,
  outcomes: outcomesRow,
  accuracy: accuracyRow,
  stems: stemsRow,
  sections: sectionsRow,
  presentation: presentationRow,
  paired: pairedConditionsRow,
  modes: modesRow,
  scorers: scorersRow,
  audit: auditSectionRow,
  calibration: calibrationRow,
  comparisons: comparisonRow,
  warnings: warningRow,
} as const;
export type SectionName = keyof typeof SECTION_ROWS;
export type SectionRow<S extends SectionName> = z.infer<(typeof SECTION_ROWS)[S]>;
