import { Fault } from "./fault";
import { listOf, requestsOf, type LmRow } from "./lm-eval-rows";

/** A row of a log-likelihood task: what each option came to. */
export interface Choices {
  /** Without the white space that all of them begin with. */
  readonly options: readonly string[];
  /** Log-likelihood of each option given the question; natural logarithm. */
  readonly given: readonly number[];
  /** Of each option alone, where the row has it. */
  readonly alone: readonly number[] | null;
}

/** Ways to answer by log-likelihood, with the row's own metric for each. */
export const CHOICE_SCORERS = [
  { name: "loglikelihood", metric: "acc", always: true },
  { name: "loglikelihood-norm", metric: "acc_norm", always: false },
  { name: "loglikelihood-mutual-info", metric: "acc_mutual_info", always: false },
] as const;
export type ChoiceScorer = (typeof CHOICE_SCORERS)[number]["name"];

/** "-1.5" and -1.5; Python writes "-inf" too. */
function logOf(value: unknown): number {
  const first = listOf(value)?.[0] ?? value;
  if (first === "-inf" || first === "-Infinity") return -Infinity;
  const number = typeof first === "string" && first.trim() !== "" ? Number(first) : first;
  if (typeof number !== "number" || Number.isNaN(number))
    throw new Fault("filtered_resps", value, "a log-likelihood must be a number");
  return number;
}

/** A continuation without the delimiter behind the question, which it may lack where it has none. */
const undelimited = (text: unknown): unknown =>
  typeof text === "string" ? text.trimStart() : text;

/** Whether the second half of the requests is the first without its question. */
function isDoubled(requests: readonly unknown[][]): boolean {
  const half = requests.length / 2;
  if (!Number.isInteger(half)) return false;
  return requests
    .slice(half)
    .every(
      ([asked, text], i) => asked === "" && undelimited(text) === undelimited(requests[i]?.[1]),
    );
}

/** Options without the white space that all of them begin with: the delimiter behind the question. */
function trimmed(texts: readonly string[]): string[] {
  const [first = ""] = texts;
  let length = /^\s*/.exec(first)?.[0].length ?? 0;
  while (length > 0 && !texts.every((text) => text.startsWith(first.slice(0, length)))) length -= 1;
  return texts.map((text) => text.slice(length));
}

/**
 * Reads a row whose requests are continuations of one question; null where it is a generative one.
 * @throws Fault where its log-likelihoods and options do not fit
 */
export function choicesOf(row: LmRow): Choices | null {
  const requests = requestsOf(row);
  const texts = requests.map(([, text]) => text);
  if (!texts.every((text) => typeof text === "string")) return null;
  const given = listOf(row.filtered_resps);
  if (given?.length !== texts.length)
    throw new Fault(
      "filtered_resps",
      row.filtered_resps,
      `there are ${texts.length} requests and ${given?.length ?? 0} log-likelihoods`,
    );
  const logs = given.map(logOf);
  const n = isDoubled(requests) ? texts.length / 2 : texts.length;
  const shown = texts.slice(0, n);
  if (n < 2) throw new Fault("arguments", row.arguments, "fewer than two options");
  if (new Set(shown).size < n)
    throw new Fault("arguments", shown, "the options do not differ: they stand in the prompts");
  return {
    options: trimmed(shown),
    given: logs.slice(0, n),
    alone: n < logs.length ? logs.slice(n) : null,
  };
}

/** Position of the first largest value, one-based. */
function argmax(values: readonly number[]): number {
  let best = 0;
  values.forEach((value, i) => {
    if (value > (values[best] ?? -Infinity)) best = i;
  });
  return best + 1;
}

/** What a way of answering chooses, one-based; null where the row has not what it needs. */
export function choiceBy(scorer: ChoiceScorer, choices: Choices): number | null {
  const { options, given, alone } = choices;
  if (scorer === "loglikelihood") return argmax(given);
  if (scorer === "loglikelihood-norm") {
    // As the harness does: by the characters of the option, which Python counts in code points.
    const lengths = options.map((option) => Array.from(option).length);
    return lengths.includes(0) ? null : argmax(given.map((log, i) => log / (lengths[i] ?? 1)));
  }
  return alone && argmax(given.map((log, i) => log - (alone[i] ?? 0)));
}
