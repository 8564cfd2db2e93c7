import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { labelOf, type LabelStyle } from "./labels";
import { SCORERS } from "./registry";
import { SCORER_NAMES } from "./scorer";
import { inputOf, readWith, shortly } from "./testing";

const PIECES = [
  "answer is ",
  "Answer: ",
  "정답은 ",
  "Cevap: ",
  "答案：",
  "\\boxed{",
  "\\text{",
  "}",
  "<think>",
  "</think>",
  "(",
  ")",
  "**",
  "$",
  "A",
  "b",
  "I",
  "AB",
  "12",
  "٣",
  "Ⓑ",
  "ı",
  "İ",
  " and ",
  ", ",
  "\n",
  "\n\n",
  " ",
  "번",
  "입니다",
  "'",
  ".",
  "\n\nQuestion:",
  "Options:",
  "e\u0301",
  "\ud800",
  "12 cm",
  "A. ",
  "- ",
  "e",
  "0",
];
const texts = fc
  .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: "binary", maxLength: 8 })), {
    maxLength: 20,
  })
  .map((parts) => parts.join(""));
const inputs = fc
  .record({
    text: texts,
    labels: fc.constantFrom<LabelStyle>("letters", "integers"),
    options: fc.option(
      fc.array(fc.oneof(fc.constantFrom("12 cm", "A", "", "e"), fc.string()), {
        minLength: 2,
        maxLength: 30,
      }),
    ),
    finish_reason: fc.constantFrom(null, "stop", "length"),
  })
  .map(({ text, ...rest }) => inputOf(text, rest));

describe.each(SCORER_NAMES)("%s", (name) => {
  const scorer = SCORERS[name];

  it("reads any text without throwing, a position only when answered, and evidence as it stands", () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const { outcome, position, evidence } = scorer.read(input);
        expect(position !== null).toBe(outcome === "answered");
        if (position !== null) {
          expect(Number.isInteger(position)).toBe(true);
          expect(position).toBeGreaterThanOrEqual(1);
          expect(position).toBeLessThanOrEqual(input.n_options);
        }
        expect(evidence !== null).toBe(outcome !== "unparsed" && outcome !== "truncated");
        if (evidence) expect(evidence.text).toBe(input.text.slice(evidence.start, evidence.end));
        if (outcome === "truncated")
          expect(
            input.finish_reason === "length" || /<think/i.test(input.text.normalize("NFKC")),
          ).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });

  it("reads the same whatever the reasoning channel holds", () => {
    fc.assert(
      fc.property(inputs, texts, (input, reasoning) => {
        expect(scorer.read({ ...input, reasoning })).toEqual(scorer.read(input));
      }),
    );
  });

  it("calls no case function of a locale", () => {
    const upper = vi.spyOn(String.prototype, "toLocaleUpperCase");
    const lower = vi.spyOn(String.prototype, "toLocaleLowerCase");
    const compare = vi.spyOn(String.prototype, "localeCompare");
    for (const text of ["Cevap: ı", "Cevap: i", "YANIT: I", "i"])
      scorer.read(inputOf(text, { n_options: 10 }));
    expect([upper, lower, compare].map((spy) => spy.mock.calls.length)).toEqual([0, 0, 0]);
    vi.restoreAllMocks();
  });
});

const WRAPPERS = [
  ["", ""],
  ["**", "**"],
  ["*", "*"],
  ["__", "__"],
  ["`", "`"],
  ['"', '"'],
  ["'", "'"],
  ["“", "”"],
  ["‘", "’"],
  ["«", "»"],
  ["「", "」"],
  ["『", "』"],
  ["【", "】"],
  ["(", ")"],
  ["（", "）"],
  ["[", "]"],
  ["{", "}"],
  ["$", "$"],
  ["$$", "$$"],
  ["\\(", "\\)"],
  ["\\[", "\\]"],
  ["\\boxed{", "}"],
  ["\\text{", "}"],
  ["\\mathbf{", "}"],
  ["\\boxed{\\text{", "}}"],
  [" ", "\n"],
  ["<think>x</think>", ""],
] as const;

it("strict-2 reads any label in any wrapper", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 1000 }),
      fc.nat(),
      fc.constantFrom<LabelStyle>("letters", "integers"),
      fc.constantFrom(...WRAPPERS),
      fc.constantFrom(...WRAPPERS.slice(0, -1)),
      (n_options, seed, labels, outer, inner) => {
        const position = (seed % n_options) + 1;
        const text = outer[0] + inner[0] + labelOf(position, labels) + inner[1] + outer[1];
        expect([text, shortly(readWith("strict-2", text, { n_options, labels }))]).toEqual([
          text,
          position,
        ]);
      },
    ),
    { numRuns: 2000 },
  );
});

it("declaration-1 reads any declared label, bare or in any wrapper", () => {
  const cues = ["The answer is ", "Answer: ", "정답은 ", "Cevap: ", "答案：", "Antwort: "];
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 1000 }),
      fc.nat(),
      fc.constantFrom<LabelStyle>("letters", "integers"),
      fc.constantFrom(...WRAPPERS.slice(0, -1)),
      fc.constantFrom(...cues),
      (n_options, seed, labels, [open, close], cue) => {
        const position = (seed % n_options) + 1;
        const text = `A or B? ${cue}${open}${labelOf(position, labels)}${close}`;
        expect([text, shortly(readWith("declaration-1", text, { n_options, labels }))]).toEqual([
          text,
          position,
        ]);
      },
    ),
    { numRuns: 2000 },
  );
});
