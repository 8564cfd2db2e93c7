import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { drawTrial, goldPosition, type TrialKey } from "./trials";

const keys = fc.record({
  seed: fc.string(),
  environment: fc.option(fc.string(), { nil: null }),
  nOptions: fc.integer({ min: 2, max: 200 }),
  trial: fc.integer({ min: 1, max: 100_000 }),
});

const key = (over: Partial<TrialKey> = {}): TrialKey => ({
  seed: "42",
  environment: "easy",
  nOptions: 100,
  trial: 1,
  ...over,
});

describe("trial sampling", () => {
  it("is a function of seed, environment, N and k alone", () => {
    fc.assert(
      fc.property(keys, (k) => {
        expect(drawTrial({ ...k }, 300)).toEqual(drawTrial({ ...k }, 300));
      }),
    );
  });

  it("shows N - 1 distinct distractors of the pool, a spare beside them, the gold within N", () => {
    fc.assert(
      fc.property(keys, fc.integer({ min: 0, max: 50 }), (k, more) => {
        const pool = k.nOptions - 1 + more;
        const { goldPos, distractors, spare } = drawTrial(k, pool);
        expect(goldPos).toBeGreaterThanOrEqual(1);
        expect(goldPos).toBeLessThanOrEqual(k.nOptions);
        expect(distractors).toHaveLength(k.nOptions - 1);
        const all = spare === null ? distractors : [...distractors, spare];
        expect(new Set(all).size).toBe(Math.min(k.nOptions, pool));
        expect(all.every((index) => index >= 0 && index < pool)).toBe(true);
      }),
    );
  });

  it("puts the gold at the same place whatever the pool", () => {
    fc.assert(
      fc.property(keys, fc.integer({ min: 200, max: 1000 }), (k, pool) => {
        expect(drawTrial(k, pool).goldPos).toBe(goldPosition(k));
      }),
    );
  });

  it("tells apart every part of the key", () => {
    const others = [
      key({ seed: "43" }),
      key({ environment: "full" }),
      key({ environment: null }),
      key({ environment: "null" }),
      key({ trial: 2 }),
    ];
    const draws = [key(), ...others].map((k) => JSON.stringify(drawTrial(k, 1000)));
    expect(new Set(draws).size).toBe(draws.length);
  });

  it("pins the sequence: published seeds must rebuild what was shown", () => {
    const golds = [1, 2, 3, 4, 5, 6, 7, 8].map((trial) => goldPosition(key({ trial })));
    expect(golds).toEqual([86, 72, 89, 82, 50, 60, 89, 25]);
    expect(drawTrial(key({ nOptions: 4 }), 10)).toEqual({
      goldPos: 4,
      distractors: [9, 7, 4],
      spare: 5,
    });
  });

  it("spreads gold positions and distractors evenly (chi-squared, 0.1% level)", () => {
    const n = 10;
    const pool = 20;
    const trials = 20_000;
    const golds = new Array<number>(n).fill(0);
    const shown = new Array<number>(pool).fill(0);
    for (let trial = 1; trial <= trials; trial += 1) {
      const draw = drawTrial(key({ nOptions: n, trial }), pool);
      golds[draw.goldPos - 1] = (golds[draw.goldPos - 1] ?? 0) + 1;
      for (const index of draw.distractors) shown[index] = (shown[index] ?? 0) + 1;
    }
    // Upper 0.1% points: 27.88 at 9 degrees of freedom, 43.82 at 19.
    expect(chiSquared(golds)).toBeLessThan(27.88);
    expect(chiSquared(shown)).toBeLessThan(43.82);
  });

  it("refuses a pool that is too small", () => {
    expect(() => drawTrial(key({ nOptions: 100 }), 98)).toThrow(
      "100 options need 99 distractors; the pool of environment easy holds 98",
    );
  });
});

function chiSquared(counts: readonly number[]): number {
  const expected = counts.reduce((a, b) => a + b, 0) / counts.length;
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}
