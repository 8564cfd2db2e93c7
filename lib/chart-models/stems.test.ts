import { describe, expect, it } from "vitest";
import type { StemsRow } from "@/lib/metrics/rows";
import { frameOf, type FigureModel, type PanelModel } from "./model";
import type { Asked } from "./published-points";
import { withPublishedStems } from "./published-stems";
import { announcement, readoutAt } from "./readout";
import { drillDown, runCells } from "./scope";
import { elsewhereText, prepareStems, stemRuns, stemsTitle } from "./stems";
import { stemsTable } from "./stems-table";
import { catalogRow } from "@/tests/chart-rows";

const row = (given: Partial<StemsRow>): StemsRow => ({
  run_id: "r1",
  model: "m1",
  benchmark: "b",
  mode: null,
  condition: null,
  scorer: "given",
  rules: "en-1",
  n_flagged: 20,
  n_unflagged: 80,
  n_unknown: 0,
  flagged: 0.5,
  flagged_ci: [0.3, 0.7],
  unflagged: 0.75,
  unflagged_ci: [0.65, 0.83],
  gap_pp: 25,
  gap_ci_pp: [2, 46],
  mixes: null,
  n_elsewhere: 0,
  series_id: "s1",
  simulated: false,
  ...given,
});

describe("the gap by run", () => {
  it("puts the widest gap first, and leaves out runs without any flag", () => {
    const runs = stemRuns(
      [
        row({}),
        row({ run_id: "r2", model: "m2", series_id: "s2", gap_pp: 30 }),
        row({ run_id: "r3", model: "m3", series_id: "s3", gap_pp: null, n_unflagged: 0 }),
        row({ run_id: "r4", model: "m4", n_flagged: 0, n_unflagged: 0, n_unknown: 5 }),
      ],
      new Map(),
    );
    expect(runs.map(({ label }) => label)).toEqual(["m2", "m1", "m3"]);
  });

  it("tells runs of one series apart by their ids", () => {
    const runs = stemRuns([row({}), row({ run_id: "r2" })], new Map());
    expect(runs.map(({ label }) => label)).toEqual(["m1 (r1)", "m1 (r2)"]);
  });

  it("draws both sides with their intervals, and a side without responses as a gap", () => {
    const [panel] = prepareStems(
      stemRuns([row({ n_flagged: 0, flagged: null, flagged_ci: null })], new Map()),
    ).panels;
    expect(
      panel?.series[0]?.points.map(({ x, y, low, high, n, gap }) => [x, y, low, high, n, gap]),
    ).toEqual([
      [1, 0.75, 0.65, 0.83, 80, null],
      [2, null, null, null, 0, "no scored response"],
    ]);
    expect(panel?.series[0]?.points[0]?.select).toContainEqual({ field: "stem", values: [false] });
  });

  it("leads to what it counts: one side of a run from a point, both from its row", () => {
    const runs = stemRuns([row({})], new Map());
    const whole = stemsTable(runs).rows[0]?.select ?? [];
    expect(whole).toContainEqual({ field: "stem", values: [true, false] });
    const flagged = prepareStems(runs).panels[0]?.series[0]?.points[1]?.select ?? [];
    expect(flagged).toContainEqual({ field: "stem", values: [true] });
    // Paddings are the view's: the ones that it counted.
    for (const select of [whole, flagged])
      expect(select.map(({ field }) => field)).not.toContain("padding");
    // One side in the link chooses stems of the list, not those of a row.
    const link = [{ field: "stem" as const, values: [true] }];
    expect(drillDown(link, whole, [])).toEqual([{ field: "stem", values: [true, false] }]);
  });

  it("caps the panels and says so; the table has all", () => {
    const many = Array.from({ length: 10 }, (_, i) => row({ run_id: `r${i}`, model: `m${i}` }));
    const runs = stemRuns(many, new Map());
    expect(prepareStems(runs).cap).toEqual({ shown: 8, of: 10, what: "runs" });
    expect(stemsTable(runs).rows).toHaveLength(10);
  });

  it("sets conditions and modes of one run side by side, and each leads to its own responses", () => {
    const runs = stemRuns(
      [
        row({ condition: "five-original", gap_pp: 2 }),
        row({ condition: "ten-permuted", gap_pp: 15, n_elsewhere: 3 }),
      ],
      new Map(),
    );
    expect(runs.map(({ label }) => label)).toEqual(["m1 · ten-permuted", "m1 · five-original"]);
    expect(stemsTitle(runs)).toMatch(/: 1 run, 2 rows by condition and mode$/);
    expect(elsewhereText(runs)).toMatch(/ m1 · ten-permuted \(3 items\)\.$/);
    const { rows } = stemsTable(runs);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(2);
    expect(rows[0]?.select).toContainEqual({ field: "condition", values: ["ten-permuted"] });
    expect(rows[0]?.select).toContainEqual({ field: "mode", values: [null] });
    const { panels } = prepareStems(runs);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(2);
    const alone = stemRuns([row({})], new Map());
    expect(stemsTitle(alone)).toMatch(/: 1 run$/);
    expect(elsewhereText(alone)).toBeNull();
  });

  it("says of a row of several N that it has no value, and which filter helps", () => {
    const mixes = {
      environments: [null],
      paddings: ["none"],
      modes: [null],
      conditions: [null],
      n_options: [5, 10],
    };
    const none = { flagged: null, flagged_ci: null, unflagged: null, unflagged_ci: null };
    const runs = stemRuns([row({ ...none, gap_pp: null, gap_ci_pp: null, mixes })], new Map());
    const why = "Asked at N=5 and N=10: filter by one.";
    expect(stemsTable(runs).rows[0]?.cells.gap_pp).toEqual({ value: null, reason: why });
    expect(stemsTable(runs).rows[0]?.cells.flagged?.reason).toBe(why);
    const points = prepareStems(runs).panels[0]?.series[0]?.points;
    expect(points?.map(({ gap }) => gap)).toEqual([
      "asked at N=5 and N=10: filter by one",
      "asked at N=5 and N=10: filter by one",
    ]);
  });

  it("says why an interval is not there", () => {
    const cells = (given: Partial<StemsRow>) =>
      stemsTable(stemRuns([row(given)], new Map())).rows[0]?.cells;
    expect(cells({ gap_ci_pp: null })?.gap_ci_pp?.reason).toMatch(/several times/);
    expect(cells({ n_flagged: 0, gap_pp: null })?.gap_pp?.reason).toBe(
      "One of the two sides has no scored response.",
    );
  });
});

describe("the gap beside what P2 prints", () => {
  const LOCAL = row({ model: "gemma4:31b-mlx" });
  const API = row({ run_id: "r2", series_id: "s2", model: "gpt-6-astra" });
  const style = { colour: 3, marker: "star", dash: "solid" } as const;
  const styles = new Map([["gemma4:31b-mlx", style]]);
  /** @param asked under what each run was asked: an N alone, or more */
  const figureOf = (
    rows: readonly StemsRow[],
    asked: Readonly<Record<string, number | Partial<Asked>[]>>,
  ) => {
    const runs = stemRuns(rows, styles);
    const cells = Object.entries(asked).map(([run, of]) => {
      const given = typeof of === "number" ? [{ n_options: of }] : of;
      return [run, given.map((cell) => catalogRow(cell))] as const;
    });
    return withPublishedStems(prepareStems(runs), runs, new Map(cells), styles);
  };
  const panelOf = (figure: FigureModel, title: string) =>
    figure.panels.find((panel) => panel.title === title)!;
  const valuesOf = (panel: PanelModel) =>
    panel.series.map(({ label, points }) => [label, ...points.map(({ y }) => y)]);

  it("stands in the panel of the same model at the same N, hollow and in its colour", () => {
    const figure = figureOf([LOCAL, API], { r1: 10, r2: 5 });
    const [own, printed] = panelOf(figure, "gemma4:31b-mlx").series;
    expect(own?.style).toEqual(style);
    expect(printed).toMatchObject({
      label: "gemma4:31b, published (P2)",
      style: { ...style, dash: "dashed", hollow: true },
      interval: "whisker",
    });
    // Table 4, over 8,882 and 3,118 questions, without an interval.
    expect(printed?.points.map(({ x, y, low, n, select }) => [x, y, low, n, select])).toEqual([
      [1, 0.717, null, 8882, null],
      [2, 0.406, null, 3118, null],
    ]);
    expect(printed?.shift).toBeGreaterThan(0);
    // At five options the paper has another line of the same model.
    expect(valuesOf(panelOf(figure, "gpt-6-astra"))[1]).toEqual([
      "gpt-6-astra, published (P2)",
      0.937,
      0.925,
    ]);
  });

  it("has panels for what stands beside no run: by benchmark, and the shared questions", () => {
    const figure = figureOf([LOCAL, API], { r1: 10, r2: 5 });
    expect(figure.panels.slice(2).map(({ title }) => title)).toEqual([
      "Turkish MMLU Pro, 10 options, published (P2)",
      "981 shared questions, published (P2)",
    ]);
    const [whole, shared] = figure.panels.slice(2);
    expect(whole?.series.map(({ label }) => label.split(",")[0])).toEqual([
      "gemma4:26b",
      "gemma4:e4b",
      "qwen3.5:4b",
      "gpt-6-astra",
    ]);
    // Table 5.
    expect(valuesOf(shared!)).toEqual([
      ["gpt-6-astra, 5 options, published (P2)", 0.955, 0.884],
      ["gpt-6-astra, 10 options, published (P2)", 0.896, 0.64],
    ]);
    expect(shared?.series[0]?.points.map(({ n }) => n)).toEqual([731, 250]);
    expect(new Set(shared?.series.map(({ style: { marker } }) => marker)).size).toBe(2);
  });

  it("stands apart where a run was asked otherwise, beside where it was asked as in the paper", () => {
    const ten = { n_options: 10 };
    const five = { n_options: 5 };
    const [thinking, appended] = [{ mode: "thinking" }, { condition: "ten-appended" }];
    const others: [Partial<StemsRow>, Partial<Asked>[]][] = [
      [{}, []],
      [{}, [five]],
      [{}, [ten, five]],
      [thinking, [{ ...ten, ...thinking }]],
      [appended, [{ ...ten, ...appended }]],
    ];
    const same = { mode: "direct", condition: "ten-permuted" };
    // Cells of the run under another condition are those of another row.
    const asked = [
      { ...ten, ...same },
      { ...ten, ...appended },
    ];
    expect(
      panelOf(figureOf([{ ...LOCAL, ...same }], { r1: asked }), "gemma4:31b-mlx").series,
    ).toHaveLength(2);
    for (const [row, r1] of others) {
      const figure = figureOf([{ ...LOCAL, ...row }], { r1 });
      expect(panelOf(figure, "gemma4:31b-mlx").series).toHaveLength(1);
      expect(panelOf(figure, "Turkish MMLU Pro, 10 options, published (P2)").series).toHaveLength(
        5,
      );
    }
  });

  it("is named in legend and announcement, and told in a note", () => {
    const figure = figureOf([LOCAL], { r1: 10 });
    expect(figure.labels).toBe("legend");
    const names = figure.legend.map(({ label }) => label);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toContain("gemma4:31b, published (P2)");
    const [panel] = figure.panels;
    const said = announcement(panel!, frameOf(figure), 2, readoutAt(panel!, frameOf(figure), 2));
    expect(said).toContain("gemma4:31b, published (P2) 0.406, n = 3,118");
    expect(figure.notes.join(" ")).toMatch(/as published \(Bayram 2026.*Tables 4 and 5/);
    // One axis for all of them.
    expect(figure.y.domain[1]).toBeGreaterThanOrEqual(0.955);
  });
});

it("a run has the cells that the filters leave it", () => {
  const [one, five, ten] = [
    catalogRow({ run_id: "one", n_options: 10 }),
    catalogRow({ run_id: "two", n_options: 5 }),
    catalogRow({ run_id: "two", n_options: 10 }),
  ];
  const cells = [one, five, ten];
  expect([...runCells(cells, [])]).toEqual([
    ["one", [one]],
    ["two", [five, ten]],
  ]);
  expect([...runCells(cells, [{ field: "n_options", values: [5] }])]).toEqual([["two", [five]]]);
});
