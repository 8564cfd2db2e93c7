import { describe, expect, it } from "vitest";
import { pairedDifference } from "./paired-items";

const side = (values: Record<string, number | null>) => new Map(Object.entries(values));

describe("pairedDifference", () => {
  it("is the mean of the items' differences with its t interval", () => {
    const { nShared, mean, interval } = pairedDifference(
      side({ a: 1, b: 0.5, c: 0.3 }),
      side({ a: 0.8, b: 0.5, c: 0.2 }),
    );
    // d = (-0.2, 0, -0.1): sd 0.1, t(2) = 4.302653.
    expect(nShared).toBe(3);
    expect(mean).toBeCloseTo(-0.1, 12);
    expect(interval?.[0]).toBeCloseTo(-0.3484138, 6);
    expect(interval?.[1]).toBeCloseTo(0.1484138, 6);
  });

  it("says where a side has items of its own, and has no interval below two items", () => {
    const first = side({ a: 1, b: 0.5 });
    expect(pairedDifference(first, side({ a: 1, b: 0.5, c: 0 }))).toEqual({
      nShared: 2,
      sameItems: false,
      mean: 0,
      interval: [0, 0],
    });
    expect(pairedDifference(first, side({ a: 0, b: null })).sameItems).toBe(false);
    expect(pairedDifference(side({ a: 1 }), side({ a: 0 }))).toEqual({
      nShared: 1,
      sameItems: true,
      mean: -1,
      interval: null,
    });
    expect(pairedDifference(new Map(), new Map()).mean).toBeNull();
  });

  it("counts an item without a value as not asked", () => {
    const paired = pairedDifference(side({ a: 1, b: 0.5, c: null }), side({ a: 1, b: 0.5 }));
    expect(paired).toMatchObject({ interval: [0, 0], sameItems: true });
  });
});
