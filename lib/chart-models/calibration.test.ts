import { describe, expect, it } from "vitest";
import { catalogRow } from "@/tests/chart-rows";
import {
  calibrationRuns,
  calibrationTable,
  prepareCalibration,
  sampleTable,
  sampleText,
  type CalibrationRow,
} from "./calibration";
import type { SeriesStyle } from "./model";
import { withPublishedCalibration, withPublishedSamples } from "./published-calibration";
import { cellText } from "./table-text";

const row = (given: Partial<CalibrationRow> = {}): CalibrationRow => ({
  run_id: "r1",
  model: "m1",
  benchmark: "b",
  mode: null,
  condition: null,
  scorer: "given",
  seed: 42,
  n_sample: 100,
  n_population: 12_000,
  n: 12_000,
  accuracy: 0.6364,
  wilson: [0.6278, 0.645],
  n_without: 11_900,
  accuracy_without: 0.6365,
  wilson_without: [0.6278, 0.6451],
  n_within: 100,
  accuracy_within: 0.63,
  wilson_within: [0.53, 0.72],
  without_less_all_pp: 0.0054,
  within_less_rest_pp: -0.65,
  within_less_rest_ci_pp: [-10.4, 8.5],
  mixes: null,
  series_id: "s1",
  simulated: false,
  ...given,
});
const runsOf = (...given: Partial<CalibrationRow>[]) => calibrationRuns(given.map(row), new Map());
const SAMPLES = [
  {
    benchmark: "b",
    population: 12_000,
    ids: [
      { id: "q7", hash: "00ab" },
      { id: "q1", hash: "01" },
    ],
  },
];

describe("with and without the sample", () => {
  it("draws all items, those without the sample, and the sample, with their intervals", () => {
    const figure = prepareCalibration(runsOf({}));
    expect(figure.x.ticks.map(({ label }) => label)).toEqual(["all", "without", "sample"]);
    expect(
      figure.panels[0]?.series[0]?.points.map(({ y, low, high, n }) => [y, low, high, n]),
    ).toEqual([
      [0.6364, 0.6278, 0.645, 12_000],
      [0.6365, 0.6278, 0.6451, 11_900],
      [0.63, 0.53, 0.72, 100],
    ]);
  });

  it("puts the most accurate run first, and one without an accuracy last", () => {
    const runs = runsOf(
      { accuracy: null },
      { run_id: "r2", model: "m2", series_id: "s2", accuracy: 0.9 },
    );
    expect(runs.map(({ label }) => label)).toEqual(["m2", "m1"]);
  });

  it("prints a change that the paper calls less than 0.05 points as what it is", () => {
    const table = calibrationTable(runsOf({}));
    const text = (id: string) =>
      cellText(
        table.columns.find((one) => one.id === id)!,
        table.rows[0]?.cells[id],
      );
    expect(text("without_less_all_pp")).toBe("+0.01");
    expect(text("within_less_rest_pp")).toBe("−0.7");
    expect(text("within_less_rest_ci_pp")).toBe("[−10.4, +8.5]");
  });

  it("says why a side has no value", () => {
    const cells = (given: Partial<CalibrationRow>) =>
      calibrationTable(runsOf(given)).rows[0]?.cells;
    expect(cells({ n_without: 0, wilson_without: null })?.wilson_without?.reason).toMatch(
      /No scored response/,
    );
    expect(cells({ wilson: null })?.wilson?.reason).toMatch(/several times/);
    const mixes = {
      environments: [null],
      paddings: ["none"],
      modes: ["direct", "thinking"],
      conditions: ["a", null],
      n_options: [5],
    };
    expect(cells({ accuracy: null, mixes })?.accuracy?.reason).toBe(
      "Asked under a and condition not stated, in mode direct and thinking: filter by one of each.",
    );
    const [point] = prepareCalibration(
      runsOf({
        accuracy: null,
        mixes: { ...mixes, modes: [], conditions: [], n_options: [5, 10] },
      }),
    ).panels[0]!.series[0]!.points;
    expect(point?.gap).toBe("asked at N=5 and N=10: filter by one");
  });
});

describe("what P2 prints of its complete runs", () => {
  const styles = new Map<string, SeriesStyle>();
  const cells = new Map([["r1", [catalogRow({ n_options: 10, mode: "direct" })]]]);
  const P2 = { seed: 42, size: 100 };
  const figureOf = (sample: typeof P2) => {
    const runs = runsOf({ model: "gemma4:31b-mlx" });
    return withPublishedCalibration(prepareCalibration(runs), runs, { sample, cells, styles });
  };
  const printedOf = (sample: typeof P2) => figureOf(sample).panels[0]?.series.at(-1)?.points ?? [];

  it("stands beside the run of the same model at ten options, the others in a panel", () => {
    const { panels, legend } = figureOf(P2);
    expect(panels.map(({ title, series }) => [title, series.length])).toEqual([
      ["gemma4:31b-mlx", 2],
      ["Turkish MMLU Pro, 10 options, published (P2)", 4],
    ]);
    expect(legend).toHaveLength(5);
    // Table 2 with Wilson's interval; Appendix G.
    expect(printedOf(P2).map(({ y, low, high, n }) => [y, low, high, n])).toEqual([
      [0.6364, 0.6278, 0.645, 12_000],
      [0.6365, null, null, 11_900],
      [null, null, null, null],
    ]);
  });

  it("is without a sample only where the sample is the paper's", () => {
    for (const sample of [
      { seed: 7, size: 100 },
      { seed: 42, size: 10 },
    ]) {
      expect(printedOf(sample)[1]).toMatchObject({
        y: null,
        gap: "printed for seed 42 and n 100 alone",
      });
      const row = withPublishedSamples(calibrationTable(runsOf({})), sample).rows.at(-1);
      expect(row?.cells.accuracy_without?.value).toBeNull();
    }
  });

  it("has rows behind the table in printed digits", () => {
    const table = withPublishedSamples(calibrationTable(runsOf({})), P2);
    const row = table.rows.find(({ id }) => id === "published|qwen3.5:4b");
    const text = (id: string) =>
      cellText(
        table.columns.find((one) => one.id === id)!,
        row?.cells[id],
      );
    expect(text("run")).toBe("qwen3.5:4b, published (P2)");
    expect([text("accuracy"), text("wilson"), text("n")]).toEqual([
      "0.3484",
      "[0.3399, 0.3570]",
      "12,000",
    ]);
    expect([text("accuracy_without"), text("n_without")]).toEqual(["0.3480", "11,900"]);
    expect(row?.cells.accuracy_within?.reason).toBe("The paper does not print it.");
    for (const { id } of table.columns) expect(row?.cells[id], id).toBeDefined();
  });
});

describe("the sample", () => {
  it("is told with what it was drawn from", () => {
    expect(sampleText(SAMPLES)).toBe("2 of 12,000 items of b");
  });

  it("is listed in the order of its hashes, each leading to its responses", () => {
    const table = sampleTable(SAMPLES);
    expect(table.rows.map(({ cells }) => [cells.item_id?.value, cells.place?.value])).toEqual([
      ["q7", 1],
      ["q1", 2],
    ]);
    expect(table.rows[0]?.select).toContainEqual({ field: "item", values: ["q7"] });
  });
});
