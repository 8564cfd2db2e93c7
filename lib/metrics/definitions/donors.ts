import type { MetricDefinition } from "../metric";

const PAPER = "Turkish MMLU-Pro paper";

/** How the items of a set hang together by the options that they borrow. */
export const donorDefinitions = {
  donor_sharing: {
    id: "donor_sharing",
    label: "shared donors",
    name: "donors that lend to several items, and items that share one",
    formula:
      "donors: distinct questions that options are borrowed from; shared: those whose options went to two " +
      "items or more; items that share a donor: those with an option of a shared one",
    unit: "questions",
    says: "How far the items of a set are coupled by what they borrow.",
    cannotSay:
      "How much that matters for an accuracy: intervals over items count items that share donors as " +
      "independent.",
    source: `${PAPER}, section 5.4`,
    decision: "Of whole item sets, whatever part of them a filter chooses.",
  },
  donor_overlap: {
    id: "donor_overlap",
    label: "overlap with the source",
    name: "borrowed options from items of the set, and across parts of the source",
    formula:
      "from the set: the donor is itself an item of the set; across parts: donor and item stand in two " +
      "parts (splits) of the source; repeated stems: alike after Unicode, case and white space",
    unit: "borrowed options, and items",
    says: "Where a set and its source are not independent of each other.",
    cannotSay: "That a model saw the questions in training: these are overlaps of texts.",
    source: `${PAPER}, section 5.4`,
    decision:
      "Across parts is undefined where the part of some option is not known. Stems elsewhere are counted " +
      "when a set is made, and undefined where they were not.",
  },
} as const satisfies Record<string, MetricDefinition>;
