import { describe, expect, it } from "vitest";
import {
  formatBytes,
  formatCount,
  formatFixed,
  formatInterval,
  formatP,
  formatPText,
  formatPercent,
  formatPoints,
  formatRate,
  listOf,
  plural,
} from "./number";

describe("numbers", () => {
  it.each([
    [0.8571, "0.857"],
    [-0.0588, "−0.059"],
    [-0.0001, "0.000"],
    [1, "1.000"],
    [null, "–"],
    [undefined, "–"],
    [Number.NaN, "–"],
    [Number.POSITIVE_INFINITY, "–"],
  ])("rate %s", (value, text) => expect(formatRate(value)).toBe(text));

  it.each([
    [8, "+8.0"],
    [-2.35, "−2.4"],
    [0, "0.0"],
    [0.01, "0.0"],
    [-0.01, "0.0"],
    [null, "–"],
  ])("points %s", (value, text) => expect(formatPoints(value)).toBe(text));

  it.each([
    [0.03857421875, "0.039"],
    [0.4545, "0.45"],
    [1, "1.0"],
    [0.001, "0.0010"],
    // Below 0.05 reads as below it, and 0.05 itself is not below.
    [0.0497, "0.0497"],
    [0.04996, "0.04996"],
    [0.0494, "0.049"],
    [0.05, "0.050"],
    [0.0504, "0.050"],
    [0.000999, "< 0.001"],
    [0, "< 0.001"],
    [null, "–"],
  ])("p %s", (value, text) => expect(formatP(value)).toBe(text));

  it("says p in a sentence without two signs", () => {
    expect([0.0079, 0.00001].map(formatPText)).toEqual(["p = 0.0079", "p < 0.001"]);
  });

  it("counts, percentages and fixed decimals", () => {
    expect(formatCount(13_500_000)).toBe("13,500,000");
    expect(formatCount(-1200)).toBe("−1,200");
    expect(formatPercent(8 / 9)).toBe("88.9%");
    expect(formatPercent(null)).toBe("–");
    expect(formatFixed(50.25, 1)).toBe("50.3");
  });

  it("intervals in the digits of their value, unclipped", () => {
    expect(formatInterval([-0.0124, 1.0312])).toBe("[−0.012, 1.031]");
    expect(formatInterval([-1.23, 4], formatPoints)).toBe("[−1.2, +4.0]");
    expect(formatInterval(null)).toBe("–");
  });

  it.each([
    [0, "0 B"],
    [999, "999 B"],
    [1000, "1.0 kB"],
    [999_960, "1.0 MB"],
    [34_012_345, "34.0 MB"],
    [null, "–"],
  ])("bytes %s", (value, text) => expect(formatBytes(value)).toBe(text));

  it("names and plurals", () => {
    expect(plural(1, "item")).toBe("1 item");
    expect(plural(1000, "response")).toBe("1,000 responses");
    expect(plural(2, "query", "queries")).toBe("2 queries");
    expect(listOf([])).toBe("");
    expect(listOf(["a"])).toBe("a");
    expect(listOf(["a", "b"])).toBe("a and b");
    expect(listOf(["a", "b", "c", "d", "e"])).toBe("a, b, c and 2 more");
  });
});
