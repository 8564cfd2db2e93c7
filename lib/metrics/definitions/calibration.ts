import type { MetricDefinition } from "../metric";

const PAPER = "Turkish MMLU-Pro paper";

/** The sample of items that a protocol was tried on, and results without it. */
export const calibrationDefinitions = {
  calibration_sample: {
    id: "calibration_sample",
    label: "sample",
    name: "calibration sample of items",
    formula: "the first n ids in ascending order of hex SHA-256(UTF-8 of seed, U+0000, id)",
    unit: "items",
    says: "Which items anybody gets from the same ids, seed and n: nothing is drawn by hand.",
    cannotSay:
      "Which items somebody else used: the paper drew its 100 from an earlier snapshot of 7,634 " +
      "questions, and the same rule on other ids gives others.",
    source: `${PAPER}, section 4.2 (seed 42, n = 100)`,
    decision:
      "Drawn a benchmark from all items that fixed runs of the open data were asked, whatever the " +
      "filters; these choose which of them are counted. The report has seed 42 and n = 100. Ties by id.",
  },
  calibration_without: {
    id: "calibration_without",
    label: "without the sample",
    name: "accuracy without the sample, less accuracy on all items",
    formula: "100 (right / scored, items out of the sample − right / scored, all items)",
    unit: "percentage points",
    says: "How much of a result rests on the items that the protocol may have been tuned on.",
    cannotSay:
      "That nothing else was chosen on them: it takes the items away, not what was decided with them.",
    source: `${PAPER}, appendix G`,
    decision:
      "No interval: the two share all items but the sample. Fixed runs only, and none for a run that mixes environments, paddings, conditions or modes.",
  },
  calibration_within: {
    id: "calibration_within",
    label: "sample less rest",
    name: "accuracy on the sample alone, less accuracy on the other items",
    formula: "100 (p − q), p on the sample, q on the others, with Newcombe's hybrid score interval",
    unit: "percentage points",
    says: "Whether the sample is easier or harder than the items that it stands for.",
    cannotSay: "Why: they are different items.",
    source: "none: ours",
    decision:
      "None for a run that mixes environments, paddings, conditions or modes. The interval is given where each question was asked once.",
  },
} as const satisfies Record<string, MetricDefinition>;
