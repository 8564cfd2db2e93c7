import type { MetricDefinition } from "../metric";

/** One row a run: counts, accuracy and what it took. */
export const runDefinitions = {
  outcomes: {
    id: "outcomes",
    label: "outcomes",
    name: "what became of every planned row",
    formula:
      "planned = answered + unparsed + multiple + out_of_range + truncated + prompt_truncated + error + missing",
    unit: "rows",
    says: "Where the denominators come from: scored leaves out error, prompt_truncated and missing.",
    cannotSay: "Why a reply could not be read: open the responses.",
    source: "docs/records.md, denominators",
    decision:
      "Where a filter cuts a run that lacks rows, planned and missing are undefined: nobody knows on " +
      "which side of the cut the missing rows are. A filter that keeps every row of a run, and all that its " +
      "protocol names, cuts nothing.",
  },
  run_accuracy: {
    id: "run_accuracy",
    label: "accuracy",
    name: "accuracy of a run",
    formula: "correct / scored",
    unit: "share, 0 to 1",
    says: "How often the run's scored replies were right.",
    cannotSay:
      "In a repeated run, anything about one N: all of its cells are thrown together. Use NA by N.",
    source: "Turkish MMLU-Pro paper, section 4.1",
    decision: "Errors of the host and cut prompts leave the denominator; see accuracy of planned.",
  },
  accuracy_planned: {
    id: "accuracy_planned",
    label: "of planned",
    name: "accuracy over planned rows",
    formula: "correct / planned",
    unit: "share, 0 to 1",
    says: "The accuracy when everything that was not scored counts as wrong.",
    cannotSay: "What the missing replies would have been.",
    source: "docs/records.md, denominators",
    decision: "Stands beside accuracy wherever the two differ.",
  },
  wilson: {
    id: "wilson",
    label: "95% interval",
    name: "Wilson score interval",
    formula: "(p + z²/2n ± z √(p(1 − p)/n + z²/4n²)) / (1 + z²/n), z = 1.959963984540054",
    unit: "share, 0 to 1",
    says: "How far accuracy might move with other questions of the same kind.",
    cannotSay: "Anything in a repeated run, whose rows are not independent questions.",
    source: "Turkish MMLU-Pro paper, table 9",
    decision: "Fixed runs only; exactly 0 and 1 at the ends; none for 0 of 0.",
  },
  guess_adjusted: {
    id: "guess_adjusted",
    label: "guess-adjusted",
    name: "guess-adjusted accuracy",
    formula: "(a − 1/k) / (1 − 1/k), k options",
    unit: "0 is guessing, 1 is perfect",
    says: "The share known, if whoever does not know guesses evenly.",
    cannotSay: "Partial knowledge: who can exclude some options guesses better than that.",
    source: "Turkish MMLU-Pro paper, section 5.2 and appendix G",
    decision:
      "Fixed runs only. Where questions differ in k, each answer is corrected for its own. Answers to one " +
      "question in several orders or conditions count one each, as in accuracy; the same number as NA.",
  },
  valid_rate: {
    id: "valid_rate",
    label: "valid",
    name: "valid-answer rate",
    formula: "answered / scored",
    unit: "share, 0 to 1",
    says: "How often the scorer could read an answer.",
    cannotSay: "Whether the format or the scorer is at fault: compare scorers.",
    source: "Turkish MMLU-Pro paper, section 4.1",
    decision: "A run without any valid answer is not ranked.",
  },
  completion_tokens: {
    id: "completion_tokens",
    label: "tokens",
    name: "mean completion tokens",
    formula: "mean of completion tokens over the rows that report them",
    unit: "tokens a response, reasoning included",
    says: "How much a model wrote for one answer.",
    cannotSay:
      "The same amount of text in two models: each counts with its own tokenizer, and some hosts leave reasoning out.",
    source: "Turkish MMLU-Pro paper, tables 2 and 9",
    decision: "Unknown where no row says so, never 0.",
  },
  reasoning_observed: {
    id: "reasoning_observed",
    label: "reasoning",
    name: "share of responses with reasoning observed",
    formula:
      "rows with reasoning / rows of which it is known; accuracy apart over rows with and without it",
    unit: "share, 0 to 1",
    says: "How often a model reasoned before its answer, asked to or not, and how often it was right then.",
    cannotSay:
      "What reasoning does: the two accuracies are of different questions, and a model may reason where it finds them hard. A description, not an effect.",
    source: "Turkish MMLU-Pro paper, tables 2 and 9",
    decision: "Rows of which nobody knows are on neither side.",
  },
  seconds_per_item: {
    id: "seconds_per_item",
    label: "s / item",
    name: "seconds an item",
    formula: "mean latency of the last attempt over the rows that report one",
    unit: "seconds",
    says: "How long one answer takes on this host.",
    cannotSay:
      "Throughput: requests run side by side, and hosts differ. Local hosts and APIs are not compared.",
    source: "Turkish MMLU-Pro paper, table 9",
    decision: "Waiting and earlier attempts are not part of it; unknown where no row says so.",
  },
} as const satisfies Record<string, MetricDefinition>;
