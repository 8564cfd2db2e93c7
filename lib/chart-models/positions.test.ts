import { describe, expect, it } from "vitest";
import type { CellSize } from "@/lib/metrics/sections/cell-sizes";
import { distributionRows, goldBinRow, positionsRow, cellSize } from "@/tests/chart-rows";
import { prepareGold } from "./gold";
import { assignStyles } from "./palette";
import { prepareDeciles } from "./deciles";
import { maxK, prefixMass, prepareCdf, prepareDensity, usableK } from "./positions";
import { positionsTable } from "./positions-table";
import { frameOf } from "./model";
import { announcement, readoutAt } from "./readout";

const NONE: ReadonlySet<string> = new Set();
const options = {
  styles: assignStyles(["alpha", "beta"].map((model) => ({ model, benchmark: "b" }))),
  hidden: [],
};
/** Of 20 responses 8 on the first position; gold even. */
const front = distributionRows([8, 4, 4, 4], [5, 5, 5, 5]);

describe("prepareCdf", () => {
  it("runs from (0, 0) to (N, 1) and shades the first k", () => {
    const figure = prepareCdf(front, 4, 2, options);
    const [gold, alpha] = figure.panels[0]!.series;
    expect(gold!.label).toBe("gold");
    expect(gold!.role).toBe("reference");
    expect(gold!.points.map((p) => p.y)).toEqual([0, 0.25, 0.5, 0.75, 1]);
    expect(alpha!.mark).toBe("step");
    expect(alpha!.points.map((p) => [p.x, p.y])).toEqual([
      [0, 0],
      [1, 0.4],
      [2, 0.6],
      [3, 0.8],
      [4, 1],
    ]);
    expect(figure.panels[0]!.shade).toEqual({
      from: 0,
      to: 2,
      label: "shaded: the first 2 positions",
    });
    expect(figure.panels[0]!.readouts[0]!.text).toBe("PFI 0.600, gold 0.500, Δ +0.100");
  });

  it("is a gap where nothing is valid, with the reason", () => {
    const figure = prepareCdf(distributionRows([0, 0], [1, 1]), 2, 1, options);
    const series = figure.panels[0]!.series[1]!;
    expect(series.points.slice(1).map((p) => [p.y, p.gap])).toEqual([
      [null, "no valid response"],
      [null, "no valid response"],
    ]);
    expect(figure.panels[0]!.readouts[0]!.text).toBe("PFI –, gold 0.500, Δ –");
  });

  it("shows one gold where curves share it, and a range where they do not", () => {
    const beta = { model: "beta", series_id: "s-beta" };
    const same = prepareCdf(
      [...front, ...distributionRows([1, 1, 1, 1], [5, 5, 5, 5], beta)],
      4,
      1,
      options,
    );
    expect(same.panels[0]!.series.map((s) => s.label)).toEqual(["gold", "alpha", "beta"]);
    const other = prepareCdf(
      [...front, ...distributionRows([1, 1, 1, 1], [9, 5, 5, 1], beta)],
      4,
      1,
      options,
    );
    const gold = other.panels[0]!.series[0]!;
    expect(gold.interval).toBe("band");
    expect(gold.points[1]).toMatchObject({ y: (0.25 + 0.45) / 2, low: 0.25, high: 0.45 });
  });

  it("draws eight curves of many and says so", () => {
    const many = Array.from({ length: 11 }, (_, i) =>
      distributionRows([1, 1], [1, 1], { model: `m${i}`, series_id: `s${i}` }),
    ).flat();
    const figure = prepareCdf(many, 2, 1, options);
    expect(figure.cap).toEqual({ shown: 8, of: 11, what: "curves" });
    expect(figure.legend.filter((entry) => entry.state === "beyond")).toHaveLength(3);
  });
});

describe("prefixMass", () => {
  it("is the CDF at k, less that of gold", () => {
    const { pfi, gold, delta } = prefixMass(front, 3);
    expect(pfi).toBeCloseTo(0.8, 12);
    expect(gold).toBeCloseTo(0.75, 12);
    expect(delta).toBeCloseTo(0.05, 12);
    expect(prefixMass(front, 9)).toEqual({ pfi: null, gold: null, delta: null });
  });

  it("goes to 20 at most, and stays below N", () => {
    expect([maxK(2), maxK(4), maxK(100)]).toEqual([1, 3, 20]);
    expect([usableK(10, 100), usableK(50, 100), usableK(10, 10), usableK(9, 10)]).toEqual([
      10, 20, 1, 9,
    ]);
  });
});

describe("prepareDensity", () => {
  it("holds the shares and the uniform level", () => {
    const { panels, y } = prepareDensity(front, 4, options);
    expect(panels[0]!.series[1]!.points.map((p) => p.y)).toEqual([0.4, 0.2, 0.2, 0.2]);
    expect(panels[0]!.levels).toEqual([{ y: 0.25, label: "uniform" }]);
    expect(y.domain[0]).toBe(0);
  });

  it("averages over groups at large N, the last of which may be smaller", () => {
    const counts = Array.from({ length: 50 }, (_, i) => (i < 3 ? 10 : i === 49 ? 4 : 0));
    const { panels } = prepareDensity(distributionRows(counts, counts), 50, options);
    const points = panels[0]!.series[1]!.points;
    expect(points).toHaveLength(17);
    expect(points[0]).toMatchObject({ x: 2, y: expect.closeTo(10 / 34, 12) as number });
    expect(points[16]).toMatchObject({ x: 49.5, y: expect.closeTo(2 / 34, 12) as number });
  });
});

describe("prepareDeciles", () => {
  it("fits the line of the slope through the weighted mean", () => {
    const bins = [
      goldBinRow({ bin: 1, n: 30, accuracy: 0.9 }),
      goldBinRow({ bin: 6, n: 10, accuracy: 0.5 }),
    ];
    const { panels } = prepareDeciles(bins, [positionsRow({ slope: -0.08 })], options);
    const [fit, data] = panels[0]!.series;
    // The mean is (2.25, 0.8); the line of two points runs through both.
    expect(fit!.points.map((p) => p.x)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(fit!.points[0]!.y).toBeCloseTo(0.9, 12);
    expect(fit!.points[5]!.y).toBeCloseTo(0.5, 12);
    expect(data!.points).toHaveLength(10);
    expect(data!.points[1]).toMatchObject({ y: null, gap: "no gold in this decile" });
    expect(panels[0]!.readouts[0]!.text).toBe("slope −0.080 per decile");
  });

  it("has no line where the slope is undefined", () => {
    const { panels } = prepareDeciles([goldBinRow()], [positionsRow({ slope: null })], options);
    expect(panels[0]!.series.map((series) => series.role)).toEqual(["data"]);
  });
});

describe("prepareGold", () => {
  const skewed = distributionRows([1, 1, 1, 1, 1], [6, 1, 1, 1, 1]);
  const cell = (size: Partial<CellSize>) => [cellSize({ n_options: 5, ...size })];

  it("warns where gold is far from uniform, in the right numbers", () => {
    expect(prepareGold(front, 4, cell({ n_trials: 1000 }), NONE).panels[0]!.warning).toBeNull();
    const warned = prepareGold(skewed, 5, cell({ n_trials: 1000 }), NONE).panels[0]!.warning;
    expect(warned).toContain(
      "the first 1 of 5 positions hold 60.0% of gold, uniform would 20.0% (KS 0.400)",
    );
  });

  it("counts a trial as one placement, and a fixed question as one", () => {
    const few = cell({ n_trials: 10, n_responses: 3000 });
    expect(prepareGold(skewed, 5, few, NONE).panels[0]!.warning).toBeNull();
    const fixed = new Set(["s-alpha"]);
    expect(prepareGold(skewed, 5, few, fixed).panels[0]!.warning).not.toBeNull();
  });

  it("sums positions into at most a hundred bars", () => {
    const counts = Array.from({ length: 250 }, () => 1);
    const figure = prepareGold(distributionRows(counts, counts), 250, [], NONE);
    const points = figure.panels[0]!.series[0]!.points;
    expect(points).toHaveLength(84);
    expect(points[0]).toMatchObject({ x: 2, y: expect.closeTo(3 / 250, 12) as number });
    expect(figure.panels[0]!.levels[0]!.y).toBeCloseTo(3 / 250, 12);
  });
});

describe("positionsTable", () => {
  it("reads PFI at the k of the slider", () => {
    const rows = distributionRows([4, 2, 2, 2, 0, 0, 0, 0, 0, 0], new Array<number>(10).fill(1));
    const table = positionsTable(
      [positionsRow()],
      rows,
      [cellSize({ n_options: 10, null_share: 0.125 })],
      3,
    );
    const { cells } = table.rows[0]!;
    expect(cells.pfi!.value).toBeCloseTo(0.8, 12);
    expect(cells.delta_pfi!.value).toBeCloseTo(0.5, 12);
    expect(cells.null_share!.value).toBe(0.125);
    expect(cells.entropy).toMatchObject({ value: 0.8, aside: "gold 1.000" });
    expect(table.columns.find((column) => column.id === "delta_pfi")!.label).toBe("ΔPFI 3");
  });
});

describe("readoutAt", () => {
  it("lists the highest first, references last, and reads them out", () => {
    const beta = distributionRows([2, 6, 6, 6], [5, 5, 5, 5], { model: "beta", series_id: "b" });
    const figure = prepareCdf([...beta, ...front], 4, 1, options);
    const panel = figure.panels[0]!;
    const frame = frameOf(figure);
    const rows = readoutAt(panel, frame, 1);
    expect(rows.map((row) => [row.label, row.text])).toEqual([
      ["alpha", "0.400"],
      ["beta", "0.100"],
      ["gold", "0.250"],
    ]);
    expect(announcement(panel, frame, 1, rows)).toBe(
      "full, position in the list of options 1: alpha 0.400; beta 0.100; gold 0.250.",
    );
  });
});
