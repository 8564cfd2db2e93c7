import { describe, expect, it } from "vitest";
import { clusterBootstrap, mulberry32 } from "./bootstrap";
import { quantile } from "./quantiles";

describe("mulberry32", () => {
  it("draws the published stream", () => {
    // Computed with Python integers by the definition in docs/metrics.md.
    const draw = mulberry32(42);
    const drawn = [draw(), draw(), draw(), draw()].map((u) => u * 2 ** 32);
    expect(drawn).toEqual([2581720956, 1925393290, 3661312704, 2876485805]);
  });
});

describe("a cluster bootstrap", () => {
  it("has no interval without two clusters", () => {
    expect(clusterBootstrap([])).toBeNull();
    expect(clusterBootstrap([{ sum: 3, n: 10 }])).toBeNull();
  });

  it("has no width where every cluster says the same", () => {
    const same = { sum: -1, n: 4 };
    expect(clusterBootstrap([same, same, same])).toEqual([-0.25, -0.25]);
  });

  it("weighs a cluster by its items", () => {
    // Of two clusters, one of a single item: the means are 1, 1/10 and 0 with chances ¼, ½, ¼.
    expect(
      clusterBootstrap([
        { sum: 1, n: 1 },
        { sum: 0, n: 9 },
      ]),
    ).toEqual([0, 1]);
  });
});

it("interpolates quantiles", () => {
  expect(quantile([1, 2, 4], 0.75)).toBe(3);
  expect(quantile([5], 0.025)).toBe(5);
});
