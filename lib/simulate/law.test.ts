import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { generatorOf } from "@/lib/protocol/random";
import { answer, difficultyOf, fallbackOf, knownProbability } from "./law";
import type { SimulatedModel } from "./spec";

const model = (over: Partial<SimulatedModel>): SimulatedModel => ({
  name: "m",
  policy: "primacy",
  a: 0.97,
  s: 1.5,
  q: 0.8,
  invalid: 0,
  ...over,
});

/** Frequencies of positions 1..n over `draws` fallback answers. */
function frequencies(m: SimulatedModel, n: number, draws: number, goldPos = 1): number[] {
  const random = generatorOf("law test", m.policy, n);
  const fallback = fallbackOf(m, n);
  const counts = new Array<number>(n).fill(0);
  for (let i = 0; i < draws; i += 1) {
    const at = fallback(random, goldPos) - 1;
    counts[at] = (counts[at] ?? 0) + 1;
  }
  return counts.map((count) => count / draws);
}

function expectLaw(observed: readonly number[], law: readonly number[], draws: number) {
  observed.forEach((frequency, i) => {
    const p = law[i] ?? 0;
    // Four standard errors of a share, and one draw for the rare positions.
    const tolerance = 4 * Math.sqrt((p * (1 - p)) / draws) + 1 / draws;
    expect(Math.abs(frequency - p)).toBeLessThanOrEqual(tolerance);
  });
}

const geometricLaw = (q: number, n: number) =>
  Array.from({ length: n }, (_, i) => ((1 - q) * q ** i) / (1 - q ** n));

describe("difficulty and probability", () => {
  it("spreads difficulty from 0.2 to 3.8, and gives a lone item the easiest", () => {
    expect(difficultyOf(0, 30)).toBe(0.2);
    expect(difficultyOf(29, 30)).toBeCloseTo(3.8, 12);
    expect(difficultyOf(1, 3)).toBe(2);
    expect(difficultyOf(0, 1)).toBe(0.2);
  });

  it("is a / (1 + s d e (N-1) / 99)", () => {
    expect(knownProbability(model({}), 3.8, "full", 100)).toBeCloseTo(0.97 / 23.8, 12);
    expect(knownProbability(model({}), 2, "easy", 34)).toBeCloseTo(0.97 / 2, 12);
    expect(knownProbability(model({ s: 0 }), 2, "full", 100)).toBe(0.97);
  });

  it("answers right with that probability, unreadably with `invalid`", () => {
    const draws = 100_000;
    const random = generatorOf("answers test");
    const m = model({ policy: "content" });
    const chances = { invalid: 0.1, known: 0.4, fallback: fallbackOf(m, 20) };
    let unread = 0;
    let right = 0;
    for (let i = 0; i < draws; i += 1) {
      const position = answer(random, 7, chances);
      if (position === null) unread += 1;
      else if (position === 7) right += 1;
    }
    expectLaw([unread / draws, right / draws], [0.1, 0.9 * 0.4], draws);
  });
});

describe("policies", () => {
  const draws = 100_000;

  it("primacy follows the truncated geometric law", () => {
    expectLaw(frequencies(model({ q: 0.8 }), 20, draws), geometricLaw(0.8, 20), draws);
    expectLaw(frequencies(model({ q: 0.99 }), 4, draws), geometricLaw(0.99, 4), draws);
  });

  it("tail is the mirror of primacy", () => {
    const tail = frequencies(model({ policy: "tail", q: 0.9 }), 50, draws);
    expectLaw(tail, geometricLaw(0.9, 50).reverse(), draws);
  });

  it("uniform covers all positions alike, content all but the gold", () => {
    const all = frequencies(model({ policy: "uniform" }), 10, draws, 4);
    expectLaw(all, new Array<number>(10).fill(0.1), draws);
    const wrong = frequencies(model({ policy: "content" }), 10, draws, 4);
    expect(wrong[3]).toBe(0);
    expectLaw(
      wrong.filter((_, i) => i !== 3),
      new Array<number>(9).fill(1 / 9),
      draws,
    );
  });

  it("never leaves 1..N, and content never names the gold", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("content", "primacy", "tail", "uniform" as const),
        fc.integer({ min: 2, max: 1000 }),
        fc.double({ min: 1e-6, max: 1 - 1e-9, noNaN: true }),
        fc.string(),
        fc.nat(),
        (policy, n, q, seed, gold) => {
          const goldPos = 1 + (gold % n);
          const fallback = fallbackOf(model({ policy, q }), n);
          const random = generatorOf(seed);
          for (let i = 0; i < 20; i += 1) {
            const position = fallback(random, goldPos);
            expect(Number.isInteger(position) && position >= 1 && position <= n).toBe(true);
            if (policy === "content") expect(position).not.toBe(goldPos);
          }
        },
      ),
    );
  });
});
