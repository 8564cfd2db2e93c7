/** Small samples of our own in the form of lm-evaluation-harness's. */
type Fields = Readonly<Record<string, unknown>>;

export const STAMP = "2026-03-01T10-00-00.123456";
export const SAMPLES_FILE = `samples_colours_${STAMP}.jsonl`;
export const RESULTS_FILE = `results_${STAMP}.json`;

export const lines = (...rows: readonly unknown[]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join("");

/** Continuations of one question, as they are written since there is a filter. */
const requests = (options: readonly string[], context = "Q: The colour of blood?\nA:") =>
  Object.fromEntries(
    options.map((option, i) => [`gen_args_${i}`, { arg_0: context, arg_1: ` ${option}` }]),
  );

/** "red" of three options by log-likelihood, and by log-likelihood a character. */
export const chosen = (given: Fields = {}) => ({
  doc_id: 0,
  doc: { question: "The colour of blood?", answer: 1 },
  target: "1",
  arguments: requests(["green", "red", "blue"]),
  resps: [[["-9.5", "False"]], [["-1.5", "True"]], [["-6.0", "False"]]],
  filtered_resps: [
    ["-9.5", "False"],
    ["-1.5", "True"],
    ["-6.0", "False"],
  ],
  filter: "none",
  metrics: ["acc", "acc_norm"],
  acc: 1.0,
  acc_norm: 1.0,
  ...given,
});

/** The same row as files before there were filters have it. */
export const chosenBefore = () => {
  return {
    ...chosen(),
    filter: undefined,
    target: 1,
    arguments: ["green", "red", "blue"].map((option) => [
      "Q: The colour of blood?\nA:",
      ` ${option}`,
    ]),
    resps: [[[-9.5, false]], [[-1.5, true]], [[-6.0, false]]],
    filtered_resps: [
      [-9.5, false],
      [-1.5, true],
      [-6.0, false],
    ],
  };
};

/** A reply "The answer is (B)." to a question with its options in the document. */
export const generated = (given: Fields = {}) => ({
  doc_id: 0,
  doc: { question: "The colour of blood?", options: ["green", "red", "blue"], answer: "B" },
  target: "B",
  arguments: { gen_args_0: { arg_0: "Q: ...", arg_1: { until: ["\n\n"], temperature: 0 } } },
  resps: [["The answer is (B)."]],
  filtered_resps: ["B"],
  filter: "extract",
  metrics: ["exact_match"],
  exact_match: 1.0,
  ...given,
});

/** Results of the same date. */
export const results = (given: Fields = {}) =>
  JSON.stringify(
    {
      results: { colours: { "acc,none": 0.5 } },
      configs: {
        colours: {
          output_type: "multiple_choice",
          doc_to_text: "Q: {{question}}\nA:",
          num_fewshot: 0,
          metadata: { version: 1, pretrained: "maker/painter" },
        },
      },
      "n-samples": { colours: { original: 900, effective: 4 } },
      config: { model: "hf", model_args: "pretrained=maker/painter,dtype=float" },
      model_name: "maker/painter",
      chat_template: null,
      ...given,
    },
    null,
    2,
  );
