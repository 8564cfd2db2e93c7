import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { prepareProgress, thinned } from "./job-progress";

describe("the curve of a job", () => {
  it("counts the time from the first point, in minutes where there are ten", () => {
    const long = [0, 900_000].map((at) => ({ at, done: 1, failed: 0 }));
    expect(prepareProgress(long, 2)?.x).toMatchObject({
      label: "minutes since the start",
      domain: [0, 15],
    });
    const figure = prepareProgress(
      [
        { at: 1_000_000, done: 10, failed: 0 },
        { at: 1_090_000, done: 40, failed: 2 },
      ],
      100,
    );
    expect(figure?.x.domain).toEqual([0, 90]);
    expect(figure?.y.domain).toEqual([0, 100]);
    expect(figure?.panels[0]?.series.map(({ id, points }) => [id, points.map((p) => p.y)])).toEqual(
      [
        ["done", [10, 40]],
        ["failed", [0, 2]],
      ],
    );
    expect(figure?.panels[0]?.levels).toEqual([{ y: 100, label: "planned" }]);
  });

  it("is not there before there is a line", () => {
    expect(prepareProgress([], 10)).toBeNull();
    expect(prepareProgress([{ at: 5, done: 1, failed: 0 }], 10)).toBeNull();
  });

  it("keeps both ends and the order however many points there are", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 3000 }), (length) => {
        const kept = thinned([...Array(length).keys()], 200);
        expect(kept.length).toBe(Math.min(length, 200));
        expect(kept[0]).toBe(0);
        expect(kept.at(-1)).toBe(length - 1);
        expect(kept.every((value, i) => i === 0 || value > (kept[i - 1] ?? -1))).toBe(true);
      }),
    );
  });
});
