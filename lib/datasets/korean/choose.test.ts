import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { choosePool, chooseTargets } from "./choose";
import type { SourcePair, SourceSentence } from "./sources";

type Strength = "none" | "soft" | "strict";

const sentence = (id: string, strength: Strength, kind = "unit"): SourceSentence => ({
  id,
  text: `${id} text.`,
  licence: "none",
  ...(strength === "none" ? {} : { review: { kind, strength, span: "span", reason: "why" } }),
});

const pair = (id: string, subCategory: string, drop = false): SourcePair => ({
  id,
  pool_id: `base-${id}`,
  correct: `base-${id} text.`,
  erroneous: `${id} wrong.`,
  category: "c",
  sub_category: subCategory,
  licence: "none",
  ...(drop ? { review: { verdict: "drop", reason: "why" } } : {}),
});

const ids = (all: readonly { id: string }[]) => all.map((one) => one.id);

describe("targets", () => {
  it("leave out dropped pairs, and take one whose base has a remark only where it must be", () => {
    const pairs = [pair("a", "x"), pair("b", "x", true), pair("c", "x"), pair("d", "y")];
    const sentences = [sentence("base-a", "soft"), sentence("base-c", "none")];
    for (const seed of ["1", "2", "3", "4"]) {
      expect(ids(chooseTargets(pairs, sentences, { x: 1, y: 1 }, seed))).toEqual(["c", "d"]);
      expect(ids(chooseTargets(pairs, sentences, { x: 2 }, seed))).toEqual(["a", "c"]);
    }
    expect(() => chooseTargets(pairs, sentences, { x: 3 }, "1")).toThrow(
      "3 targets of x are needed, and 2 are there",
    );
  });

  it("depend on the seed, and not on the order of the file", () => {
    const pairs = Array.from({ length: 20 }, (_, i) => pair(`p${i + 10}`, "x"));
    const chosen = (seed: string, from = pairs) => ids(chooseTargets(from, [], { x: 5 }, seed));
    expect(chosen("1", pairs.toReversed())).toEqual(chosen("1"));
    expect(chosen("1")).not.toEqual(chosen("2"));
  });
});

describe("the pool", () => {
  it("says why a sentence is never shown", () => {
    const sentences = [
      sentence("base-t", "none"),
      sentence("bad", "strict", "error"),
      sentence("rude", "soft", "unsuitable"),
      sentence("soft", "soft"),
      sentence("good", "none"),
    ];
    const excluded = choosePool(sentences, [pair("t", "x")], 2, "s");
    expect(Object.fromEntries(excluded)).toEqual({
      "base-t": "correct form of target t",
      bad: "review (error): span: why",
      rude: "not drawn: the pool is full with 2",
      soft: null,
      good: null,
    });
    expect(() => choosePool(sentences, [], 5, "s")).toThrow(
      "a pool of 5 is needed, and 4 sentences may be shown",
    );
  });

  it("has its size, and a softly reviewed sentence only when no other is left", () => {
    const strengths = fc.array(fc.constantFrom<Strength>("none", "soft", "strict"), {
      minLength: 1,
      maxLength: 40,
    });
    fc.assert(
      fc.property(strengths, fc.nat(), fc.string(), (all, wanted, seed) => {
        const sentences = all.map((strength, i) => sentence(`s${i}`, strength));
        const left = all.filter((strength) => strength !== "strict").length;
        const size = wanted % (left + 1);
        const excluded = choosePool(sentences, [], size, seed);
        const shown = sentences.filter((s) => excluded.get(s.id) === null);
        expect(shown).toHaveLength(size);
        const clean = all.filter((strength) => strength === "none").length;
        const soft = shown.filter((s) => s.review).length;
        expect(soft).toBe(Math.max(0, size - clean));
      }),
    );
  });
});
