import { describe, expect, it } from "vitest";
import {
  accuracyByGold,
  errorPrimacy,
  goldIndexSlope,
  knownFractionPrediction,
  validErrors,
  type PresentedCounts,
} from "./presentation";

/** One item each: key and answer, zero-based; null is no answer. */
function counted(k: number, rows: readonly (readonly [gold: number, answer: number | null])[]) {
  const at = (test: (row: (typeof rows)[number], position: number) => boolean) =>
    Array.from({ length: k }, (_, position) => rows.filter((row) => test(row, position)).length);
  return {
    response: at(([, answer], p) => answer === p),
    gold: at(([gold], p) => gold === p),
    goldValid: at(([gold, answer], p) => gold === p && answer !== null),
    goldCorrect: at(([gold, answer], p) => gold === p && answer === p),
  } satisfies PresentedCounts;
}

describe("one presentation", () => {
  it("has its accuracy at each place of the key", () => {
    const counts = counted(4, [
      [0, 0],
      [0, 1],
      [2, 2],
      [3, null],
    ]);
    expect(accuracyByGold(counts)).toEqual([0.5, 1, 0]);
    // Items (0, 100), (0, 0), (2, 100), (3, 0): x̄ = 1.25, ȳ = 50, Sxx = 6.75, Sxy = −50.
    expect(goldIndexSlope(counts)).toBeCloseTo(-50 / 6.75, 12);
  });

  it("compares errors on the first option with an even spread", () => {
    // Three errors of four options; two chose A; one of them has its key at A and could not.
    const counts = counted(4, [
      [1, 0],
      [2, 0],
      [0, 3],
      [3, 3],
      [1, null],
    ]);
    expect(validErrors(counts)).toBe(3);
    // 100 (2 − 2/3) / 3
    expect(errorPrimacy(counts)).toBeCloseTo(400 / 9, 12);
  });

  it("says nothing without what it is of", () => {
    const invalid = counted(3, [
      [0, null],
      [1, null],
    ]);
    expect(errorPrimacy(invalid)).toBeNull();
    expect(goldIndexSlope(counted(3, [[1, 1]]))).toBeNull();
    expect(accuracyByGold(counted(3, []))).toEqual([]);
  });
});

it("predicts from a known share (P2, Appendix G: 92.10% known gives 92.89% with ten)", () => {
  const known = (919 / 981 - 0.2) / 0.8;
  expect(knownFractionPrediction(known, 1 / 10)).toBeCloseTo(0.9289, 4);
});
