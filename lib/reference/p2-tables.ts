import { P2_DATA, P2_MODELS } from "./p2-data";
import type { Coordinates, PublishedColumn, PublishedRow, PublishedTable } from "./table";

const text = (id: string, label: string): PublishedColumn => ({
  id,
  label,
  kind: "text",
  digits: 0,
});
const count = (id: string, label: string, at: Coordinates = { metric: id }): PublishedColumn => ({
  id,
  label,
  kind: "count",
  digits: 0,
  at,
});
const rate = (
  id: string,
  label: string,
  digits: number,
  more: Partial<PublishedColumn> = {},
): PublishedColumn => ({ id, label, kind: "rate", digits, at: { metric: id }, ...more });
/** A value, and its interval in a column behind it. */
const withInterval = (id: string, label: string, digits: number, of = digits) => [
  rate(id, label, digits, { interval: `${id}_ci` }),
  {
    id: `${id}_ci`,
    label: `${label} 95%`,
    kind: "interval" as const,
    digits: of,
    intervalOf: id,
  },
];

const MODEL = text("model", "Model");

/** A column id stands in links, which know letters, digits and underscores there. */
export const columnOf = (name: string): string => name.replace(/[^a-z0-9]+/gi, "_");

type Given = Readonly<Record<string, unknown>>;

/**
 * A transcribed row, named by what tells it from the others of its table.
 * @param estimate the value that its interval belongs to
 */
function rowOf(names: readonly string[], estimate?: string): (given: Given) => PublishedRow {
  return ({ ci, ...given }) => ({
    id: names.map((name) => String(given[name])).join("."),
    at: typeof given.model === "string" ? { model: given.model } : {},
    values: {
      ...(given as PublishedRow["values"]),
      ...(Array.isArray(ci) && { [`${estimate ?? ""}_ci`]: ci as readonly number[] }),
    },
  });
}

const STEMS = { negative: "Flagged negative", other: "Unflagged" } as const;
const capital = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1);

/** The numeric tables of P2 in their order; Table 12 holds texts alone, which stand in Table 11. */
export const P2_TABLES: readonly PublishedTable[] = [
  {
    id: "p2_table1",
    number: 1,
    title: "Source records and selected questions",
    caption:
      "How many questions the source has, how many its checks leave, and how many were taken.",
    columns: [text("item", "Item"), count("count", "Count")],
    rows: P2_DATA.table1.map(rowOf(["item"])),
  },
  {
    id: "p2_table2",
    number: 2,
    title: "Complete runs",
    caption:
      "Accuracy on 12,000 questions with ten options in percent, with Wilson's 95% interval; share of readable answers, mean generated tokens, and share of responses with reasoning.",
    columns: [
      MODEL,
      count("correct", "Correct"),
      ...withInterval("accuracy", "Accuracy", 2),
      rate("answer_rate", "Answer %", 2),
      rate("mean_tokens", "Tokens", 1),
      rate("reasoning_rate", "Reasoning %", 1),
    ],
    rows: P2_DATA.table2.map(rowOf(["model"], "accuracy")),
    at: { n: 10 },
  },
  {
    id: "p2_table3",
    number: 3,
    title: "Five and ten options",
    caption:
      "gpt-6-astra with five and with ten options: accuracy in percent with Wilson's 95% interval, and freed from guessing. Only the 981 shared questions are paired.",
    columns: [
      text("questions", "Questions"),
      count("k", "k"),
      count("n", "n"),
      ...withInterval("accuracy", "Accuracy", 2),
      rate("guess_adjusted", "Guess-adjusted", 2),
      rate("reasoning_rate", "Reasoning %", 1),
      rate("mean_tokens", "Tokens", 1),
    ],
    rows: P2_DATA.table3.map(rowOf(["questions"], "accuracy")),
    at: { model: "gpt-6-astra" },
  },
  {
    id: "p2_table4",
    number: 4,
    title: "Negative stems",
    caption:
      "Accuracy in percent on questions whose stem the rule flags as negative and on the others, and the difference in percentage points: 8,882 unflagged and 3,118 flagged questions of Turkish MMLU Pro, 4,517 and 1,683 of TR-MMLU.",
    columns: [
      MODEL,
      text("benchmark", "Benchmark"),
      rate("unflagged", "Unflagged", 1),
      rate("flagged", "Flagged", 1),
      rate("gap", "Gap", 1),
    ],
    rows: P2_DATA.table4.map(rowOf(["model", "benchmark"])),
  },
  {
    id: "p2_table5",
    number: 5,
    title: "Paired change by stem",
    caption:
      "gpt-6-astra on the 981 shared questions: accuracy in percent with five and with ten options, the change in percentage points with Wald's paired 95% interval, and the questions that were lost and gained.",
    columns: [
      text("stem", "Stems"),
      count("n", "n"),
      rate("five", "Five", 1),
      rate("ten", "Ten", 1),
      ...withInterval("change", "Change", 1),
      count("lost", "Lost"),
      count("gained", "Gained"),
      count("lost_to_borrowed", "Lost to borrowed"),
    ],
    rows: P2_DATA.table5.map((row) => {
      const made = rowOf(["stem"], "change")(row);
      return { ...made, values: { ...made.values, stem: STEMS[row.stem] } };
    }),
    at: { model: "gpt-6-astra" },
  },
  {
    id: "p2_table6",
    number: 6,
    title: "Position and length",
    caption:
      "Lowest and highest accuracy by gold position in percent, its slope in percentage points a position, entropy of the responses, how much more often than the other wrong options A is chosen on errors in percentage points, and the mean length rank of the options chosen on errors.",
    columns: [
      MODEL,
      rate("lowest", "Lowest", 1),
      rate("highest", "Highest", 1),
      rate("slope", "Slope", 2),
      rate("entropy", "Entropy", 3),
      rate("error_primacy", "A excess", 1),
      rate("length_rank", "Length rank", 3),
    ],
    rows: P2_DATA.table6.map(rowOf(["model"])),
    at: { n: 10 },
  },
  {
    id: "p2_table7",
    number: 7,
    title: "Audit of 200 questions",
    caption:
      "What two sets of audit records say of the same 200 questions: counts, and percentages weighted by inclusion. The last row is part of the multiple answers.",
    columns: [
      text("classification", "Answers"),
      count("r1_n", "R1 n"),
      rate("r1_weighted", "R1 weighted %", 1),
      count("r2_n", "R2 n"),
      rate("r2_weighted", "R2 weighted %", 1),
    ],
    rows: P2_DATA.table7.map((row) => {
      const made = rowOf(["classification"])(row);
      return { ...made, values: { ...made.values, classification: capital(row.classification) } };
    }),
  },
  {
    id: "p2_table8",
    number: 8,
    title: "Flagged stems and recorded polarity",
    caption:
      "How the rule for negative stems and the polarity in two sets of audit records go together.",
    columns: [
      text("flag", "Rule"),
      text("polarity", "Recorded"),
      count("r1_n", "R1 n"),
      rate("r1_weight", "R1 weight", 1),
      count("r2_n", "R2 n"),
      rate("r2_weight", "R2 weight", 1),
    ],
    rows: P2_DATA.table8.map((row) => {
      const made = rowOf(["flag", "polarity"])(row);
      const { flag, polarity } = row;
      return {
        ...made,
        values: { ...made.values, flag: capital(flag), polarity: capital(polarity) },
      };
    }),
  },
  {
    id: "p2_table9",
    number: 9,
    title: "Pilot in direct mode",
    caption:
      "100 questions a model: accuracy in percent with Wilson's 95% interval, share of readable answers, accuracy by the legacy scorer, mean generated tokens, responses with reasoning, and seconds a question. A model without a readable answer is not ranked.",
    columns: [
      MODEL,
      rate("params_billion", "Parameters (billions)", 1),
      text("quantization", "Quantisation"),
      ...withInterval("accuracy", "Accuracy", 0),
      rate("answer_rate", "Answer %", 0),
      rate("legacy_accuracy", "Legacy", 0),
      rate("mean_tokens", "Tokens", 0),
      count("reasoning_observed", "Reasoning"),
      rate("seconds_per_question", "s/question", 2),
    ],
    rows: P2_DATA.table9.map((row) => ({
      ...rowOf(["model"], "accuracy")(row),
      // Below one billion the paper prints two decimals.
      ...(row.params_billion < 1 && { digits: { params_billion: 2 } }),
    })),
    at: { n: 10 },
  },
  {
    id: "p2_table10",
    number: 10,
    title: "Thinking against direct mode",
    caption:
      "100 questions a model in both modes: correct answers, the change in percentage points with Wald's paired 95% interval, the exact McNemar p, who alone was right, and of the thinking mode the readable answers, the replies that were cut off, and its time as a multiple.",
    columns: [
      MODEL,
      count("direct", "Direct"),
      count("thinking", "Thinking"),
      ...withInterval("change", "Change", 0, 1),
      rate("mcnemar_p", "p", 3),
      count("direct_only", "Direct only"),
      count("thinking_only", "Thinking only"),
      rate("thinking_answer_rate", "Answer %", 0),
      count("thinking_truncated", "Truncated"),
      count("time_ratio", "Times as long"),
    ],
    rows: P2_DATA.table10.map(rowOf(["model"], "change")),
    at: { n: 10 },
  },
  {
    id: "p2_table11",
    number: 11,
    title: "Accuracy by section",
    caption:
      "Accuracy of the complete runs in percent by section (206 or 207 questions each), the mean of the five models, and the mean of the sections in the last row. The English names are those of Table 12.",
    columns: [
      text("section", "Section"),
      text("gloss", "In English"),
      ...P2_MODELS.map((model) =>
        rate(columnOf(model), model, 1, { at: { metric: "section_accuracy", model } }),
      ),
      rate("mean", "Mean", 1, { at: { metric: "section_mean" } }),
    ],
    rows: P2_DATA.table11.map(({ section, gloss, mean, ...values }) =>
      rowOf(["section"])({
        section,
        gloss,
        mean,
        ...Object.fromEntries(Object.entries(values).map(([name, v]) => [columnOf(name), v])),
      }),
    ),
    at: { n: 10 },
  },
];
