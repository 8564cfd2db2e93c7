import { P1_DATA } from "./p1-data";
import type { Coordinates, PublishedColumn, PublishedRow, PublishedTable } from "./table";

const ENVIRONMENT_LABELS = { easy: "Easy", full: "Full" } as const;
const PADDING_LABELS: Readonly<Record<string, string>> = {
  none: "No padding",
  korean_text: "Korean text",
  english_text: "English text",
  symbol: "Symbols",
  korean_list: "Korean list",
};

const ENV: PublishedColumn = { id: "environment", label: "Env", kind: "text", digits: 0 };
const MODEL: PublishedColumn = { id: "model", label: "Model", kind: "text", digits: 0 };
const PADDING: PublishedColumn = { id: "padding", label: "Padding", kind: "text", digits: 0 };

const rate = (
  id: string,
  label: string,
  digits: number,
  at: Coordinates,
  more: Partial<PublishedColumn> = {},
): PublishedColumn => ({ id, label, kind: "rate", digits, at, ...more });

type Given = Readonly<Record<string, unknown>> & { readonly env?: "easy" | "full" };

/** A transcribed row: what names it becomes coordinates and text, the rest stays as it is. */
function rowOf({ env, model, padding, ...rest }: Given): PublishedRow {
  const at: Coordinates = {
    ...(env !== undefined && { environment: env }),
    ...(typeof model === "string" && { model }),
    ...(typeof padding === "string" && { padding }),
  };
  return {
    id: Object.values(at).join("."),
    at,
    values: {
      ...(rest as PublishedRow["values"]),
      ...(env !== undefined && { environment: ENVIRONMENT_LABELS[env] }),
      ...(typeof model === "string" && { model }),
      ...(typeof padding === "string" && { padding: PADDING_LABELS[padding] ?? padding }),
    },
  };
}

/** Rows that no model or environment names. */
const named = (rows: readonly Readonly<Record<string, unknown>>[]): PublishedRow[] =>
  rows.map((values, i) => ({
    id: String(i + 1),
    at: {},
    values: values as PublishedRow["values"],
  }));

const COUNTS = [4, 10, 20, 50, 100] as const;
const count = (id: string, label: string): PublishedColumn => ({
  id,
  label,
  kind: "count",
  digits: 0,
});
const text = (id: string, label: string): PublishedColumn => ({
  id,
  label,
  kind: "text",
  digits: 0,
});

const diagnostics = (digits: number): PublishedColumn[] => [
  rate("entropy", "Entropy", digits, { metric: "entropy", n: 100 }, { sub: "N" }),
  rate("front_20", "Front", digits, { metric: "front_20", n: 100 }, { sub: "20" }),
  rate("tail_20", "Tail", digits, { metric: "tail_20", n: 100 }, { sub: "20" }),
];
const excess = (digits: number) =>
  rate("delta_pfi_10", "ΔPFI", digits, { metric: "delta_pfi_10", n: 100 }, { sub: "10" });
const slope = (digits: number) =>
  rate("slope_100", "Slope", digits, { metric: "slope", n: 100 }, { sub: "100" });
const accuracy = (n: number, digits: number) =>
  rate(`acc_${n}`, "Acc", digits, { metric: "accuracy", n }, { sub: String(n) });
const na = (n: number, digits: number, more: Partial<PublishedColumn> = {}) =>
  rate(`na_${n}`, "NA", digits, { metric: "na", n }, { sub: String(n), ...more });

/** Metrics of Table 12 as its rows name them. */
const MECHANISM: Readonly<Record<string, { label: string; metric: string; sub?: string }>> = {
  acc_100: { label: "Acc", sub: "100", metric: "accuracy" },
  na_100: { label: "NA", sub: "100", metric: "na" },
  bi: { label: "BI", metric: "bi" },
  delta_pfi_10: { label: "ΔPFI", sub: "10", metric: "delta_pfi_10" },
  entropy: { label: "Entropy", sub: "N", metric: "entropy" },
  front_20: { label: "Front", sub: "20", metric: "front_20" },
  tail_20: { label: "Tail", sub: "20", metric: "tail_20" },
  mean_pos: { label: "MeanPos", metric: "mean_pos" },
  ks: { label: "KS", metric: "ks" },
  slope_100: { label: "Slope", sub: "100", metric: "slope" },
};

const TABLE_10_MODELS = [
  "Gemini-3-Pro-preview",
  "Gemini-2.5-Flash",
  "A.X-4.0",
  "HyperCLOVAX-Think",
  "EXAONE-4.0-32B",
] as const;

/** A column id stands in links, which know no hyphens there. */
export const columnOfModel = (model: string) => model.replaceAll("-", "_");

const FEATURES: Readonly<Record<string, string>> = {
  eojeol: "Words between spaces (eojeol)",
  morpheme: "Morphemes",
  clause_endings: "Clause-marking endings",
  high_confusion: "A construction that is often confused",
  symbol_or_numeral: "A symbol or numeral",
};

/** The numeric tables of P1 in their order; Tables 5, 7 and 11 hold texts alone. */
export const P1_TABLES: readonly PublishedTable[] = [
  {
    id: "p1_table1",
    number: 1,
    title: "Target items by kind of error",
    caption:
      "How many of the 30 erroneous target sentences show each kind of Korean spelling error.",
    columns: [text("category", "Category"), text("sub_category", "Kind"), count("count", "Items")],
    rows: named(P1_DATA.table1),
  },
  {
    id: "p1_table2",
    number: 2,
    title: "Core results",
    caption:
      "Accuracy, NA and bubble index (BI) at 4 and 100 options with 95% intervals over trials, and two measures of position at 100 options: responses on the first ten positions in excess of gold, and the change of accuracy per decile of the gold position.",
    columns: [
      ENV,
      MODEL,
      accuracy(4, 4),
      accuracy(100, 4),
      na(4, 4),
      na(100, 4, { interval: "na_100_ci" }),
      { id: "na_100_ci", label: "NA100 95%", kind: "interval", digits: 4, intervalOf: "na_100" },
      rate("bi", "BI", 4, { metric: "bi" }, { interval: "bi_ci" }),
      { id: "bi_ci", label: "BI 95%", kind: "interval", digits: 4, intervalOf: "bi" },
      excess(4),
      slope(4),
    ],
    rows: P1_DATA.table2.map(rowOf),
    at: { padding: "none" },
  },
  {
    id: "p1_table3",
    number: 3,
    title: "Spread across paddings",
    caption:
      "Largest less smallest change of accuracy against no padding, over eight padded conditions at 100 options.",
    columns: [
      MODEL,
      rate("easy", "Easy", 3, { environment: "easy" }),
      rate("full", "Full", 3, { environment: "full" }),
    ],
    // The paper prints the last model's name without its size here.
    rows: P1_DATA.table3.map((row) => {
      const made = rowOf(row);
      return row.model === "EXAONE-4.0-32B"
        ? { ...made, values: { ...made.values, model: "EXAONE-4.0" } }
        : made;
    }),
    at: { metric: "padding_spread", n: 100 },
  },
  {
    id: "p1_table4",
    number: 4,
    title: "Decision policy, full environment",
    caption:
      "Where responses fall among 100 options in the full environment: excess on the first ten positions, normalized entropy, and the mass on the first and last twenty.",
    columns: [MODEL, excess(3), ...diagnostics(2)],
    rows: P1_DATA.table4.map(rowOf),
    at: { environment: "full", padding: "none" },
  },
  {
    id: "p1_table6",
    number: 6,
    title: "Weights of the difficulty score",
    caption: "What the difficulty score of a sentence counts, and how each part is weighted.",
    columns: [text("feature", "Feature"), rate("weight", "Weight", 2, { metric: "weight" })],
    rows: named(
      P1_DATA.table6.map((row) => ({ ...row, feature: FEATURES[row.feature] ?? row.feature })),
    ),
  },
  {
    id: "p1_table8",
    number: 8,
    title: "Example sentences by difficulty",
    caption:
      "Level, score and counts of the eight example sentences, in the paper's order; the sentences themselves are in the paper.",
    columns: [
      count("row", "Example"),
      count("level", "Level"),
      rate("score", "Score", 4, { metric: "difficulty" }),
      count("eojeol", "Eojeol"),
      count("morphemes", "Morphemes"),
      count("dependent_noun", "Dependent noun"),
      count("auxiliary_predicate", "Auxiliary predicate"),
    ],
    rows: named(P1_DATA.table8),
  },
  {
    id: "p1_table9",
    number: 9,
    title: "Prompt lengths",
    caption:
      "Mean prompt tokens (cl100k_base) without and with padding. A padding has the same length in front and at the back.",
    columns: [
      ENV,
      PADDING,
      ...COUNTS.map((n): PublishedColumn => ({
        ...count(`n_${n}`, `N=${n}`),
        at: { metric: "prompt_tokens", n },
      })),
    ],
    rows: P1_DATA.table9.map(rowOf),
  },
  {
    id: "p1_table10",
    number: 10,
    title: "Worst drop by type of padding",
    caption:
      "Change of accuracy at 100 options against no padding, by type of padding, at the worse of its two placements.",
    columns: [
      ENV,
      PADDING,
      ...TABLE_10_MODELS.map((model) => rate(columnOfModel(model), model, 3, { model })),
    ],
    rows: P1_DATA.table10.map(({ env, padding, ...values }) =>
      rowOf({
        env,
        padding,
        ...Object.fromEntries(Object.entries(values).map(([m, v]) => [columnOfModel(m), v])),
      }),
    ),
    at: { metric: "padding_delta", n: 100 },
  },
  {
    id: "p1_table12",
    number: 12,
    title: "Mechanism of the English padding",
    caption:
      "All diagnostics of HyperCLOVAX-Think at 100 options in the easy environment, without padding and with English text.",
    columns: [
      text("metric", "Metric"),
      rate("no_padding", "No padding", 3, { padding: "none" }),
      rate("english_text", "English text", 3, { padding: "english_text" }),
    ],
    rows: P1_DATA.table12.map(({ metric, ...values }) => {
      const { label = metric, sub = "", ...at } = MECHANISM[metric] ?? { metric };
      return { id: metric, at: { metric: at.metric }, values: { ...values, metric: label + sub } };
    }),
    at: { model: "HyperCLOVAX-Think", environment: "easy", n: 100 },
  },
  {
    id: "p1_table13",
    number: 13,
    title: "NA by number of options",
    caption:
      "Mean NA over the 30 items at each number of options, with 95% intervals over items, not clipped to 1.",
    columns: [ENV, MODEL, ...COUNTS.map((n) => na(n, 4, { interval: `na_${n}_target_ci` }))],
    rows: P1_DATA.table13.map(rowOf),
    at: { padding: "none" },
  },
  {
    id: "p1_table14",
    number: 14,
    title: "Diagnostics of position and policy",
    caption:
      "Accuracy, NA and all measures of position at 100 options, against the gold positions as they fell.",
    columns: [
      ENV,
      MODEL,
      accuracy(100, 3),
      na(100, 3),
      excess(3),
      ...diagnostics(3),
      rate("mean_pos", "MeanPos", 3, { metric: "mean_pos", n: 100 }),
      rate("ks", "KS", 3, { metric: "ks", n: 100 }),
      slope(3),
    ],
    rows: P1_DATA.table14.map(rowOf),
    at: { padding: "none" },
  },
];
