import { z } from "zod";
import { AUDIT_CLASSES } from "@/lib/cubes/schema";
import { POLARITIES } from "@/lib/records/audit";
import { mixture } from "./mixture";
import {
  count,
  interval,
  nullableText,
  optionCount,
  rate,
  runShape,
  seriesShape,
} from "./row-fields";

/** Rows of the sections about fixed questions (the second paper's). Fields ending in _pp are points. */
const points = z.number().nullable();

export const sectionsRow = z.strictObject({
  ...runShape,
  /** Null gathers the items that name none; they are no part of `section_macro`. */
  section: nullableText,
  n_items: count,
  n: count,
  /** Null where one mean would be of several things: `mixes` of the run's row in `accuracy`. */
  accuracy: rate,
  ...seriesShape,
});
export type SectionsRow = z.infer<typeof sectionsRow>;

export const presentationRow = z.strictObject({
  ...runShape,
  environment: nullableText,
  padding: z.string(),
  n_options: optionCount,
  n_items: count,
  n: count,
  n_valid_errors: count,
  acc_by_gold_min: rate,
  acc_by_gold_max: rate,
  slope_pp_per_position: points,
  entropy: rate,
  error_primacy_pp: points,
  length_midrank: rate,
  borrowed_share: rate,
  /** What errors would draw that fall evenly on the options that are not the key. */
  borrowed_even: rate,
  original_longer_share: rate,
  /** Of the items at this N, against the condition that `against` names; null without one. */
  order_changed: count.nullable(),
  gold_label_changed: count.nullable(),
  /** The condition with fewer options, or the earlier one, that the two counts compare with. */
  against: nullableText,
  /** Items at this N that it has too: of these are the two counts. */
  n_against: count.nullable(),
  ...seriesShape,
});
export type PresentationRow = z.infer<typeof presentationRow>;

const lostTo = z.strictObject({ borrowed: count, original: count, invalid: count }).nullable();

const changeFields = {
  n_shared: count,
  both: count,
  lost: count,
  gained: count,
  neither: count,
  change_pp: points,
  /** With McNemar's p where every shared item was asked once on each side; else null. */
  wald_ci_pp: interval,
  mcnemar_p: rate,
  /** Over differences of item means, where some item was shown in several permutations; else null. */
  t_ci_pp: interval,
  t_p: rate,
  /** What the lost items chose instead; null where that is not known of each. */
  lost_to: lostTo,
};
export const changePart = z.strictObject(changeFields);
export type ChangePart = z.infer<typeof changePart>;

export const pairedConditionsRow = z.strictObject({
  run_a: z.string(),
  run_b: z.string(),
  model: z.string(),
  benchmark: z.string(),
  environment: nullableText,
  padding: z.string(),
  mode: nullableText,
  condition_a: z.string(),
  condition_b: z.string(),
  scorer: z.string(),
  /** Null where the items of a side differ in N. */
  n_options_a: optionCount.nullable(),
  n_options_b: optionCount.nullable(),
  accuracy_a: rate,
  accuracy_b: rate,
  ...changeFields,
  only_a: count,
  only_b: count,
  changed: count,
  /** Shared items without a hash on both sides: they pair by their id alone. */
  by_id: count,
  known_fraction: rate,
  cluster_bootstrap_ci_pp: interval,
  /** Null where no shared item has a flag. */
  by_stem: z.strictObject({ flagged: changePart, unflagged: changePart }).nullable(),
  /** Null where no lengths of borrowed options are known. */
  length_matched: changePart.nullable(),
  simulated: z.boolean(),
});
export type PairedConditionsRow = z.infer<typeof pairedConditionsRow>;

export const modesRow = z.strictObject({
  model: z.string(),
  benchmark: z.string(),
  environment: nullableText,
  padding: z.string(),
  condition: nullableText,
  scorer: z.string(),
  run_direct: z.string(),
  run_thinking: z.string(),
  n_shared: count,
  /** Items of one of the two runs alone, and ids that stand for another question in each. */
  only_direct: count,
  only_thinking: count,
  changed: count,
  /** Shared items without a hash on both sides: they pair by their id alone. */
  by_id: count,
  /** Over the shared items, with Wilson's intervals where each was asked once on each side. */
  direct: rate,
  direct_ci: interval,
  thinking: rate,
  thinking_ci: interval,
  change_pp: points,
  wald_ci_pp: interval,
  mcnemar_p: rate,
  p_bonferroni: rate,
  p_holm: rate,
  direct_only: count,
  thinking_only: count,
  thinking_valid_rate: rate,
  /** Replies that were cut off without an answer. */
  thinking_truncated: count,
  time_ratio: z.number().nullable(),
  /** Of the mean completion tokens a reply; null where one of the runs reports none. */
  tokens_ratio: z.number().nullable(),
  /** Fields beside the mode in which the two runs differ, such as `token limit`. */
  differ_in: z.array(z.string()),
  simulated: z.boolean(),
});
export type ModesRow = z.infer<typeof modesRow>;

export const scorersRow = z
  .strictObject({
    ...runShape,
    /** `run_id` is the reading by scorer_a. */
    run_b: z.string(),
    scorer_a: z.string(),
    scorer_b: z.string(),
    /** Rows that both scored. */
    n: count,
    accuracy_a: rate,
    accuracy_b: rate,
    both: count,
    only_a: count,
    only_b: count,
    neither: count,
    only_b_from_invalid: count,
    only_b_from_wrong: count,
    /** 100 (only_b - only_a) / n: what the second reading adds to the accuracy of the first. */
    excess_pp: points,
    /** Wald's, over questions asked once each; null in a repeated run. */
    excess_ci_pp: interval,
    simulated: z.boolean(),
  })
  .omit({ scorer: true });
export type ScorersRow = z.infer<typeof scorersRow>;

export const calibrationRow = z.strictObject({
  ...runShape,
  seed: z.int(),
  /** Items of the benchmark that are in the sample, and that it was drawn from. */
  n_sample: count,
  n_population: count,
  /** Scored rows: all, of items out of the sample, of items in it. */
  n: count,
  /** Null, as the other accuracies, where `mixes` says that it would be of several things. */
  accuracy: rate,
  wilson: interval,
  n_without: count,
  accuracy_without: rate,
  wilson_without: interval,
  n_within: count,
  accuracy_within: rate,
  wilson_within: interval,
  without_less_all_pp: points,
  within_less_rest_pp: points,
  /** Newcombe's: the sample and the rest are different items. */
  within_less_rest_ci_pp: interval,
  mixes: mixture,
  ...seriesShape,
});
export type CalibrationRow = z.infer<typeof calibrationRow>;

const weighted = { count, weighted_pct: z.number().nullable() };
/** The flag of a stem, and how a reviewer reads it: what `polarity` counts items by. */
export const STEM_FLAGS = ["flagged", "unflagged", "without_flag"] as const;
export const RECORDED_POLARITIES = [...POLARITIES, "not_recorded"] as const;
const objectOf = <Name extends string, S extends z.ZodType>(names: readonly Name[], schema: S) =>
  z.strictObject(Object.fromEntries(names.map((name) => [name, schema])) as Record<Name, S>);
export const auditSectionRow = z.strictObject({
  benchmark: z.string(),
  record_set: z.string(),
  n: count,
  total_weight: z.number(),
  classes: objectOf(AUDIT_CLASSES, z.strictObject(weighted)),
  key_plus_borrowed: z.strictObject({ ...weighted, range_pct: interval }),
  /** Items, and the sum of their weights, by flag and recorded polarity. */
  polarity: objectOf(
    STEM_FLAGS,
    objectOf(RECORDED_POLARITIES, z.strictObject({ count, weight: z.number() })),
  ),
});
export type AuditSectionRow = z.infer<typeof auditSectionRow>;
