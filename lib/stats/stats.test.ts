import { describe, expect, it } from "vitest";
import { bubbleIndex, bubbleInterval } from "./bubble";
import { crossedVariance } from "./crossed";
import { summary, tInterval, zInterval } from "./means";
import {
  cumulativeShares,
  decileBin,
  kolmogorovSmirnov,
  meanPosition,
  normalisedEntropy,
  prefixShare,
  shares,
  suffixShare,
} from "./positions";
import {
  chanceNormalised,
  newcombe,
  normaliseInterval,
  ratio,
  trialDifferenceInterval,
  trialInterval,
  wilson,
} from "./proportions";
import { chiSquare999, tQuantile } from "./quantiles";
import { weightedSlope } from "./slope";

const close = (interval: readonly number[] | null, expected: readonly number[], digits = 3) => {
  expect(interval).not.toBeNull();
  interval?.forEach((v, i) => expect(v).toBeCloseTo(expected[i] ?? NaN, digits));
};

describe("proportions", () => {
  it("gives Wilson's interval, exact at its ends", () => {
    close(wilson(0, 20), [0, 0.161]);
    close(wilson(20, 20), [0.839, 1]);
    close(wilson(5, 5), [0.566, 1]);
    close(wilson(50, 200), [0.195, 0.314]);
    expect(wilson(0, 20)?.[0]).toBe(0);
    expect(wilson(20, 20)?.[1]).toBe(1);
    expect(wilson(0, 0)).toBeNull();
  });

  it("gives Newcombe's intervals as his paper prints them (1998, table II, method 10)", () => {
    const of = (hits: number, n: number) => ({ hits, n });
    close(newcombe(of(56, 70), of(48, 80)), [0.0524, 0.3339], 4);
    close(newcombe(of(9, 10), of(3, 10)), [0.1705, 0.809], 4);
    close(newcombe(of(10, 10), of(0, 10)), [0.6075, 1], 4);
    expect(newcombe(of(0, 0), of(1, 2))).toBeNull();
    expect(newcombe(of(1, 2), of(0, 0))).toBeNull();
  });
  it("counts 100 planned, 80 right, 10 wrong and 10 errors as 80.0% and 88.9%", () => {
    expect(ratio(80, 100)).toBe(0.8);
    expect(ratio(80, 90)).toBeCloseTo(0.889, 3);
    expect(ratio(0, 0)).toBeNull();
  });
  it("normalises for chance without clipping", () => {
    expect(chanceNormalised(0.25, 4)).toBe(0);
    expect(chanceNormalised(1, 7)).toBe(1);
    expect(chanceNormalised(0, 2)).toBe(-1);
    expect(chanceNormalised(null, 4)).toBeNull();
    expect(normaliseInterval([0.25, 1], 4)).toEqual([0, 1]);
    expect(normaliseInterval(null, 4)).toBeNull();
  });
  it("leaves an item's trial interval undefined below two trials", () => {
    expect(trialInterval(1, 1)).toBeNull();
    expect(trialInterval(1, 2)).toEqual([1, 1]);
    close(trialInterval(0.5, 2), [0.5 - 0.97998, 0.5 + 0.97998], 5);
  });
  it("adds the trial variances of two cells for an item's difference", () => {
    const [a, b] = [
      { accuracy: 0.9, responses: 10 },
      { accuracy: 0.3, responses: 11 },
    ];
    // 0.09/9 + 0.21/10 = 0.031.
    close(trialDifferenceInterval(a, b), [0.6 - 0.345087269, 0.6 + 0.345087269], 9);
    expect(trialDifferenceInterval(a, { ...b, responses: 1 })).toBeNull();
    expect(trialDifferenceInterval({ accuracy: null, responses: 0 }, b)).toBeNull();
  });
});

describe("quantiles", () => {
  it("knows Student's t and chi-square", () => {
    expect(tQuantile(0.975, 29)).toBeCloseTo(2.0452296421, 9);
    expect(tQuantile(0.975, 1)).toBeCloseTo(12.7062047362, 9);
    expect(tQuantile(0.975, 0)).toBeNull();
    expect(chiSquare999(9)).toBe(27.877);
    expect(chiSquare999(10)).toBeNull();
  });
});

describe("means", () => {
  it("has no interval for one value and a point for equal ones", () => {
    expect(summary([])).toEqual({ n: 0, mean: null, sd: null });
    expect(summary([3])).toEqual({ n: 1, mean: 3, sd: null });
    expect(tInterval(3, null, 1)).toBeNull();
    expect(zInterval(3, 0, 1)).toBeNull();
    expect(tInterval(3, 0, 2)).toEqual([3, 3]);
  });
  it("matches a hand computation", () => {
    const s = summary([1, 2, 3, 4]);
    expect(s.sd).toBeCloseTo(1.2909944487, 9);
    // t(3) = 3.1824463053, sd / sqrt(4) = 0.6454972244
    close(tInterval(s.mean, s.sd, s.n), [2.5 - 2.0542602568, 2.5 + 2.0542602568], 8);
    close(zInterval(s.mean, s.sd, s.n), [2.5 - 1.2651513119, 2.5 + 1.2651513119], 8);
  });
});

describe("positions", () => {
  it("summarises counts", () => {
    const counts = [4, 3, 2, 1];
    expect(shares(counts)).toEqual([0.4, 0.3, 0.2, 0.1]);
    expect(cumulativeShares(counts)).toEqual([0.4, 0.7, 0.9, 1]);
    expect(prefixShare(counts, 2)).toBe(0.7);
    expect(suffixShare(counts, 2)).toBe(0.3);
    expect(suffixShare(counts, 20)).toBe(1);
    expect(meanPosition(counts)).toBe(2);
    expect(normalisedEntropy([5, 5, 5, 5])).toBeCloseTo(1, 12);
    expect(normalisedEntropy([9, 0, 0])).toBe(0);
  });
  it("is undefined where nothing was counted", () => {
    const none = [0, 0, 0];
    for (const of of [shares, cumulativeShares, meanPosition, normalisedEntropy])
      expect(of(none)).toBeNull();
    expect(prefixShare(none, 1)).toBeNull();
    expect(suffixShare(none, 1)).toBeNull();
    expect(kolmogorovSmirnov(none, [1, 1, 1])).toBeNull();
  });
  it("breaks KS ties by the smallest position, on integers", () => {
    // 1/10 + 2/10 against 3/10 is a tie in integers and none in floats.
    expect(kolmogorovSmirnov([1, 2, 0, 7], [0, 2, 2, 6])).toEqual({ distance: 0.1, at: 1 });
    expect(kolmogorovSmirnov([1, 1, 1], [2, 2, 2])).toEqual({ distance: 0, at: 1 });
  });
  it("bins positions into tenths for every N", () => {
    expect([1, 2, 3, 4].map((g) => decileBin(g, 4))).toEqual([0, 2, 5, 7]);
    expect([1, 13].map((g) => decileBin(g, 13))).toEqual([0, 9]);
    expect([10, 11, 100].map((g) => decileBin(g, 100))).toEqual([0, 1, 9]);
  });
});

describe("slope", () => {
  it("weights points and needs two of them", () => {
    const line = [
      { x: 0, y: 1, weight: 5 },
      { x: 2, y: 0, weight: 1 },
      { x: 9, y: 100, weight: 0 },
    ];
    expect(weightedSlope(line)).toBeCloseTo(-0.5, 12);
    expect(weightedSlope(line.slice(0, 1))).toBeNull();
    // x̄ = 0.75, ȳ = 0.5: Sxy = 0.5, Sxx = 2.75
    const three = [0, 1, 2].map((x) => ({ x, y: x === 1 ? 1 : 0, weight: x === 0 ? 2 : 1 }));
    expect(weightedSlope(three)).toBeCloseTo(0.25 / 2.75, 12);
  });
});

describe("crossed variance", () => {
  const of = (table: readonly (readonly number[])[]) => {
    const variance = (values: readonly number[]) => (summary(values).sd ?? NaN) ** 2;
    const mean = (values: readonly number[]) => summary(values).mean ?? NaN;
    const trials = (table[0] ?? []).map((_, k) => table.map((row) => row[k] ?? NaN));
    return {
      items: table.length,
      trials: trials.length,
      balanced: table.every((row) => row.length === trials.length),
      accuracy: mean(table.flat()),
      itemVariance: variance(table.map(mean)),
      trialVariance: variance(trials.map(mean)),
    };
  };
  it("adds what trials do to all items at once", () => {
    // Items alike, trials all right or all wrong: no interaction, V = s_y2 / K = (1/3) / 4.
    expect(
      crossedVariance(
        of([
          [1, 1, 0, 0],
          [1, 1, 0, 0],
        ]),
      ),
    ).toBeCloseTo(1 / 12, 12);
    // Trials alike: V = s_i2 / T = (1/2) / 2.
    expect(
      crossedVariance(
        of([
          [1, 1, 1],
          [0, 0, 0],
        ]),
      ),
    ).toBeCloseTo(0.25, 12);
  });
  it("agrees with the analysis of variance by hand", () => {
    // Item means 2/3, 1/3, trial means 1, 1/2, 0: s_i2 = 1/18, s_y2 = 1/4.
    // SS: total 3/2, items 1/6, trials 1, so MSE = (1/3) / 2 = 1/6.
    const v = 1 / 18 / 2 + (1 / 4 - 1 / 12) / 3;
    expect(
      crossedVariance(
        of([
          [1, 1, 0],
          [1, 0, 0],
        ]),
      ),
    ).toBeCloseTo(v, 12);
  });
  it("is undefined where an item lacks a trial, and below two of either", () => {
    const full = of([
      [1, 0],
      [1, 1],
    ]);
    expect(crossedVariance({ ...full, balanced: false })).toBeNull();
    expect(crossedVariance({ ...full, items: 1 })).toBeNull();
    expect(crossedVariance({ ...full, trialVariance: null })).toBeNull();
  });
});

describe("bubble", () => {
  const side = (na: number, trials: number, variance: number | null) => ({ na, trials, variance });
  it("keeps the raw number where NA at the low N is 0", () => {
    expect(bubbleIndex(0, 0.5)).toBeCloseTo(1 - 0.5e6, 3);
    expect(bubbleIndex(null, 0.5)).toBeNull();
  });
  it("is undefined below two trials and narrows by the covariance", () => {
    expect(bubbleInterval(side(1, 1, null), side(0.5, 9, 0.1), 0, null)).toBeNull();
    const apart = bubbleInterval(side(1, 10, 0.01), side(0.5, 10, 0.01), 1, 0.01);
    // var = 0.001 + 0.00025, the one common trial counts for nothing
    close(apart, [0.5 - 1.96 * 0.0353553, 0.5 + 1.96 * 0.0353553], 4);
    const paired = bubbleInterval(side(1, 10, 0.01), side(0.5, 10, 0.01), 10, 0.01);
    // minus 2 x 0.5 x 0.01 x 10 / 100 = 0.001
    close(paired, [0.5 - 1.96 * 0.0158114, 0.5 + 1.96 * 0.0158114], 4);
  });
});
