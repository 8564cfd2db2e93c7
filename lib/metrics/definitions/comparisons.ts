import type { MetricDefinition } from "../metric";

/** What is lost between two N, and between no padding and padding. */
export const comparisonDefinitions = {
  bi: {
    id: "bi",
    label: "BI",
    name: "competence bubble index",
    formula: "BI = 1 − NA_high / (NA_low + 10⁻⁶)",
    unit: "share of NA at the low N",
    says: "How much of the competence seen at the low N is gone at the high N.",
    cannotSay:
      "Whether the model is good: one that is weak at both N has no bubble. Two BI of different " +
      "pairs of N are not comparable.",
    source: "Massive-option paper, section 4",
    decision:
      "Computed for every pair low < high; where none is chosen, shown from N=4, as the paper has it, " +
      "or from the smallest N where 4 was not asked, to the largest. Undefined where NA at the low N is 0 or below (the raw " +
      "number is exported). Flagged where the two sides have different items. Fixed runs have none.",
  },
  bi_ci: {
    id: "bi_ci",
    label: "BI, interval",
    name: "interval of BI over trials",
    formula:
      "BI ± 1.96 √v, v = s²ₕ/(Kₕ D²) + H² s²ₗ/(Kₗ D⁴) − 2 H cov n_c/(Kₗ Kₕ D³), " +
      "D = NA_low + 10⁻⁶, H = NA_high",
    unit: "scale of BI",
    says: "How far BI might move with other distractor draws, trials paired between the two N.",
    cannotSay: "How BI would move with other items: see the item interval of NA.",
    source: "Massive-option paper, table 2; the paper does not print its formula",
    decision:
      "Delta method with the covariance over the n_c trials that both N have (0 below two). " +
      "Undefined with fewer than two trials on either side and for trials numbered by us.",
  },
  padding_delta: {
    id: "padding_delta",
    label: "Δ padding",
    name: "change under padding",
    formula: "Δ = A_padded − A_none, same environment and N",
    unit: "accuracy, −1 to 1",
    says: "What irrelevant text around the question changes while the options stay.",
    cannotSay: "Whether length or content of the padding did it: compare types and placements.",
    source: "Massive-option paper, section 6",
    decision:
      "All rows of each side count; a warning says where the two sides were not asked in the same " +
      "trials. Undefined without an unpadded side.",
  },
  padding_delta_ci: {
    id: "padding_delta_ci",
    label: "Δ padding, item interval",
    name: "interval of the change over items",
    formula: "Δ ± t(T − 1, 0.975) · sd(Aₜ,padded − Aₜ,none) / √T, T items, sd with T − 1",
    unit: "accuracy, −1 to 1",
    says:
      "How far the change might move with other items of the same kind. Items are paired, so that " +
      "how hard they are cancels.",
    cannotSay:
      "Which of several paddings is worst: that is the lowest of many changes, each with its own " +
      "chance part.",
    source: "none: the paper prints changes without an interval",
    decision:
      "Not clipped. Undefined where the two sides have different items, and below two items.",
  },
  padding_envelope: {
    id: "padding_envelope",
    label: "padding envelope",
    name: "accuracy over the padding conditions",
    formula: "minimum, mean and maximum of A over the padded conditions of one environment and N",
    unit: "share, 0 to 1",
    says: "The band in which accuracy lies, whatever the padding.",
    cannotSay: "Uncertainty: it is a range over conditions, not an interval.",
    source: "Massive-option paper, section 6, figure 2",
    decision: "Conditions that are filtered away are not part of it.",
  },
  padding_spread: {
    id: "padding_spread",
    label: "spread",
    name: "spread across paddings",
    formula: "max Δ − min Δ over the padded conditions",
    unit: "accuracy, 0 to 1",
    says: "How sensitive the model is to the kind and place of padding.",
    cannotSay: "Whether padding hurts: a model that all paddings hurt equally has no spread.",
    source: "Massive-option paper, table 3",
    decision: null,
  },
  worst_type: {
    id: "worst_type",
    label: "worst padding",
    name: "padding type that hurts most",
    formula: "type with the lowest Δ over its placements",
    unit: "name of a padding type",
    says: "Which kind of padding the model is most vulnerable to.",
    cannotSay: "Whether it is reliably worse than the next: compare the deltas and their rows.",
    source: "Massive-option paper, table 10",
    decision: "Deltas are compared to 12 decimals; ties go to the first name.",
  },
  hard_split: {
    id: "hard_split",
    label: "hard split",
    name: "hard and less hard trials",
    formula:
      "score of trial k = mean over models of (mean over items of correct); hard: score < median",
    unit: "groups of trials",
    says: "Whether a model's choice of positions changes on the option sets that all models find hard.",
    cannotSay:
      "Anything absolute: the groups are made by the models in view, and change with the model filter.",
    source: "Massive-option paper, appendix F, figure 5",
    decision:
      "No padding. Scores are compared with a tolerance of 10⁻⁹ and ties are less hard. Needs trials " +
      "that are the same for all models: one protocol seed and item set, or one file.",
  },
} as const satisfies Record<string, MetricDefinition>;
