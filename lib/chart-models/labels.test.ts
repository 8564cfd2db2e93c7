import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clipText, spreadLabels, textWidth } from "./labels";

describe("spreadLabels", () => {
  it("leaves labels that do not touch where they are", () => {
    const placed = spreadLabels(
      [
        { item: "a", at: 10 },
        { item: "b", at: 50 },
      ],
      12,
      [0, 100],
    );
    expect(placed.map((p) => p.label)).toEqual([10, 50]);
  });

  it("moves touching labels apart around their middle", () => {
    const at = [50, 50, 52].map((value, i) => ({ item: i, at: value }));
    const labels = spreadLabels(at, 12, [0, 100]).map((p) => p.label);
    expect(labels[1]! - labels[0]!).toBeCloseTo(12, 9);
    expect(labels[2]! - labels[1]!).toBeCloseTo(12, 9);
    expect((labels[0]! + labels[1]! + labels[2]!) / 3).toBeCloseTo(152 / 3, 9);
  });

  it("keeps order, room and bounds for any ends", () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 200, noNaN: true }), { maxLength: 12 }),
        (at) => {
          const placed = spreadLabels(
            at.map((value, i) => ({ item: i, at: value })),
            14,
            [0, 200],
          );
          placed.forEach(({ label }, i) => {
            expect(label).toBeGreaterThanOrEqual(-1e-9);
            expect(label).toBeLessThanOrEqual(200 + 1e-9);
            const before = placed[i - 1];
            if (before) expect(label - before.label).toBeGreaterThanOrEqual(14 - 1e-9);
          });
          expect(placed).toHaveLength(at.length);
        },
      ),
    );
  });

  it("closes up when they do not fit", () => {
    const placed = spreadLabels(
      [0, 0, 0].map((at, i) => ({ item: i, at })),
      50,
      [0, 60],
    );
    expect(placed.map((p) => p.label)).toEqual([0, 30, 60]);
  });
});

describe("clipText", () => {
  it("keeps what fits and shortens what does not", () => {
    expect(clipText("EXAONE", 12, 200)).toBe("EXAONE");
    const clipped = clipText("HyperCLOVAX-SEED-Think-14B", 12, 90);
    expect(clipped.endsWith("…")).toBe(true);
    expect(textWidth(clipped, 12)).toBeLessThanOrEqual(90);
  });
});
