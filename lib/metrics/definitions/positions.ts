import type { MetricDefinition } from "../metric";

const source = "Massive-option paper, section 4 and table 14";

/** Where responses fall among the positions 1 to N. */
export const positionDefinitions = {
  p_response: {
    id: "p_response",
    label: "P_resp",
    name: "distribution of response positions",
    formula: "P_resp(i) = valid responses at position i / valid responses",
    unit: "share, 0 to 1",
    says: "Where the model's choices fall, items and trials pooled.",
    cannotSay: "A preference by itself: right answers fall where the gold is.",
    source,
    decision: "Valid responses only; the share without an answer stands beside it.",
  },
  p_gold: {
    id: "p_gold",
    label: "P_gold",
    name: "distribution of gold positions",
    formula: "P_gold(i) = scored rows whose right option is at i / scored rows",
    unit: "share, 0 to 1",
    says: "Where the right options really were: the reference for everything about positions.",
    cannotSay: "Anything about the model.",
    source,
    decision: "All scored rows. It is never assumed to be uniform.",
  },
  pfi: {
    id: "pfi",
    label: "PFIₖ",
    name: "primacy-fallback index",
    formula: "PFIₖ = Σ P_resp(i), i ≤ k, for k = 1, 2, 5, 10, 20 up to N",
    unit: "share, 0 to 1",
    says: "How much of the choices falls on the first k options.",
    cannotSay: "Whether that is too much: right answers may be there. See ΔPFI.",
    source,
    decision: null,
  },
  delta_pfi: {
    id: "delta_pfi",
    label: "ΔPFIₖ",
    name: "excess primacy",
    formula: "ΔPFIₖ = PFIₖ − Σ P_gold(i), i ≤ k",
    unit: "share, −1 to 1",
    says: "How much more often the first k options are chosen than they are right.",
    cannotSay: "Preferences inside the first k or beyond them: look at the curves and at KS.",
    source,
    decision:
      "The gold of all scored rows. A matched variant uses the gold of the valid rows alone and " +
      "differs where replies without an answer are not spread evenly.",
  },
  entropy: {
    id: "entropy",
    label: "Entropy",
    name: "normalised entropy of response positions",
    formula: "−Σ P_resp(i) ln P_resp(i) / ln N",
    unit: "0 to 1",
    says: "How evenly choices are spread: 1 is even, 0 is one position always.",
    cannotSay:
      "Whether even is right: with few trials even a perfect model is below 1. Compare with the " +
      "gold's entropy.",
    source,
    decision: null,
  },
  front_20: {
    id: "front_20",
    label: "Front20",
    name: "share of the first 20 positions",
    formula: "Σ P_resp(i), i ≤ min(20, N)",
    unit: "share, 0 to 1",
    says: "How much of the choices falls on the first 20 options.",
    cannotSay: "Anything at N ≤ 20, where it is 1. Compare with the gold's share, not with 20/N.",
    source,
    decision: null,
  },
  tail_20: {
    id: "tail_20",
    label: "Tail20",
    name: "share of the last 20 positions",
    formula: "Σ P_resp(i), i > N − min(20, N)",
    unit: "share, 0 to 1",
    says: "How much of the choices falls on the last 20 options.",
    cannotSay: "Anything at N ≤ 20, where it is 1. Compare with the gold's share, not with 20/N.",
    source,
    decision: null,
  },
  mean_pos: {
    id: "mean_pos",
    label: "MeanPos",
    name: "mean response position",
    formula: "mean position of the valid responses, from 1",
    unit: "position, 1 to N",
    says: "Whether choices lean to the front or to the back.",
    cannotSay: "Shape: front and tail preferences can cancel.",
    source,
    decision: null,
  },
  ks: {
    id: "ks",
    label: "KS",
    name: "Kolmogorov–Smirnov distance",
    formula: "KS = maxᵢ |F_resp(i) − F_gold(i)|",
    unit: "share, 0 to 1",
    says: "The largest gap between where choices and right options have accumulated, and where.",
    cannotSay: "Significance: rows of one trial share their placement, so no p value is given.",
    source,
    decision:
      "Compared exactly on integers; the place is the smallest position that attains the maximum.",
  },
  slope: {
    id: "slope",
    label: "Slope",
    name: "gold-position slope",
    formula:
      "slope of accuracy on the decile bin ⌊10(g − 1)/N⌋ of the gold position, weighted by rows",
    unit: "accuracy (0 to 1) per decile bin",
    says: "Whether the model misses right options more often when they come late (negative).",
    cannotSay: "A curve: a dip in the middle leaves it near 0. See accuracy by gold position.",
    source,
    decision:
      "The paper does not name the unit; it is inferred from its values. Ten bins for every N, empty " +
      "ones skipped, undefined with fewer than two. `slope_unit_range` is nine times as much: from " +
      "the first bin to the last.",
  },
} as const satisfies Record<string, MetricDefinition>;
