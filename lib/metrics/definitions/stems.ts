import type { MetricDefinition } from "../metric";

/** Accuracy by the flag of the stem. */
export const stemDefinitions = {
  stem_flag: {
    id: "stem_flag",
    label: "flagged",
    name: "negative stem, by rule",
    formula: "the question sentence holds a form of the rule of its language, or the file says so",
    unit: "yes or no",
    says: "Which questions are worded as asking for what does not hold: not, except, least, false.",
    cannotSay:
      "That an unflagged stem is positive, or a flagged one negative: the rules look at words. " +
      "docs/negative-stems.md gives how often they are right on stems that were read.",
    source: "Turkish MMLU-Pro paper, appendix B; the rules of other languages are ours",
    decision:
      "A flag that a file states wins over the rule. What the paper's wording leaves open is listed in " +
      "docs/negative-stems.md.",
  },
  stem_gap: {
    id: "stem_gap",
    label: "gap",
    name: "gap between unflagged and flagged stems",
    formula: "100 (accuracy on unflagged stems − accuracy on flagged stems)",
    unit: "percentage points",
    says: "How much less often a run is right where the stem is flagged.",
    cannotSay:
      "Why: the two sides are different questions, of different subjects. The paired change under two " +
      "presentations of the same questions is the nearer look.",
    source: "Turkish MMLU-Pro paper, section 5.3 and table 4",
    decision:
      "Items without a flag are on neither side, and counted beside them. A run of several conditions or modes " +
      "has a row in each: they are never pooled. None where a row mixes environments or paddings, or several N " +
      "of repeated questions.",
  },
  stem_gap_ci: {
    id: "stem_gap_ci",
    label: "95% interval",
    name: "Newcombe's hybrid score interval",
    formula:
      "d − √((p − l₁)² + (u₂ − q)²) to d + √((u₁ − p)² + (q − l₂)²), d = p − q, with the Wilson " +
      "intervals [l₁, u₁] of p and [l₂, u₂] of q",
    unit: "percentage points",
    says: "How far the gap might move with other questions of the same kind.",
    cannotSay: "Anything in a repeated run, whose rows are not independent questions.",
    source: "Newcombe 1998, method 10; the Turkish MMLU-Pro paper prints no interval here",
    decision: "Where each question was asked once under the condition and mode.",
  },
} as const satisfies Record<string, MetricDefinition>;
