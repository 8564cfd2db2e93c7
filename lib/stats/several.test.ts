import { describe, expect, it } from "vitest";
import { tTest } from "./means";
import { tTail } from "./quantiles";
import { bonferroni, holm, isDistinguishable } from "./several";

describe("t test", () => {
  it("has the p of the tables", () => {
    expect(tTail(Math.tan(0.475 * Math.PI), 1)).toBeCloseTo(0.05, 12);
    expect(tTail(-2.045229642132703, 29)).toBeCloseTo(0.05, 12);
    // With one degree of freedom the distribution is Cauchy's: 1 - (2 / pi) atan(t).
    expect(tTail(3, 1)).toBeCloseTo(1 - (2 / Math.PI) * Math.atan(3), 13);
    expect(tTail(0, 5)).toBe(1);
    expect(tTail(1, 0)).toBeNull();
  });
  it("is 1 for series that are alike, never NaN", () => {
    expect(tTest(0, 0, 30)).toBe(1);
    expect(tTest(0.1, 0, 30)).toBe(0);
    expect(tTest(0.1, null, 1)).toBeNull();
    expect(tTest(null, null, 0)).toBeNull();
    // Mean 2, sd 1 of three values: t = 2 sqrt 3 with 2 degrees, p = 1 - t / sqrt(2 + t^2).
    const t = 2 * Math.sqrt(3);
    expect(tTest(2, 1, 3)).toBeCloseTo(1 - t / Math.sqrt(2 + t * t), 13);
  });
});

describe("several comparisons", () => {
  it("adjusts by Holm in the order given", () => {
    expect(holm([0.04, 0.01, 0.03])).toEqual([0.06, 0.03, 0.06]);
    expect(holm([0.6, 0.9])).toEqual([1, 1]);
    expect(holm([])).toEqual([]);
  });
  it("leaves out what has no p", () => {
    expect(holm([null, 0.02, 0.04])).toEqual([null, 0.04, 0.04]);
    expect(bonferroni(10)).toBe(0.005);
    expect(bonferroni(0)).toBeNull();
  });
  it("calls a difference distinguishable by interval and p together", () => {
    expect(isDistinguishable([0.01, 0.2], 0.03)).toBe(true);
    expect(isDistinguishable([0.01, 0.2], 0.05)).toBe(false);
    expect(isDistinguishable([0.01, 0.2], null)).toBe(true);
    expect(isDistinguishable([0, 0.2], 0.01)).toBe(false);
    expect(isDistinguishable(null, 0.01)).toBeNull();
  });
});
