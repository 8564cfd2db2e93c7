import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { labelOf, labelsOf, positionOf, type LabelStyle } from "./labels";

const styles = fc.constantFrom<LabelStyle>("letters", "integers");
const positions = fc.integer({ min: 1, max: 1000 });

describe("labels", () => {
  it("runs through the alphabet, then through its pairs", () => {
    expect([1, 26, 27, 52, 53, 702, 703].map((position) => labelOf(position, "letters"))).toEqual([
      "A",
      "Z",
      "AA",
      "AZ",
      "BA",
      "ZZ",
      "AAA",
    ]);
    expect(labelsOf(3, "letters")).toEqual(["A", "B", "C"]);
    expect(labelsOf(3, "integers")).toEqual(["1", "2", "3"]);
  });

  it("gives every position a label that leads back to it", () => {
    fc.assert(
      fc.property(positions, styles, (position, style) => {
        expect(positionOf(labelOf(position, style), style)).toBe(position);
      }),
    );
  });

  it("gives no label to two positions", () => {
    expect(new Set(labelsOf(1000, "letters")).size).toBe(1000);
  });

  it("ignores ASCII case, in any mixture", () => {
    fc.assert(
      fc.property(positions, (position) => {
        const label = labelOf(position, "letters");
        expect(positionOf(label.toLowerCase(), "letters")).toBe(position);
      }),
    );
    expect(positionOf("aB", "letters")).toBe(28);
  });

  it("knows no letter outside A to Z", () => {
    for (const label of ["ı", "İ", "А", "Ａ", "é", "ß", "\u212A", ""])
      expect(positionOf(label, "letters")).toBeNull();
  });

  it("reads integers with leading zeros, and no zero, sign or fraction", () => {
    expect(positionOf("007", "integers")).toBe(7);
    for (const label of ["0", "-1", "1.5", "1e3", "", "A", "9".repeat(20)])
      expect(positionOf(label, "integers")).toBeNull();
  });

  it("refuses positions that are none", () => {
    for (const position of [0, -1, 1.5, NaN, Infinity])
      expect(() => labelOf(position, "letters")).toThrow(RangeError);
  });
});
