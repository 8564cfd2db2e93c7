import { describe, expect, it } from "vitest";
import { isLengthMatched, midranks, optionLength, originalLongerHalves } from "./lengths";

describe("lengths", () => {
  it("count code points without the white space around them", () => {
    expect(optionLength("  étude 😀 q0 \t\n")).toBe(10);
    expect(optionLength("\u00A0\u0085\u3000ab\u2003")).toBe(2);
    expect(optionLength("a b")).toBe(3);
    expect(optionLength(" \n")).toBe(0);
    // Decomposed: a letter and its accent.
    expect(optionLength("e\u0301")).toBe(2);
  });

  it("rank among the others, ties in the middle", () => {
    // 3 is longer than one and ties with one of three others: (1 + 0.5) / 3.
    expect(midranks([3, 3, 1, 7])).toEqual([0.5, 0.5, 0, 1]);
    expect(midranks([4, 4, 4])).toEqual([0.5, 0.5, 0.5]);
    expect(midranks([4])).toBeNull();
  });

  it("compare every original option with every borrowed one", () => {
    // 5 beats 3, ties 5; 2 loses to both: 2 + 1 + 0 + 0 of 8.
    expect(originalLongerHalves([5, 2], [3, 5])).toBe(3);
    expect(originalLongerHalves([5], [])).toBe(0);
  });

  it("match within a tenth, its end included", () => {
    const sums = { original: 100, nOriginal: 5, nBorrowed: 5 };
    expect([90, 110].map((borrowed) => isLengthMatched({ ...sums, borrowed }))).toEqual([
      true,
      true,
    ]);
    expect([89, 111].map((borrowed) => isLengthMatched({ ...sums, borrowed }))).toEqual([
      false,
      false,
    ]);
    // Means 19 and 20.9 (of 5 and 10): exactly a tenth apart, which floats would miss.
    expect(isLengthMatched({ original: 95, nOriginal: 5, borrowed: 209, nBorrowed: 10 })).toBe(
      true,
    );
    expect(isLengthMatched({ original: 95, nOriginal: 5, borrowed: 0, nBorrowed: 0 })).toBe(false);
  });
});
