import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contextFault } from "./context";
import { labelLogprobs, type TokenPlace } from "./label-logprobs";
import { leastTokens, promptWasCut } from "./prompt-cut";

const place = (
  token: string,
  p: number,
  top: Readonly<Record<string, number>> = {},
): TokenPlace => ({
  token,
  logprob: Math.log(p),
  top: Object.entries(top).map(([one, q]) => ({ token: one, logprob: Math.log(q) })),
});
const probabilities = (found: Record<string, number> | null) =>
  found === null
    ? null
    : Object.fromEntries(
        Object.entries(found).map(([label, logprob]) => [
          label,
          Number(Math.exp(logprob).toFixed(6)),
        ]),
      );
const numbers = (count: number) => Array.from({ length: count }, (_, i) => String(i + 1));

describe("label log-probabilities", () => {
  it("are those of the labels among the likeliest tokens, spellings added up", () => {
    const places = [place("2", 0.5, { "2": 0.5, " 2": 0.1, "3": 0.2, The: 0.1 })];
    expect(probabilities(labelLogprobs(places, numbers(4)))).toEqual({ "2": 0.6, "3": 0.2 });
  });

  it("follow a label over several tokens", () => {
    // A vocabulary of single digits: 53 is 5 and then 3.
    const places = [
      place("5", 0.8, { "5": 0.8, "1": 0.1 }),
      place("3", 0.5, { "3": 0.5, "4": 0.25 }),
      place("<end>", 0.9),
    ];
    expect(probabilities(labelLogprobs(places, numbers(100)))).toEqual({ "53": 0.4, "54": 0.2 });
  });

  it("take one token for a whole label where the vocabulary has labels of two digits", () => {
    const places = [place("5", 0.4, { "5": 0.4, "53": 0.3, "7": 0.1 })];
    expect(probabilities(labelLogprobs(places, numbers(100)))).toEqual({
      "5": 0.4,
      "7": 0.1,
      "53": 0.3,
    });
  });

  it("leave out what cannot be known", () => {
    expect(labelLogprobs([], numbers(4))).toBeNull();
    expect(labelLogprobs([place("The", 0.9)], numbers(4))).toBeNull();
    // With single digits, "5" may be the head of 50 to 59.
    expect(labelLogprobs([place("5", 0.9), place(".", 0.9)], numbers(100))).toBeNull();
  });

  it("skip white space before the label, and count the token that was written once", () => {
    const places = [place("\n", 1), place("B", 0.7, { A: 0.2 })];
    expect(probabilities(labelLogprobs(places, ["A", "B"]))).toEqual({ A: 0.2, B: 0.7 });
  });
});

describe("a cut prompt", () => {
  it("shows in a reported count below what the prompt must have", () => {
    expect(promptWasCut(4096, 9000)).toBe(true);
    expect(promptWasCut(9000, 9000)).toBe(false);
    expect(promptWasCut(null, 9000)).toBe(false);
  });

  it("cannot have fewer tokens than words and numbers", () => {
    const least = leastTokens([
      { role: "system", content: "Answer with a number." },
      { role: "user", content: "1. 나는 학교에 간다.\n2. 하늘이 파랗다.\n53) x2" },
    ]);
    // Answer with a number | 1 나는 학교에 간다 | 2 하늘이 파랗다 | 53 x 2
    expect(least).toBe(4 + 4 + 3 + 3);
  });

  it("has a bound that grows with the prompt", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (a, b) => {
        const of = (content: string) => leastTokens([{ role: "user", content }]);
        expect(of(`${a} ${b}`)).toBe(of(a) + of(b));
      }),
    );
  });
});

describe("the context", () => {
  it("must hold the longest prompt and the output, as one request has it", () => {
    const need = { model: "gemma", promptTokens: 3500, maxTokens: 1024 };
    expect(contextFault(need, 4096)).toBe(
      "gemma: the longest prompt (3500 tokens) and the output ceiling (1024) need 4524 tokens, but a request has 4096 on this host; ask for fewer options or tokens, or give the model more context",
    );
    expect(contextFault(need, 4524)).toBeNull();
    expect(contextFault(need, null)).toBeNull();
  });
});
