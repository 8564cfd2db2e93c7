import { describe, expect, it } from "vitest";
import type { ScorerInput, ScorerName } from "./scorer";
import { readWith, shortly } from "./testing";

type Case = [
  scorer: ScorerName,
  text: string,
  expected: number | string,
  rest?: Partial<ScorerInput>,
];

const LENGTHS = { options: ["10 cm", "12 cm", "14 cm", "16 cm"] };
const integers = (n_options: number): Partial<ScorerInput> => ({ n_options, labels: "integers" });

/** Small inputs that broke other tools. Each line of the list is here with its own input. */
const CASES: Record<string, Case[]> = {
  "wrappers around a declared or a lone label": [
    ["declaration-1", "ANSWER: **B**", 2],
    ["declaration-1", "Answer: $B$", 2],
    ["declaration-1", "\\boxed{\\text{B}}", 2],
    ["declaration-1", "\\boxed{B: 12 cm}", 2],
    ["strict-2", "\\boxed{\\text{B}}", 2],
    ["strict-2", "\\boxed{B: 12 cm}", 2, LENGTHS],
    ["strict-2", "\\boxed{B: 14 cm}", "unparsed", LENGTHS],
    ["strict-2", "ANSWER: **B**", "unparsed"],
    ["strict-2", "Answer: $B$", "unparsed"],
    ["index-1", "ANSWER: **2**", 2, integers(4)],
    ["index-1", "Answer: $2$", 2, integers(4)],
    ["index-1", "\\boxed{\\text{2}}", 2, integers(4)],
  ],
  "a box that holds no label": [
    ["declaration-1", "\\boxed{\\Delta E > H}\n**Answer: D**", 4],
    ["declaration-1", "\\boxed{\\Delta E > H}", "unparsed"],
    ["strict-2", "\\boxed{\\Delta E > H}", "unparsed"],
  ],
  "the last valid declaration": [
    ["declaration-1", "Answer: A … wait.\nAnswer: C", 3],
    ["declaration-1", "Answer: A … wait.\n\nAnswer: C", 3],
    ["declaration-1", "Antwort:\n\nAntwort: C", 3],
    ["declaration-1", "Answer seems unclear", "unparsed"],
    ["index-1", "Answer: 1 … wait.\nAnswer: 3", 3, integers(4)],
  ],
  "a stated answer against loose letters and the words a and I": [
    ["declaration-1", "I think B is a good option, but C … Answer: D", 4],
    ["declaration-1", "Answer: D. I rule out A.", 4],
    ["declaration-1", "a", 1],
    ["declaration-1", "I", 9, { n_options: 10 }],
    ["declaration-1", "a guess", "unparsed"],
    ["declaration-1", "I think so", "unparsed", { n_options: 10 }],
    ["declaration-1", "Answer: I think it is unclear", "unparsed", { n_options: 10 }],
    ["declaration-1", "Answer: I'm not sure", "unparsed", { n_options: 10 }],
    ["declaration-1", "The answer is a matter of taste", "unparsed"],
    ["declaration-1", "The answer is I.", 9, { n_options: 10 }],
    ["strict-2", "a", 1],
    ["strict-2", "I", 9, { n_options: 10 }],
    ["strict-2", "I think so", "unparsed", { n_options: 10 }],
  ],
  "reasoning that is cut off": [
    ["declaration-1", "<think>Answer: A, or", "truncated"],
    ["strict-2", "<think>\nB", "truncated"],
    ["index-1", "<thinking>Answer: 2", "truncated", integers(4)],
    ["declaration-1", "<think>x</think> Answer: B <think> hm", "truncated"],
    ["declaration-1", "So far, A looks", "truncated", { finish_reason: "length" }],
    ["declaration-1", "So far, A looks", "truncated", { finish_reason: "max_tokens" }],
    ["declaration-1", "So far, A looks", "unparsed", { finish_reason: "stop" }],
    ["strict-2", "So far, A looks", "truncated", { finish_reason: "length" }],
    ["index-1", "Between 1 and 2, I", "truncated", { ...integers(4), finish_reason: "length" }],
    ["declaration-1", "Answer: B, because of", 2, { finish_reason: "length" }],
    ["strict-2", "B", 2, { finish_reason: "length" }],
    ["index-1", "2", 2, { ...integers(4), finish_reason: "length" }],
  ],
  "a closer without its opener": [
    ["declaration-1", "Answer: A</think>Answer: B", 2],
    ["declaration-1", "Answer: A</think>", "unparsed"],
    ["strict-2", "A or C?</think>\n\nB", 2],
    ["strict-2", "A</thinking>B</think>\nC", 3],
    ["index-1", "1 or 3?</think>2", 2, integers(4)],
  ],
  "labels that are a prefix of others": [
    ["declaration-1", "Answer: BA", 53, { n_options: 100 }],
    ["declaration-1", "Answer: E", 5, { n_options: 100 }],
    ["declaration-1", "BA", 53, { n_options: 100 }],
    ["declaration-1", "E", 5, { n_options: 100 }],
    ["strict-2", "BA", 53, { n_options: 100 }],
    ["strict-2", "E", 5, { n_options: 100 }],
    ["declaration-1", "Answer: 53", 53, integers(100)],
    ["declaration-1", "Answer: 5", 5, integers(100)],
    ["index-1", "53", 53, integers(100)],
    ["index-1", "5", 5, integers(100)],
  ],
  "the end of the set": [
    ["declaration-1", "E", 5, { n_options: 5 }],
    ["declaration-1", "E", "out_of_range", { n_options: 4 }],
    ["declaration-1", "Answer: E", "out_of_range", { n_options: 4 }],
    ["strict-2", "E", 5, { n_options: 5 }],
    ["strict-2", "E", "out_of_range", { n_options: 4 }],
    ["index-1", "5", "out_of_range", integers(4)],
    ["index-1", "0", "out_of_range", integers(4)],
  ],
  "several at once": [
    ["declaration-1", "Answer: A and C", "multiple"],
    ["strict-2", "Answer: A and C", "unparsed"],
    ["index-1", "Answer: 1 and 3", "multiple", integers(4)],
    ["declaration-1", "ANSWER: AB", "out_of_range"],
    ["declaration-1", "A is out, B is out. Answer: C", 3],
  ],
  "forms and look-alikes of letters": [
    ["declaration-1", "答案：Ｂ", 2],
    ["declaration-1", "Ⓑ", 2],
    ["strict-2", "Ⓑ", 2],
    ["strict-2", "Ｂ", 2],
    ["declaration-1", "А", "unparsed"],
    ["declaration-1", "Answer: А", "unparsed"],
    ["strict-2", "А", "unparsed"],
  ],
  "only ASCII case is ignored": [
    ["declaration-1", "Cevap: ı", "unparsed", { n_options: 10 }],
    ["declaration-1", "Cevap: İ", "unparsed", { n_options: 10 }],
    ["declaration-1", "Cevap: I\u0307", "unparsed", { n_options: 10 }],
    ["declaration-1", "Cevap: i", 9, { n_options: 10 }],
    ["declaration-1", "Cevap: I", 9, { n_options: 10 }],
    ["strict-2", "ı", "unparsed", { n_options: 10 }],
    ["strict-2", "i", 9, { n_options: 10 }],
  ],
  "text that stands only in the reasoning": [
    ["declaration-1", "", "unparsed", { reasoning: "Answer: B" }],
    ["strict-2", "", "unparsed", { reasoning: "B" }],
    ["index-1", "", "unparsed", { ...integers(4), reasoning: "2" }],
    ["declaration-1", "", "truncated", { reasoning: "Answer: B", finish_reason: "length" }],
    ["strict-2", " \n", "truncated", { reasoning: "B", finish_reason: "MAX_TOKENS" }],
    ["index-1", "", "truncated", { ...integers(4), reasoning: "2", finish_reason: "length" }],
  ],
};

describe.each(Object.entries(CASES))("%s", (_, cases) => {
  it.each(cases)("%s reads %j as %s", (scorer, text, expected, rest) => {
    expect(shortly(readWith(scorer, text, rest))).toBe(expected);
  });
});
