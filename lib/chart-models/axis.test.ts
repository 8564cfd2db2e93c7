import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  amountAxis,
  fittingTicks,
  linearTicks,
  namesAxis,
  optionsAxis,
  positionAxis,
  positionOn,
  valueAxis,
} from "./axis";

const labels = (ticks: readonly { label: string }[]) => ticks.map((tick) => tick.label);

describe("linearTicks", () => {
  it("has the decimals of its step, and no float noise", () => {
    expect(labels(linearTicks([0, 1]))).toEqual(["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
    expect(labels(linearTicks([-0.2, 0.3]))).toEqual(["−0.2", "−0.1", "0.0", "0.1", "0.2", "0.3"]);
    expect(labels(linearTicks([0, 12_000]))).toEqual([
      "0",
      "2,000",
      "4,000",
      "6,000",
      "8,000",
      "10,000",
      "12,000",
    ]);
  });

  it("stays short for any domain", () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1, max: 1, noNaN: true }),
        fc.double({ min: 1e-3, max: 2, noNaN: true }),
        (low, span) => {
          for (const { label } of linearTicks([low, low + span])) {
            expect(label.length).toBeLessThanOrEqual(8);
          }
        },
      ),
    );
  });
});

describe("valueAxis", () => {
  it("holds what is included and every value, to round ends", () => {
    expect(valueAxis("NA", [0.2, 1.037, null], [0, 1]).domain).toEqual([0, 1.2]);
    expect(valueAxis("NA", [-0.07, 0.4], [0, 1]).domain).toEqual([-0.2, 1]);
    expect(valueAxis("NA", [], [0, 1]).domain).toEqual([0, 1]);
    expect(valueAxis("share", [null]).domain).toEqual([0, 1]);
  });
});

describe("optionsAxis", () => {
  it("marks the N that were asked", () => {
    const axis = optionsAxis([100, 4, 10, 4], "log");
    expect(labels(axis.ticks)).toEqual(["4", "10", "100"]);
    expect(axis.domain[0]).toBeLessThan(4);
    expect(axis.domain[1]).toBeGreaterThan(100);
  });

  it("has a width when there is one N", () => {
    for (const scale of ["linear", "log"] as const) {
      const [low, high] = optionsAxis([10], scale).domain;
      expect(low).toBeLessThan(10);
      expect(high).toBeGreaterThan(10);
    }
  });

  it("places N by its logarithm", () => {
    const axis = { label: "", scale: "log" as const, domain: [1, 100] as const, ticks: [] };
    expect(positionOn(axis, 10)).toBeCloseTo(0.5, 12);
  });
});

describe("positionAxis", () => {
  it("ends at N", () => {
    expect(labels(positionAxis(100, 0).ticks)).toEqual(["0", "20", "40", "60", "80", "100"]);
    expect(labels(positionAxis(4, 0.5).ticks)).toEqual(["1", "2", "3", "4"]);
    expect(positionAxis(10, 0.5).domain).toEqual([0.5, 10.5]);
  });
});

describe("fittingTicks", () => {
  const axis = optionsAxis([4, 10, 20, 50, 100], "linear");
  it("keeps all where there is room", () => {
    expect(labels(fittingTicks(axis, 800, () => 15))).toEqual(["4", "10", "20", "50", "100"]);
  });
  it("drops ticks that would touch, and keeps both ends", () => {
    expect(labels(fittingTicks(axis, 120, () => 20))).toEqual(["4", "50", "100"]);
  });
});

describe("amountAxis", () => {
  it("begins at 0 while the values are of one magnitude", () => {
    const axis = amountAxis("seconds", [1, 8], "seconds");
    expect([axis.scale, axis.domain, axis.places]).toEqual(["linear", [0, 8], "seconds"]);
  });

  it("goes by the logarithm from twenty times the smallest on, and says so", () => {
    const axis = amountAxis("seconds", [0.4, 13.65], "seconds");
    expect(axis.label).toBe("seconds (log scale)");
    expect(labels(axis.ticks)).toEqual(["0.5", "1", "2", "5", "10"]);
    // No logarithm of nothing.
    expect(amountAxis("tokens", [0, 500], "tenths").scale).toBe("linear");
  });
});

describe("names at the right end", () => {
  it("are dropped where they would be cut off, and stay where they fit", () => {
    const axis = namesAxis("model", ["first", "second"]);
    // Places at 25 and 75 of 100 pixels: 100 pixels of name end at 125, 50 at 100.
    expect(labels(fittingTicks(axis, 100, () => 100))).toEqual(["first"]);
    expect(labels(fittingTicks(axis, 100, () => 44))).toEqual(["first", "second"]);
  });
});

describe("namesAxis", () => {
  it("has a place a name, long ones shortened", () => {
    const axis = namesAxis("model", ["a", "m".repeat(40)]);
    expect(axis.domain).toEqual([0.5, 2.5]);
    expect(labels(axis.ticks)).toEqual(["a", expect.stringMatching(/^m+…$/)]);
  });
});
