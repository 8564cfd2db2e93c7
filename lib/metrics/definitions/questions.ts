import type { MetricDefinition } from "../metric";

const PAPER = "Turkish MMLU-Pro paper";

/** Fixed questions shown with few and with more options. */
export const questionDefinitions = {
  section_accuracy: {
    id: "section_accuracy",
    label: "section accuracy",
    name: "accuracy of one section",
    formula: "mean over the section's items of their share of right rows",
    unit: "share, 0 to 1",
    says: "How often the run was right on the items of one subject.",
    cannotSay: "Which subject is harder: few items a section leave wide intervals.",
    source: `${PAPER}, appendix F`,
    decision:
      "None for a run that mixes environments, paddings, conditions or modes, or several N of repeated questions. Items that name no section are a row of their own.",
  },
  section_macro: {
    id: "section_macro",
    label: "section-macro",
    name: "mean of the sections' accuracies",
    formula: "(1/S) Σ accuracy of section s, S sections",
    unit: "share, 0 to 1",
    says: "The accuracy when every section weighs the same, however many items it has.",
    cannotSay: "How the run does on the items as they are: that is item-micro.",
    source: `${PAPER}, section 5.1 and table 11`,
    decision:
      "Items without a section are no part of it. None for a run that mixes environments, paddings, conditions or modes, or several N of repeated questions.",
  },
  section_micro: {
    id: "section_micro",
    label: "item-micro",
    name: "accuracy over items, beside the section mean",
    formula: "mean over all items of their share of right rows",
    unit: "share, 0 to 1",
    says: "The accuracy when every item weighs the same.",
    cannotSay: "Anything about small sections: they hardly count.",
    source: `${PAPER}, section 5.1`,
    decision:
      "Given only where sections are named, and where section-macro is. The two means are never shown without their names.",
  },
  acc_by_gold: {
    id: "acc_by_gold",
    label: "range by key position",
    name: "lowest and highest accuracy over the key's positions",
    formula: "min and max over positions g of (right / scored rows whose key stands at g)",
    unit: "share, 0 to 1",
    says: "How far accuracy differs with where the key stands.",
    cannotSay: "That moving a key would change anything: other questions stand at each position.",
    source: `${PAPER}, section 5.4 and table 6`,
    decision: "Positions without a key are skipped.",
  },
  gold_index_slope: {
    id: "gold_index_slope",
    label: "slope by key position",
    name: "slope of accuracy on the key's position",
    formula: "least squares of 100 × correct on the key's index, over all items, with an intercept",
    unit: "percentage points a position",
    says: "Whether later keys are missed more often (negative).",
    cannotSay:
      "A curve, nor the effect of moving a key. It is not the massive-option paper's slope.",
    source: `${PAPER}, appendix C and table 6`,
    decision: "Answers that cannot be read count as wrong. Undefined with one position.",
  },
  error_primacy: {
    id: "error_primacy",
    label: "A excess",
    name: "error primacy",
    formula: "100 (E_A − Σ over errors of 1(g ≠ A)/(k − 1)) / |E|, E the valid errors",
    unit: "percentage points",
    says: "How much more often errors fall on the first option than evenly on what is not the key.",
    cannotSay: "Why: the first option may also be the better distractor.",
    source: `${PAPER}, appendix C and table 6`,
    decision: null,
  },
  length_midrank: {
    id: "length_midrank",
    label: "length rank",
    name: "length midrank of the wrong options chosen",
    formula: "mean over valid errors of (shorter + ties/2) / (m − 1), among the m non-key options",
    unit: "0 shortest, 1 longest, 0.5 even",
    says: "Whether wrong choices go to longer or shorter options.",
    cannotSay: "That length is why they were chosen.",
    source: `${PAPER}, appendix C and table 6`,
    decision:
      "Length is Unicode code points without white space at the ends; an option is no tie of itself. " +
      "Undefined unless the options of every valid error are known as they were shown.",
  },
  borrowed_share: {
    id: "borrowed_share",
    label: "borrowed share",
    name: "share of borrowed options among wrong choices",
    formula: "borrowed / valid wrong answers",
    unit: "share, 0 to 1",
    says: "How often a wrong choice is an option that was taken from another question.",
    cannotSay:
      "That these are good distractors: some may be right as well. Five borrowed among nine wrong " +
      "options would draw 5/9 of evenly spread errors.",
    source: `${PAPER}, section 5.3`,
    decision:
      "Undefined without borrowed options, and where the origin of some choice is not known. Beside it " +
      "stands the share of evenly spread errors: the mean over the errors of borrowed options among " +
      "those that are not the key.",
  },
  original_longer: {
    id: "original_longer",
    label: "original longer",
    name: "share of pairs in which the original option is longer",
    formula: "over all original × borrowed pairs of a question, key included; a tie counts ½",
    unit: "share, 0 to 1",
    says: "Whether length gives away where an option comes from (0.5 does not).",
    cannotSay: "Whether a model uses that.",
    source: `${PAPER}, section 5.4`,
    decision:
      "Pairs of all questions are pooled. Undefined unless every question's options are known.",
  },
  presentation_changed: {
    id: "presentation_changed",
    label: "order and label changed",
    name: "items shown in another order, or with the key under another label",
    formula:
      "shared items whose original options' relative order, or whose key's position, differs",
    unit: "items",
    says: "What else changes between two conditions beside the options that are added.",
    cannotSay: "How much of the difference is due to it.",
    source: `${PAPER}, appendix G`,
    decision:
      "Against the condition with fewer options, else the earlier one. The order is undefined unless " +
      "it is known of every shared item.",
  },
  paired_change: {
    id: "paired_change",
    label: "paired change",
    name: "change on the same items under another condition",
    formula:
      "100 (gained − lost) / n, ± 1.96 √(lost + gained − (gained − lost)²/n) / n; exact p: " +
      "min(1, 2 P(X ≤ min(lost, gained))), X ~ Bin(lost + gained, ½)",
    unit: "percentage points",
    says: "What the second condition changes, run b less run a, item by item.",
    cannotSay: "Why: options, order, labels and prompt length change together.",
    source: `${PAPER}, sections 4.2 and 5.2, table 5`,
    decision:
      "Run a is the one with fewer options, else the earlier one. Items pair by their hash, by id " +
      "with a warning where neither has one. Where items were shown in several permutations, the t " +
      "interval and p over differences of item means stand in place of Wald and McNemar.",
  },
  lost_to: {
    id: "lost_to",
    label: "lost to",
    name: "what the lost items chose instead",
    formula: "lost = borrowed + original + invalid, by the choice under the second condition",
    unit: "items",
    says: "Whether losses go to the options that were added.",
    cannotSay: "Whether such a choice is wrong: a borrowed option may be right as well.",
    source: `${PAPER}, section 5.2`,
    decision: "Undefined where the origin of some choice is not known.",
  },
  known_fraction: {
    id: "known_fraction",
    label: "known-share prediction",
    name: "accuracy that a fixed known share would give",
    formula: "f + (1 − f)/k₂, f = (a − 1/k₁)/(1 − 1/k₁)",
    unit: "share, 0 to 1",
    says: "What more options alone would leave, if whoever does not know guesses evenly.",
    cannotSay: "What was lost to guessing: partial knowledge breaks the model.",
    source: `${PAPER}, appendix G`,
    decision:
      "f over the shared items on the side with fewer options, each corrected for its own k.",
  },
  cluster_bootstrap: {
    id: "cluster_bootstrap",
    label: "change, interval by sections",
    name: "cluster bootstrap interval of the change",
    formula: "2.5% and 97.5% quantiles of 100 Σ d / Σ n over 10,000 draws of S sections of S",
    unit: "percentage points",
    says: "How far the change might move with other sections like these.",
    cannotSay: "Anything where sections are few, or chosen.",
    source: `${PAPER}, appendix G`,
    decision:
      "Sections in the order of their names, generator mulberry32 with seed 42, type-7 quantiles. " +
      "Undefined with fewer than two sections, or where an item names none.",
  },
  by_stem: {
    id: "by_stem",
    label: "by stem",
    name: "change on flagged and unflagged stems",
    formula:
      "the paired change over the items whose stem is flagged as negative, and over the others",
    unit: "percentage points",
    says: "Whether negative questions lose more.",
    cannotSay:
      "Whether a stem is negative: the flag is a rule's. Other items stand on either side.",
    source: `${PAPER}, section 5.3 and table 5`,
    decision: "Items without a flag are in neither.",
  },
  length_matched: {
    id: "length_matched",
    label: "length matched",
    name: "change on items whose borrowed options are as long as the original ones",
    formula:
      "the paired change over the items with |mean borrowed − mean original| ≤ 0.1 mean original",
    unit: "percentage points",
    says: "Whether the change remains where length does not tell origins apart.",
    cannotSay: "What length does: the items were chosen after the fact.",
    source: `${PAPER}, section 5.4`,
    decision:
      "Compared on integers, so that ties count. Over the shared items whose lengths are known: its n says how many are matched.",
  },
  mode_change: {
    id: "mode_change",
    label: "thinking less direct",
    name: "change from direct to thinking mode",
    formula: "the paired change from the direct run to the thinking run, same condition and items",
    unit: "percentage points",
    says: "What asking for thinking changes on the same items.",
    cannotSay: "What reasoning does: budgets and sampling differ with the mode, and are named.",
    source: `${PAPER}, section 4.3 and table 10`,
    decision:
      "Truncated counts replies without an answer. The time is the ratio of the mean seconds an item " +
      "on the shared items, tokens that of the mean completion tokens. p by Bonferroni is p times the rows that have one.",
  },
  scorer_agreement: {
    id: "scorer_agreement",
    label: "two readings",
    name: "two scorers on the same answers",
    formula:
      "rows right under both, under one alone (from an invalid or a wrong reading), under neither",
    unit: "rows",
    says: "How much of an accuracy depends on how answers are read.",
    cannotSay: "Which reading is right. A diagnostic scorer may see the key.",
    source: `${PAPER}, sections 4.1 and 4.3`,
    decision:
      "Rows that both scored. The reading that names no source stands first; of two that both name a third, a diagnostic scorer stands second.",
  },
  scorer_excess: {
    id: "scorer_excess",
    label: "excess",
    name: "what the second reading adds",
    formula:
      "100 (right under b alone − right under a alone) / n, ± Wald’s interval of a paired change",
    unit: "percentage points",
    says: "By how much the second scorer reads the same answers as more often right.",
    cannotSay:
      "That the first is right: a strict scorer misses answers that a reader would accept. Answers that only b reads right come from a’s invalid and from a’s wrong ones.",
    source: `${PAPER}, section 4.1 and table 9`,
    decision: "No interval in a repeated run, whose rows are not independent questions.",
  },
  audit_classes: {
    id: "audit_classes",
    label: "audit",
    name: "what reviewers hold defensible",
    formula: "100 Σ w 1(y = c) / Σ w, w = N_h/n_h of the item's stratum (section × flag)",
    unit: "percent of the weight, with counts",
    says: "How many items have one defensible answer, several, another than the key, or none.",
    cannotSay:
      "The validity of the set: records are judgments, and two record sets may depend on each other.",
    source: `${PAPER}, section 5.5, appendix D and table 7`,
    decision:
      "Unresolved items stay in the denominator. The missing range of a class goes from none of the " +
      "unresolved items to all of them, and is no interval. Records count with their corrections followed.",
  },
  audit_polarity: {
    id: "audit_polarity",
    label: "polarity",
    name: "the rule's flag against the polarity that reviewers recorded",
    formula: "items, and the sum of their weights, by flag and recorded polarity",
    unit: "items, and items stood for",
    says: "How often reviewers read a stem as the rule flags it.",
    cannotSay: "Precision or recall of the rule: the records are no gold standard.",
    source: `${PAPER}, appendix D and table 8`,
    decision: "What is not recorded is counted apart.",
  },
  audit_agreement: {
    id: "audit_agreement",
    label: "agreement",
    name: "raw agreement between two record sets",
    formula: "items with the same answers (or of the same class) / items that both resolved",
    unit: "share, 0 to 1, unweighted",
    says: "How often two reviewers say the same of an item.",
    cannotSay:
      "That they judged independently: corrections that go by the other set make it circular.",
    source: "none: ours; the Turkish MMLU-Pro paper claims no kappa (appendix D)",
    decision:
      "As first given and as corrected. No kappa: it would claim an independence that records do not show.",
  },
} as const satisfies Record<string, MetricDefinition>;
