import { describe, expect, it } from "vitest";
import type { ModesRow } from "@/lib/metrics/question-rows";
import { MARKS } from "@/lib/reference/marks";
import { catalogRow } from "@/tests/chart-rows";
import { FOREST_CAP } from "./forest";
import { frameOf, isPublished, type FigureModel } from "./model";
import { modeChanges, modeObstacles, modeRuns, modesFigure } from "./modes";
import { modesTable } from "./modes-table";
import { publishedId } from "./published";
import { withPublishedModes } from "./published-modes";
import { readoutAt } from "./readout";
import { cellText } from "./table-text";

/** gemma4:e4b of P2's table 10: 42 and 53 of 100. */
const row = (given: Partial<ModesRow> = {}): ModesRow => ({
  model: "e4b",
  benchmark: "tr",
  environment: null,
  padding: "none",
  condition: "ten-permuted",
  scorer: "strict-2",
  run_direct: `d ${given.model ?? "e4b"}`,
  run_thinking: `t ${given.model ?? "e4b"}`,
  n_shared: 100,
  only_direct: 0,
  only_thinking: 0,
  changed: 0,
  by_id: 0,
  direct: 0.42,
  direct_ci: [0.328, 0.518],
  thinking: 0.53,
  thinking_ci: [0.433, 0.625],
  change_pp: 11,
  wald_ci_pp: [1.9, 20.1],
  mcnemar_p: 0.0347,
  p_bonferroni: 0.0694,
  p_holm: 0.0694,
  direct_only: 6,
  thinking_only: 17,
  thinking_valid_rate: 1,
  thinking_truncated: 0,
  time_ratio: 42,
  tokens_ratio: null,
  differ_in: [],
  simulated: false,
  ...given,
});
const E2B = row({ model: "e2b", change_pp: -1, wald_ci_pp: [-8.1, 6.1], mcnemar_p: 1 });
const changes = (rows: readonly ModesRow[]) => modeChanges(rows, new Map());

describe("pairs of modes", () => {
  it("stand by their change, those without one last", () => {
    const none = row({ model: "none", n_shared: 0, change_pp: null, wald_ci_pp: null });
    expect(changes([none, E2B, row()]).map(({ label }) => label)).toEqual(["e4b", "e2b", "none"]);
  });

  it("of one model are told apart by their condition, else numbered", () => {
    const other = row({ condition: "five-original", run_direct: "d2", change_pp: 5 });
    expect(changes([row(), other]).map(({ label }) => label)).toEqual([
      "e4b · ten-permuted",
      "e4b · five-original",
    ]);
    const again = row({ run_direct: "d2", change_pp: 5 });
    expect(new Set(changes([row(), again]).map(({ label }) => label))).toEqual(
      new Set(["e4b (1)", "e4b (2)"]),
    );
  });

  it("name what else differs before they are compared", () => {
    const limited = (model: string) => row({ model, differ_in: ["temperature", "token limit"] });
    expect(modeObstacles(changes([limited("a"), limited("b")]))).toEqual([
      "In all 2 pairs the two runs differ in temperature and token limit beside the mode: the change is of all of these together.",
    ]);
    expect(modeObstacles(changes([limited("a"), row()]))).toEqual([
      "The two runs of a differ in temperature and token limit beside the mode: the change is of all of these together.",
    ]);
    expect(modeObstacles(changes([row()]))).toEqual([]);
  });

  it("say what they leave out, and what pairs by its id alone", () => {
    const own = changes([row({ only_direct: 1, changed: 2, by_id: 7 })]);
    expect(modeObstacles(own)).toEqual([
      "e4b: left out are 1 item of the direct run alone and 2 ids of which the question changed.",
      "The two runs of e4b have items without a hash of their question: these are paired by their id alone.",
    ]);
    expect([...modeRuns(own)]).toEqual(["d e4b", "t e4b"]);
  });
});

describe("the forest of changes", () => {
  it("has a place a pair around no change, with Wald's interval", () => {
    const figure = modesFigure(changes([E2B, row()]))!;
    expect(figure.x.ticks.map(({ label }) => label)).toEqual(["e4b", "e2b"]);
    expect(figure.panels[0]?.levels).toEqual([{ y: 0, label: "no change" }]);
    const points = figure.panels[0]?.series.flatMap((series) => series.points) ?? [];
    expect(points.map(({ x, y, low, high, n }) => [x, y, low, high, n])).toEqual([
      [1, 11, 1.9, 20.1, 100],
      [2, -1, -8.1, 6.1, 100],
    ]);
    expect(points[0]?.select).toContainEqual({ field: "run", values: ["d e4b", "t e4b"] });
    expect(figure.y.domain[0]).toBeLessThanOrEqual(-8.1);
  });

  it("is capped and says so, and is none without any change", () => {
    const many = Array.from({ length: FOREST_CAP + 2 }, (_, i) => row({ model: `m${i}` }));
    expect(modesFigure(changes(many))?.cap).toEqual({
      shown: FOREST_CAP,
      of: FOREST_CAP + 2,
      what: "pairs of runs",
    });
    expect(modesFigure(changes([row({ change_pp: null })]))).toBeNull();
  });
});

describe("the table of modes", () => {
  const textsOf = (rows: readonly ModesRow[], ...ids: string[]) => {
    const table = modesTable(changes(rows));
    return ids.map((id) =>
      cellText(
        table.columns.find((column) => column.id === id)!,
        table.rows[0]?.cells[id],
      ),
    );
  };

  it("prints the row of the paper's table", () => {
    expect(
      textsOf([row()], "direct", "thinking", "change_pp", "wald_ci_pp", "mcnemar_p", "time_ratio"),
    ).toEqual(["0.420", "0.530", "+11.0", "[+1.9, +20.1]", "0.035", "42.0×"]);
    expect(textsOf([row()], "direct_only", "thinking_only", "n_shared")).toEqual([
      "6",
      "17",
      "100",
    ]);
  });

  it("says why a ratio, an interval or a change is not there", () => {
    const cells = (given: Partial<ModesRow>) => modesTable(changes([row(given)])).rows[0]!.cells;
    expect(cells({}).tokens_ratio?.reason).toMatch(/^One of the two runs reports no tokens/);
    expect(cells({ wald_ci_pp: null }).wald_ci_pp?.reason).toMatch(/several rows that disagree/);
    const none = cells({
      n_shared: 0,
      change_pp: null,
      mcnemar_p: null,
      thinking_valid_rate: null,
    });
    expect([none.change_pp, none.mcnemar_p, none.thinking_truncated]).toEqual(
      [0, 1, 2].map(() => ({ value: null, reason: "No shared item." })),
    );
  });

  it("names differing fields in a column where there are any", () => {
    const hidden = (rows: readonly ModesRow[]) =>
      modesTable(changes(rows)).columns.find(({ id }) => id === "differ_in")?.exportOnly;
    expect(hidden([row()])).toBe(true);
    expect(hidden([row({ differ_in: ["token limit"] })])).toBe(false);
  });
});

describe("changes beside those of P2's Table 10", () => {
  const PRINTED = row({ model: "gemma4:e4b-mlx" });
  const figureOf = (rows: readonly ModesRow[], n: number) => {
    const own = changes(rows);
    const of = (condition: string) => catalogRow({ n_options: n, condition });
    const cells = new Map(
      // Runs of two conditions: a pair is of one.
      [...modeRuns(own)].map((run) => [run, ["ten-permuted", "ten-appended"].map(of)]),
    );
    return withPublishedModes(modesFigure(own)!, own, cells, new Map());
  };
  const printedOf = (figure: FigureModel, model: string) =>
    figure.panels[0]?.series.find(({ id }) => id === publishedId(model));

  it("stand at the place of the same model, the others behind with their intervals", () => {
    const figure = figureOf([PRINTED, E2B], 10);
    const ticks = figure.x.ticks.map(({ label }) => label);
    expect(ticks.slice(0, 3)).toEqual(["gemma4:e4b-mlx", "e2b", "granite4.2:3b"]);
    expect(ticks).toHaveLength(2 + 9);
    expect(figure.panels[0]?.series.filter(isPublished)).toHaveLength(10);
    const beside = printedOf(figure, "gemma4:e4b");
    expect(beside?.points).toEqual([
      { x: 1, y: 11, low: 1.9, high: 20.1, n: 100, gap: null, select: null },
    ]);
    expect(beside?.shift).toBeGreaterThan(0);
    const behind = printedOf(figure, "qwen3.5:0.8b");
    expect(behind?.points[0]).toMatchObject({ x: 11, y: -3, low: -11.5, high: 5.5 });
    expect(behind?.shift).toBeUndefined();
    expect(figure.y.domain[0]).toBeLessThanOrEqual(-11.5);
  });

  it("have places of their own where the pair was asked at another N, or in another order", () => {
    expect(printedOf(figureOf([PRINTED], 5), "gemma4:e4b")?.points[0]?.x).toBe(2);
    const appended = { ...PRINTED, condition: "ten-appended" };
    expect(printedOf(figureOf([appended], 10), "gemma4:e4b")?.points[0]?.x).toBe(2);
  });

  it("carry the mark on a row to its read-out, and what it says to the notes", () => {
    const figure = figureOf([E2B], 10);
    const [panel] = figure.panels;
    const marked = printedOf(figure, "gemma4:26b")!.points[0]!;
    const { sign, note } = MARKS.find(({ cells }) =>
      cells.some(({ id }) => id === "p2_table10|gemma4:26b|mcnemar_p"),
    )!;
    expect(marked.signs).toBe(sign);
    const [read] = readoutAt(panel!, frameOf(figure), marked.x);
    expect(read?.text).toBe(`+4.0 [−3.8, +11.8] (${sign})`);
    expect(figure.notes.at(-1)).toBe(`Where the paper disagrees with itself: (${sign}) ${note}`);
    expect(printedOf(figure, "gemma4:e4b")!.points[0]!.signs).toBeUndefined();
  });
});

it("a ratio of no shared item is not missing for want of times", () => {
  const { cells } = modesTable(changes([row({ n_shared: 0, time_ratio: null })])).rows[0]!;
  expect(cells.time_ratio?.reason).toBe("No shared item.");
});
