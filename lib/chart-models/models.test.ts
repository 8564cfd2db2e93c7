import { describe, expect, it } from "vitest";
import type { PairedRow } from "@/lib/metrics/paired";
import { accuracyRow } from "@/tests/chart-rows";
import { familySentence } from "./family";
import { modelBoards, modelsMeasure, standingValues, type ModelsInput } from "./models";
import { modelsFigure, type Expense } from "./models-figure";
import { modelsTable } from "./models-table";
import { frameOf, isPublished, type FigureModel } from "./model";
import { publishedId } from "./published";
import { withPublishedModels } from "./published-models";
import { placeText, readoutAt } from "./readout";
import { cellText } from "./table-text";

const run = (name: string, given: Parameters<typeof accuracyRow>[0] = {}) =>
  accuracyRow({
    ...{ run_id: name, model: name, series_id: name, n_options_min: 10, n_options_max: 10 },
    ...given,
  });
const boardsOf = (input: Partial<ModelsInput>) =>
  modelBoards({
    accuracy: [],
    paired: [],
    presented: [],
    diagnosticScorers: ["legacy-1"],
    ...input,
  });
const pair = (run_a: string, run_b: string, p: number): PairedRow => ({
  ...{ run_a, run_b, n_shared: 100, only_a: 0, only_b: 0, changed: 0 },
  ...{ both: 50, lost: 5, gained: 10, neither: 35, scale: "accuracy" },
  ...{ change: 0.05, interval: p < 0.05 ? [0.01, 0.09] : [-0.03, 0.13], p },
});

const LOCAL = run("big", {
  ...{
    accuracy: 0.65,
    na: 0.61,
    guess_adjusted: 0.61,
    wilson: [0.553, 0.736],
    host_class: "local",
  },
  ...{ parameters: 31.7e9, quantisation: "nvfp4", seconds_per_item: 13.65, correct: 65, n: 100 },
  ...{ mean_completion_tokens: 266, reasoning_rate: 0.25, n_reasoned: 25, n_unreasoned: 75 },
  ...{ accuracy_reasoned: 0.8, accuracy_reasoned_ci: [0.609, 0.911], accuracy_unreasoned: 0.6 },
});
const SMALL = run("small", {
  ...{ accuracy: 0.6, na: 0.556, guess_adjusted: 0.556, host_class: "local" },
  ...{ parameters: 0.8e9, seconds_per_item: 0.4 },
});

describe("boards of fixed runs", () => {
  it("rank local hosts and APIs apart, and leave repeated runs out", () => {
    const models = boardsOf({
      accuracy: [LOCAL, SMALL, run("cloud", { host_class: "api" }), run("r", { kind: "repeated" })],
    });
    expect(models.boards.map(({ title, rows }) => [title, rows.map((row) => row.label)])).toEqual([
      ["mmlu-pro · fixed questions · api", ["cloud"]],
      ["mmlu-pro · fixed questions · local", ["big", "small"]],
    ]);
    expect(models.repeated).toBe(1);
  });

  it("name a run of several conditions by that", () => {
    const mixes = {
      environments: [null],
      paddings: ["none"],
      modes: [null],
      conditions: ["five", "ten"],
      n_options: [5, 10],
    };
    const own = { model: "m", wilson: null };
    const { boards } = boardsOf({
      accuracy: [run("both", { ...own, mixes }), run("one", { ...own, condition: "ten" })],
    });
    expect(boards[0]?.rows.map(({ label }) => label).sort()).toEqual([
      "m · several conditions",
      "m · ten",
    ]);
  });

  it("say that every question was asked once where it was", () => {
    const measure = (input: Partial<ModelsInput>) => modelsMeasure(boardsOf(input));
    expect(measure({ accuracy: [LOCAL, run("mute", { n: 0, wilson: null })] })).toBe(
      "share of scored responses that are right, every question asked once · intervals: 95% Wilson",
    );
    const several =
      "share of scored responses that are right · intervals: 95% Wilson where each question was asked once";
    // 100 questions in two permutations.
    const permuted = run("permuted", { n: 200, n_items: 100, wilson: null });
    expect(measure({ accuracy: [LOCAL, permuted] })).toBe(several);
    // Other questions under each of two conditions.
    const under = (condition: string) => ({
      ...{ run_id: "big", environment: null, padding: "none", mode: null, condition },
    });
    expect(measure({ accuracy: [LOCAL], presented: [under("five"), under("ten")] })).toBe(several);
  });

  it("put unranked runs last with the reason", () => {
    const none = run("mute", { accuracy: 0, na: -0.11, valid_rate: 0, ranked: false });
    const legacy = run("old", { scorer: "legacy-1", accuracy: 0.9, na: 0.9, ranked: false });
    const table = modelsTable(boardsOf({ accuracy: [none, legacy, SMALL] }));
    expect(table.rows.map(({ id, cells }) => [id, cells.standing?.value])).toEqual([
      ["small", null],
      ["old", "unranked: diagnostic scorer legacy-1"],
      ["mute", "unranked: no valid answer"],
    ]);
  });

  it("tell what cannot be told apart, and how many comparisons that took", () => {
    const models = boardsOf({
      accuracy: [LOCAL, SMALL, run("third", { na: 0.1, host_class: "local" })],
      paired: [pair("big", "small", 0.3), pair("big", "third", 0.001)],
    });
    const [, second, third] = modelsTable(models).rows;
    expect(second?.cells.standing?.value).toBe("not distinguishable from big");
    expect(second?.cells.standing?.aside).toBe("p = 0.30, 100 items shared");
    expect(third?.cells.standing?.value).toBe("distinguishable from big");
    expect(familySentence(standingValues(models.boards))).toBe(
      "2 comparisons on the screen: Bonferroni’s threshold is 0.05/2 = 0.025, and 1 of the p is below it.",
    );
  });

  it("say by what they rank", () => {
    const label = (other: Parameters<typeof accuracyRow>[0]) =>
      modelsTable(boardsOf({ accuracy: [SMALL, run("b", { host_class: "local", ...other })] }))
        .groups[0]?.label;
    expect(label({})).toContain("ranked by accuracy");
    expect(label({ n_options_min: 5, n_options_max: 5 })).toContain(
      "ranked by guess-adjusted accuracy, as N differs",
    );
  });
});

describe("the table of fixed runs", () => {
  const table = modelsTable(boardsOf({ accuracy: [LOCAL, SMALL] }));
  const text = (row: number, id: string) =>
    cellText(
      table.columns.find((column) => column.id === id)!,
      table.rows[row]?.cells[id],
    );

  it("prints parameters in billions and keeps the number for the file", () => {
    expect([text(0, "parameters"), text(1, "parameters")]).toEqual([
      "31.7 billion",
      "0.80 billion",
    ]);
    expect(table.rows[0]?.cells.parameters?.value).toBe(31.7e9);
  });

  it("has what it took, and accuracy by reasoning observed with interval and n", () => {
    expect(["mean_completion_tokens", "seconds_per_item"].map((id) => text(0, id))).toEqual([
      "266.0",
      "13.65",
    ]);
    expect(table.rows[0]?.cells.accuracy_reasoned).toMatchObject({
      value: 0.8,
      aside: "[0.609, 0.911], n 25",
    });
    expect(table.rows[0]?.cells.accuracy_unreasoned?.aside).toBe("n 75");
  });

  it("never rounds what an answer took to nothing", () => {
    const quick = boardsOf({
      accuracy: [run("a", { seconds_per_item: 0.0031 }), run("b", { seconds_per_item: 0.0002 })],
    });
    const seconds = table.columns.find(({ id }) => id === "seconds_per_item")!;
    expect(
      modelsTable(quick).rows.map(({ cells }) => cellText(seconds, cells[seconds.id])),
    ).toEqual(["0.003", "< 0.001"]);
    const { x } = modelsFigure(quick, new Map(), "seconds");
    expect([placeText(x, 0.0031), placeText(x, 0.00021)]).toEqual(["0.003", "< 0.001"]);
  });

  it("says why a value is not there", () => {
    const { cells } = table.rows[1]!;
    expect(cells.reasoning_rate).toEqual({
      value: null,
      reason: "No response tells whether the model reasoned.",
    });
    expect(cells.mean_completion_tokens?.reason).toBe("No response reports its tokens.");
    expect(cells.cost?.reason).toBe("No prices are known.");
  });

  it("has columns for cost and planned rows where they say something", () => {
    const shown = (given: Parameters<typeof accuracyRow>[0]) =>
      modelsTable(boardsOf({ accuracy: [run("a", given)] }))
        .columns.filter(({ exportOnly }) => exportOnly !== true)
        .map(({ id }) => id);
    expect(shown({})).not.toContain("cost");
    expect(shown({ cost: 0.5, cost_currency: "EUR" })).toContain("cost");
    expect(shown({})).not.toContain("accuracy_planned");
    expect(shown({ accuracy_planned: 0.2 })).toContain("accuracy_planned");
  });
});

describe("accuracy against what it took", () => {
  const models = boardsOf({ accuracy: [LOCAL, SMALL, run("cloud", { host_class: "api" })] });

  it("has a point a run with its interval, a panel a board, and counts what is not drawn", () => {
    const figure = modelsFigure(models, new Map(), "seconds");
    expect(figure.panels.map((panel) => panel.series.map((series) => series.id))).toEqual([
      ["big", "small"],
    ]);
    const [point] = figure.panels[0]?.series[0]?.points ?? [];
    expect(point).toMatchObject({ x: 13.65, y: 0.65, low: 0.553, high: 0.736, n: 100 });
    expect(point?.select).toEqual([{ field: "run", values: ["big"] }]);
    expect(figure.notes).toEqual([
      "Not drawn: 1 run without seconds an item or without a valid answer.",
    ]);
  });

  it("is read off in the digits of its axis", () => {
    const figure = modelsFigure(models, new Map(), "seconds");
    expect(placeText(figure.x, 13.65)).toBe("13.65");
    const [row] = readoutAt(figure.panels[0]!, frameOf(figure), 13.65);
    expect([row?.label, row?.text, row?.count]).toEqual(["big", "0.650 [0.553, 0.736]", "n = 100"]);
  });

  it("has no panel where no run says what it took, or none has a valid answer", () => {
    expect(modelsFigure(boardsOf({ accuracy: [SMALL] }), new Map(), "tokens").panels).toEqual([]);
    const mute = run("mute", { valid_rate: 0, seconds_per_item: 1 });
    expect(modelsFigure(boardsOf({ accuracy: [mute] }), new Map(), "seconds").panels).toEqual([]);
  });
});

describe("accuracy against what it took, beside P2's pilot", () => {
  const E4B = run("gemma4:e4b", { accuracy: 0.42, seconds_per_item: 0.1, host_class: "local" });
  const figureOf = (accuracy: ModelsInput["accuracy"], against: Expense = "seconds") => {
    const models = boardsOf({ accuracy });
    const own = modelsFigure(models, new Map(), against);
    return withPublishedModels(own, models, new Map(), against);
  };
  const seriesOf = (figure: FigureModel, panel: number, id: string) =>
    figure.panels[panel]?.series.find((series) => series.id === publishedId(id));

  it("has a hollow mark a model with the printed interval, in the panel of local runs", () => {
    const figure = figureOf([E4B]);
    expect(figure.panels).toHaveLength(1);
    // 25 models, of which one has no readable answer.
    expect(figure.panels[0]?.series.filter(isPublished)).toHaveLength(24);
    expect(seriesOf(figure, 0, "granite4.1-guardian:8b")).toBeUndefined();
    const muse = seriesOf(figure, 0, "muse-glimmer:30b");
    expect(muse).toMatchObject({ interval: "whisker", name: "muse-glimmer:30b" });
    expect(muse?.points).toEqual([
      { x: 13.65, y: 0.65, low: 0.55, high: 0.74, n: 100, gap: null, select: null },
    ]);
    expect(figure.x.domain[1]).toBeGreaterThan(13.65);
    expect(figure.legend).toHaveLength(25);
    const [row] = readoutAt(figure.panels[0]!, frameOf(figure), 13.65);
    expect([row?.label, row?.text]).toEqual([
      "muse-glimmer:30b, published (P2)",
      "0.650 [0.550, 0.740]",
    ]);
  });

  it("is drawn against tokens, too", () => {
    const tokens = { ...E4B, mean_completion_tokens: 2 };
    expect(seriesOf(figureOf([tokens], "tokens"), 0, "lfm2.5:8b")?.points[0]).toMatchObject({
      x: 1151,
      y: 0.19,
    });
  });

  it("stands apart from runs by an API, and from those at another N", () => {
    const api = { ...E4B, host_class: "api" as const };
    const five = { ...E4B, n_options_min: 5, n_options_max: 5 };
    for (const accuracy of [api, five]) {
      const figure = figureOf([accuracy]);
      expect(figure.panels.map(({ series }) => series.filter(isPublished).length)).toEqual([0, 24]);
      expect(figure.panels[0]?.title).toContain("fixed questions");
      expect(figure.panels[1]?.title).toBe("Pilot on 100 questions, 10 options, published (P2)");
    }
  });

  it("stands alone where no run says what it took, which is still told", () => {
    const figure = figureOf([run("silent")]);
    expect(figure.panels.map(({ id }) => id)).toEqual(["published:p2_table9"]);
    expect(figure.notes[0]).toBe(
      "Not drawn: 1 run without seconds an item or without a valid answer.",
    );
  });
});
