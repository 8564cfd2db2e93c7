/**
 * The presentations of the second paper's controlled re-evaluation, which it designed and did not run
 * (P2, limitations), and what each shows.
 */
export const CONDITION_MEANINGS = {
  "five-original": "the original options, in their order",
  "ten-appended": "the original options, then the borrowed ones",
  "ten-interleaved": "both merged at random, the originals in their order",
  "ten-permuted": "all options in random order",
} as const satisfies Record<string, string>;
export type ConditionName = keyof typeof CONDITION_MEANINGS;

/** The conditions that every set of fixed questions has, whatever it keeps. */
export const CONDITION_NAMES: readonly string[] = Object.keys(CONDITION_MEANINGS);

/** The one that shows the original options alone; the others keep or leave its order. */
export const ORIGINAL_CONDITION: ConditionName = "five-original";
