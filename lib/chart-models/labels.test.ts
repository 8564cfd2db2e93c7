import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clipText, placeNames, spreadLabels, textWidth } from "./labels";

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

describe("placeNames", () => {
  const box = { left: 0, right: 300, top: 0, bottom: 200 };
  const point = (id: string, x: number, y: number, low: number | null = null) => ({
    ...{ id, x, y, label: id, low, high: low === null ? null : y + (y - low) },
  });

  it("prints a name right of its point, and left of it where the room ends", () => {
    const [a, b] = placeNames([point("aaaa", 100, 50), point("bbbb", 295, 100)], 12, box);
    expect([a?.x, a?.anchor]).toEqual([109, "start"]);
    expect([b?.x, b?.anchor]).toEqual([286, "end"]);
  });

  it("keeps off whiskers where there is other room", () => {
    const [a] = placeNames([point("aaaa", 100, 50), point("b", 115, 60, 10)], 12, box);
    expect([a?.x, a?.anchor]).toEqual([91, "end"]);
  });

  it("never prints one name over another or over a marker, and leaves out what fits nowhere", () => {
    const places = fc.array(
      fc.tuple(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 200 })),
      { maxLength: 14 },
    );
    fc.assert(
      fc.property(places, (all) => {
        const names = placeNames(
          all.map(([x, y], i) => point(`model-${i}`, x, y)),
          12,
          box,
        );
        const rects = names.map(({ label, x, y, anchor }) => {
          const width = textWidth(label, 12);
          const left = anchor === "start" ? x : x - width;
          return { left, right: left + width, top: y - 9, bottom: y + 3 };
        });
        for (const [i, a] of rects.entries()) {
          expect(a.left >= 0 && a.right <= 300).toBe(true);
          for (const b of rects.slice(i + 1))
            expect(
              a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom,
            ).toBe(false);
          for (const [x, y] of all)
            expect(x > a.left && x < a.right && y > a.top && y < a.bottom).toBe(false);
        }
      }),
    );
    const wide = point("w".repeat(60), 150, 100);
    expect(placeNames([wide], 12, box)).toEqual([]);
  });
});
