import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changeInterval, mcnemar, pairedChange } from "./paired";

/** The same probability by integers. */
function exactP(lost: number, gained: number): number {
  const n = BigInt(lost + gained);
  let [term, sum] = [1n, 1n];
  for (let i = 1n; i <= BigInt(Math.min(lost, gained)); i++) {
    term = (term * (n - i + 1n)) / i;
    sum += term;
  }
  // 60 significant binary digits of the quotient are more than a double holds.
  const shift = n - 1n;
  const digits = BigInt(sum.toString(2).length);
  const scale = digits > 60n ? digits - 60n : 0n;
  return Math.min(1, Number(sum >> scale) * 2 ** Number(scale - shift));
}

describe("McNemar's test", () => {
  it("has the exact value by hand", () => {
    // 2 (1 + 12 + 66) / 2^12
    expect(mcnemar(10, 2)).toBeCloseTo(158 / 4096, 15);
    expect(mcnemar(2, 10)).toBe(mcnemar(10, 2));
    expect(mcnemar(5, 0)).toBe(2 / 32);
    expect(mcnemar(1, 0)).toBe(1);
    // From an independent program, for one pair of runs over 200 questions.
    expect(Math.abs(mcnemar(37, 6) / 1.63612412507e-6 - 1)).toBeLessThan(1e-9);
    expect(mcnemar(3, 3)).toBe(1);
  });
  it("is 1 and nothing beside it where twice the tail is the whole distribution", () => {
    expect(mcnemar(7, 6)).toBe(1);
    for (let k = 0; k < 1200; k++)
      expect([mcnemar(k, k), mcnemar(k + 1, k), mcnemar(k, k + 1)]).toEqual([1, 1, 1]);
    // Two apart it is short of 1 by the middle term: 1 - C(12, 6) / 2^12.
    expect(mcnemar(7, 5)).toBeCloseTo(1 - 924 / 4096, 15);
  });
  it("is 1 without a discordant pair", () => {
    expect(mcnemar(0, 0)).toBe(1);
  });
  it("agrees with integer arithmetic to a relative 1e-9", () => {
    fc.assert(
      fc.property(fc.nat(900), fc.nat(900), (lost, gained) => {
        const expected = exactP(lost, gained);
        if (expected > 1e-300)
          expect(Math.abs(mcnemar(lost, gained) / expected - 1)).toBeLessThan(1e-9);
      }),
    );
    expect(Math.abs(mcnemar(6100, 5900) / exactP(6100, 5900) - 1)).toBeLessThan(1e-9);
  });
});

describe("paired change", () => {
  const counts = { both: 70, lost: 10, gained: 2, neither: 18 };
  it("is 8 points with Wald's interval", () => {
    expect(pairedChange(counts)).toBe(-0.08);
    const half = (1.959963984540054 * Math.sqrt(12 - 64 / 100)) / 100;
    const [low, high] = changeInterval(counts)!;
    expect(low).toBeCloseTo(-0.08 - half, 12);
    expect(high).toBeCloseTo(-0.08 + half, 12);
  });
  it("agrees with an independent program", () => {
    const [low, high] = changeInterval({ both: 138, lost: 37, gained: 6, neither: 19 })!;
    expect(low).toBeCloseTo(-0.215564948538, 11);
    expect(high).toBeCloseTo(-0.094435051462, 11);
  });
  it("is 0 with no width for identical runs, and undefined without a pair", () => {
    expect(changeInterval({ both: 5, lost: 0, gained: 0, neither: 3 })).toEqual([0, 0]);
    const none = { both: 0, lost: 0, gained: 0, neither: 0 };
    expect([pairedChange(none), changeInterval(none)]).toEqual([null, null]);
  });
  it("has no width, and never NaN, where every pair changed", () => {
    expect(changeInterval({ both: 0, lost: 3, gained: 0, neither: 0 })).toEqual([-1, -1]);
  });
});
