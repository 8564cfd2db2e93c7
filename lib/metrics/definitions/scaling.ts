import type { MetricDefinition } from "../metric";

/** Accuracy of a metric cell, its normalisation and its intervals. */
export const scalingDefinitions = {
  item_accuracy: {
    id: "item_accuracy",
    label: "Aₜ",
    name: "accuracy of one item",
    formula: "Aₜ = correct rows of item t / scored rows of item t",
    unit: "share, 0 to 1",
    says: "How often the model found the right option of this item over its trials.",
    cannotSay:
      "Why it failed: a reply without a readable answer counts as wrong, like a wrong choice.",
    source: "Massive-option paper, section 4",
    decision:
      "A scored reply without a readable position is incorrect and stays in the denominator.",
  },
  accuracy: {
    id: "accuracy",
    label: "Acc",
    name: "accuracy",
    formula: "A = mean of Aₜ over the items with at least one scored row",
    unit: "share, 0 to 1",
    says: "How often the right option was found, every item weighing the same.",
    cannotSay:
      "Whether one N is harder than another: the chance level 1/N differs. Compare NA instead.",
    source: "Massive-option paper, section 4",
    decision:
      "Items are averaged, not rows: an item with fewer trials weighs as much as the others.",
  },
  acc_pooled: {
    id: "acc_pooled",
    label: "Acc, pooled",
    name: "pooled accuracy",
    formula: "correct rows / scored rows",
    unit: "share, 0 to 1",
    says: "The accuracy of all rows thrown together, for reference.",
    cannotSay:
      "Anything that accuracy over items does not, once items have unequal numbers of trials.",
    source: "none: kept for comparison with other tools",
    decision: null,
  },
  na: {
    id: "na",
    label: "NA",
    name: "chance-normalised accuracy",
    formula: "NA = (A − 1/N) / (1 − 1/N)",
    unit: "0 is guessing, 1 is perfect",
    says: "Accuracy above guessing as a share of what guessing leaves, comparable across N.",
    cannotSay:
      "How many items the model knows: it assumes that whoever does not know guesses evenly.",
    source: "Massive-option paper, section 4",
    decision:
      "Never clipped: below chance it is negative. In a fixed run whose items differ in N, each item " +
      "is corrected for its own N before averaging.",
  },
  na_item_ci: {
    id: "na_item_ci",
    label: "NA, item interval",
    name: "interval over items",
    formula: "NA ± t(T − 1, 0.975) · sd(NAₜ) / √T, T items, sd with T − 1",
    unit: "scale of NA",
    says:
      "How far NA might move with other items of the same kind: the interval to read when asking " +
      "whether a model is better.",
    cannotSay:
      "What other distractor draws would change; and with few, skewed items near the ceiling it is " +
      "too narrow.",
    source: "Massive-option paper, appendix E",
    decision: "Not clipped to 1. Undefined with fewer than two items.",
  },
  na_crossed_ci: {
    id: "na_crossed_ci",
    label: "NA, crossed interval",
    name: "interval over items and trials",
    formula:
      "NA ± t(T − 1, 0.975) · √V / (1 − 1/N), V = s²ᵢ/T + max(0, s²ᵧ − MSE/T)/K, " +
      "s²ᵢ and s²ᵧ the variances of item and trial means, MSE the interaction mean square",
    unit: "scale of NA",
    says:
      "How far NA might move with other items and other distractor draws together. It is wider than " +
      "the item interval where trials shift all items at once.",
    cannotSay: "Which of the two it is: compare it with the item interval and the trial interval.",
    source: "none: two-way random effects, beside the paper's appendix E",
    decision:
      "Only where every item has every trial once, in one range of trial numbers without a gap; " +
      "undefined otherwise and for fewer than two items or trials.",
  },
  na_trial_ci: {
    id: "na_trial_ci",
    label: "NA, trial interval",
    name: "interval over trials",
    formula: "NA ± 1.96 · sd(NAₖ) / √K, NAₖ = NA of the mean over the items with trial k",
    unit: "scale of NA",
    says: "How far NA might move with other distractor draws and orders of these same items.",
    cannotSay:
      "How the model would do on other items. 1,000 trials of 30 items are 30 independent items, " +
      "not 30,000.",
    source: "Massive-option paper, section 5 and appendix E",
    decision:
      "Undefined with fewer than two trials, and where trials were numbered by us: numbers that we " +
      "gave do not say which rows belong together. Not clipped.",
  },
  acc_trial_ci: {
    id: "acc_trial_ci",
    label: "Aₜ, trial interval",
    name: "trial interval of one item",
    formula: "Aₜ ± 1.96 · √(Aₜ(1 − Aₜ) / (n − 1)), n scored rows",
    unit: "share, 0 to 1",
    says: "How precisely the trials pin down this one item.",
    cannotSay: "Anything about other items; at 0 and 1 it has no width, however few the trials.",
    source: "Massive-option paper, appendix E",
    decision:
      "Undefined for fewer than two rows. Defined for numbered trials too: within one item it needs " +
      "no trial identity.",
  },
  item_drop: {
    id: "item_drop",
    label: "drop",
    name: "drop of one item",
    formula:
      "Aₜ at the low N − Aₜ at the high N, ± 1.96 · √(Aₗ(1 − Aₗ)/(nₗ − 1) + Aₕ(1 − Aₕ)/(nₕ − 1))",
    unit: "accuracy, −1 to 1; on the screen percentage points",
    says: "How much of one item is lost as options are added.",
    cannotSay:
      "That it is lost to the options and not to chance: the chance level falls with N, too. The " +
      "largest of many drops is large partly by luck.",
    source: "none: ours",
    decision:
      "From the lowest to the highest N of the curve, or between two N that are chosen. The trials of the two N count as independent " +
      "of each other; where they go together (the same trial, with more options) the interval is too " +
      "wide. Not clipped. Items of one id count as one only where their hashes agree.",
  },
  na_iqr: {
    id: "na_iqr",
    label: "NA, middle half of items",
    name: "interquartile band over items",
    formula: "25%, 50% and 75% quantiles of NAₜ (linear interpolation, type 7)",
    unit: "scale of NA",
    says: "How unequal the items are: half of them lie inside the band.",
    cannotSay: "How certain the mean is: it is a spread of items, not an interval of the mean.",
    source: "Massive-option paper, figure 1",
    decision: null,
  },
  null_share: {
    id: "null_share",
    label: "no answer",
    name: "share without a readable answer",
    formula: "(scored − answered) / scored",
    unit: "share, 0 to 1",
    says: "How much of the failure is a reply that no scorer could read.",
    cannotSay: "Whether the model would have been right.",
    source: "none: shown beside response positions, which know valid responses alone",
    decision: null,
  },
} as const satisfies Record<string, MetricDefinition>;
