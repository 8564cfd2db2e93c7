import type { MetricDefinition } from "../metric";

/** Two runs or models on the items that both were asked. */
export const pairDefinitions = {
  difference: {
    id: "difference",
    label: "difference",
    name: "difference on shared items",
    formula:
      "d̄ = mean over shared items of dₜ = Aₜ(a) − Aₜ(b); d̄ ± t(T − 1, 0.975) · sd(dₜ) / √T. " +
      "Fixed questions: (only a − only b) / n ± 1.96 √(b + c − (b − c)²/n) / n",
    unit: "accuracy, −1 to 1; on the screen percentage points",
    says: "Whether one is ahead of the other on the same items, and by how much.",
    cannotSay:
      "That two are equal: “not distinguishable” means that these items do not tell them apart. " +
      "A thousand trials of 30 items are 30 independent items.",
    source: "Turkish MMLU-Pro paper, section 4.2 (fixed questions); item means: ours",
    decision:
      "Items pair where their hashes agree, by id alone where neither side has one; items of one " +
      "side alone and changed ones are counted and left out. An item of several rows counts by its " +
      "share of right ones. The report gives run_a minus run_b; the view gives each side minus the " +
      "base. Cells pair by environment, padding and N, by mode and condition where a side has several. A " +
      "fixed run meets a repeated one at the N of each item. The report pairs runs of one scorer.",
  },
  difference_p: {
    id: "difference_p",
    label: "p",
    name: "p of a difference",
    formula:
      "t test of d̄ against 0 with T − 1 degrees of freedom; fixed questions: McNemar’s exact " +
      "min(1, 2 P(X ≤ min(b, c))), X ~ Bin(b + c, ½)",
    unit: "0 to 1",
    says: "How often chance alone would part two equal runs as far or farther on as many items.",
    cannotSay: "How large the difference is, nor whether it matters.",
    source: "Turkish MMLU-Pro paper, section 4.2",
    decision:
      "1 without a difference or a discordant pair. Called distinguishable where the interval leaves " +
      "0 out and p is below 0.05.",
  },
  p_holm: {
    id: "p_holm",
    label: "p, Holm",
    name: "p adjusted for several comparisons",
    formula: "the i-th smallest of m: max over j ≤ i of min(1, (m − j + 1) p₍ⱼ₎)",
    unit: "0 to 1",
    says: "Which differences remain when all comparisons on the screen are taken together.",
    cannotSay: "Anything about comparisons that were looked at under other filters.",
    source: "Turkish MMLU-Pro paper, table 10 (Bonferroni, 0.05/10); Holm: ours",
    decision:
      "m counts the rows with a p: those of the report, or those of the table on the screen. " +
      "Bonferroni’s threshold 0.05/m stands beside it.",
  },
} as const satisfies Record<string, MetricDefinition>;
