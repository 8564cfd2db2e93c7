import { describe, expect, it } from "vitest";
import { bubbleRow, scalingRow } from "@/tests/chart-rows";
import { printedLabel, simulationAmong, simulationOf } from "./model";
import { assignStyles } from "./palette";
import { fixedText, noCurveText, prepareScaling, type ScalingOptions } from "./scaling";
import { bubblePair, bubbleTable, scalingTable, shownBubbles } from "./scaling-table";
import { lineKey } from "./selection";

const options: ScalingOptions = {
  metric: "na",
  scale: "linear",
  interval: "item",
  styles: assignStyles(["alpha", "beta"].map((model) => ({ model, benchmark: "b" }))),
  fixed: new Set(),
  hidden: [],
};
const beta = { model: "beta", series_id: "s-beta" };

describe("prepareScaling", () => {
  it("draws a panel an environment and a line a curve, with the chosen interval", () => {
    const figure = prepareScaling(
      [
        scalingRow({ n_options: 4 }),
        scalingRow({ n_options: 100, na: 0.4, na_item_ci: [0.2, 0.6], n_responses: 2990 }),
        scalingRow({ ...beta, n_options: 4, na: 0.9 }),
        scalingRow({ n_options: 4, environment: "easy", na: 0.99 }),
      ],
      options,
    );
    expect(figure.panels.map((panel) => panel.title)).toEqual(["easy", "full"]);
    const [easy, full] = figure.panels;
    expect(easy!.series.map((series) => series.label)).toEqual(["alpha"]);
    expect(full!.series.map((series) => series.label)).toEqual(["alpha", "beta"]);
    expect(full!.series[0]!.points.map(({ x, y, low, high, n }) => [x, y, low, high, n])).toEqual([
      [4, 0.8, 0.7, 0.9, 3000],
      [100, 0.4, 0.2, 0.6, 2990],
    ]);
    expect(figure.labels).toBe("direct");
    expect(figure.y.domain).toEqual([0, 1]);
  });

  it("leaves a gap at an N that another curve of the panel has", () => {
    const { panels } = prepareScaling(
      [scalingRow({ n_options: 4 }), scalingRow({ n_options: 10 }), scalingRow({ ...beta })],
      options,
    );
    const point = panels[0]!.series[1]!.points[1]!;
    expect([point.x, point.y, point.gap]).toEqual([10, null, "not asked"]);
  });

  it("has ticks only where NA can be, and room for an interval beyond", () => {
    const draw = (na_item_ci: [number, number], metric: ScalingOptions["metric"] = "na") => {
      const { y } = prepareScaling([scalingRow({ na: 0.963, na_item_ci })], { ...options, metric });
      return { domain: y.domain, labels: y.ticks.map(({ label }) => label) };
    };
    const fifths = ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"];
    expect(draw([0.887, 1.039])).toEqual({ domain: [0, 1.039], labels: fifths });
    expect(draw([0.887, 0.99])).toEqual({ domain: [0, 1], labels: fifths });
    // NA may be below chance, and its axis goes on to a round value there.
    expect(draw([-0.1, 1.039])).toEqual({ domain: [-0.2, 1.039], labels: ["−0.2", ...fifths] });
  });

  it("carries an interval of NA to accuracy end by end", () => {
    const [row] = [scalingRow({ n_options: 4, accuracy: 0.85, na: 0.8, na_item_ci: [0.6, 1.04] })];
    const point = prepareScaling([row], { ...options, metric: "accuracy" }).panels[0]!.series[0]!
      .points[0]!;
    // A = NA (1 - 1/4) + 1/4
    expect(point.y).toBe(0.85);
    expect(point.low).toBeCloseTo(0.7, 12);
    expect(point.high).toBeCloseTo(1.03, 12);
  });

  it("draws trial intervals and quartiles on request, and says where there are none", () => {
    const rows = [scalingRow({ na_trial_ci: null })];
    const trial = prepareScaling(rows, { ...options, interval: "trial" });
    expect(trial.panels[0]!.series[0]!.points[0]!.low).toBeNull();
    expect(trial.notes[0]).toMatch(/^1 point without an interval/);
    expect(trial.notes[0]).toContain("at least two trials");
    const iqr = prepareScaling(rows, { ...options, interval: "iqr" });
    const { low, high } = iqr.panels[0]!.series[0]!.points[0]!;
    expect([low, high]).toEqual([0.75, 0.95]);
    expect(iqr.notes).toEqual([]);
  });

  it("leaves out fixed questions and says so", () => {
    const figure = prepareScaling([scalingRow(), scalingRow({ ...beta })], {
      ...options,
      fixed: new Set(["s-beta"]),
    });
    expect(figure.panels[0]!.series.map((series) => series.label)).toEqual(["alpha"]);
    const rows = [scalingRow(), scalingRow(beta), scalingRow({ ...beta, n_options: 10 })];
    expect(fixedText(rows, new Set(["s-beta"]))).toBe(
      "1 model on fixed questions left out (each item at one N: no curve)",
    );
    expect(fixedText(rows, new Set())).toBeNull();
    expect(noCurveText(rows, new Set(["s-beta"]))).toBeNull();
    expect(noCurveText([], new Set())).toBeNull();
    expect(noCurveText(rows.slice(1), new Set(["s-beta"]))).toBe(
      "Under the same conditions each item was asked once so far, at one N.",
    );
  });

  it("keeps a hidden curve in the legend alone, and its colour with it", () => {
    const rows = [scalingRow(), scalingRow({ ...beta })];
    const all = prepareScaling(rows, options);
    const figure = prepareScaling(rows, { ...options, hidden: [lineKey(rows[0]!)] });
    expect(figure.panels[0]!.series.map((series) => series.label)).toEqual(["beta"]);
    expect(figure.legend.map((entry) => entry.state)).toEqual(["hidden", "shown"]);
    expect(figure.panels[0]!.series[0]!.style).toEqual(all.panels[0]!.series[1]!.style);
  });

  it("names what tells two curves of a model apart", () => {
    const figure = prepareScaling(
      [
        scalingRow(),
        scalingRow({ padding: "english_text:front" }),
        scalingRow({ series_id: "s-other" }),
      ],
      options,
    );
    expect(figure.legend.map((entry) => entry.label)).toEqual([
      "alpha · no padding (1)",
      "alpha · no padding (2)",
      "alpha · english text front",
    ]);
    expect(new Set(figure.legend.map((entry) => entry.style.colour)).size).toBe(1);
    expect(new Set(figure.legend.map((entry) => entry.style.marker)).size).toBe(3);
  });

  it("marks simulated curves where measured ones stand beside them", () => {
    const figure = prepareScaling([scalingRow({ simulated: true }), scalingRow(beta)], options);
    expect(simulationOf(figure)).toBe("some");
    expect(figure.legend.map((entry) => printedLabel(entry, simulationOf(figure)))).toEqual([
      "alpha (simulated)",
      "beta",
    ]);
    const alone = prepareScaling([scalingRow({ simulated: true })], options);
    expect(simulationOf(alone)).toBe("all");
    expect(printedLabel(alone.legend[0]!, simulationOf(alone))).toBe("alpha");
  });

  it("names lines in a legend beyond eight, and caps at 24", () => {
    const rows = Array.from({ length: 30 }, (_, i) =>
      scalingRow({ model: `m${String(i).padStart(2, "0")}`, series_id: `s${i}` }),
    );
    expect(prepareScaling(rows.slice(0, 8), options).labels).toBe("direct");
    const figure = prepareScaling(rows, options);
    expect(figure.labels).toBe("legend");
    expect(figure.cap).toEqual({ shown: 24, of: 30, what: "curves" });
    expect(figure.panels[0]!.series).toHaveLength(24);
  });

  it("is empty without rows", () => {
    expect(prepareScaling([], options).panels).toEqual([]);
  });
});

describe("scaling tables", () => {
  it("shows columns in which rows differ and keeps the rest for the file", () => {
    const table = scalingTable([scalingRow(), scalingRow({ environment: "easy" })]);
    const shown = table.columns.filter((column) => !column.exportOnly).map((column) => column.id);
    expect(shown).toContain("environment");
    expect(shown).not.toContain("padding");
    expect(table.columns.map((column) => column.id)).toContain("padding");
    expect(table.rows[0]!.cells.na).toMatchObject({ value: 0.8 });
  });

  it("takes BI from the paper's N=4 to the largest N, or the pair asked", () => {
    const rows = [
      bubbleRow({ n_low: 4, n_high: 20, bi: 0.1 }),
      bubbleRow({ n_low: 4, n_high: 100, bi: 0.4 }),
      bubbleRow({ n_low: 20, n_high: 100, bi: 0.3 }),
      bubbleRow({ n_low: 2, n_high: 4, bi: 0.05 }),
      bubbleRow({ n_low: 2, n_high: 20, bi: 0.15 }),
      bubbleRow({ n_low: 2, n_high: 100, bi: 0.45 }),
    ];
    const shown = (pair: [number, number] | null, all = rows) => {
      const own = shownBubbles(all, pair);
      return [bubbleTable(own).rows.map((row) => row.cells.bi!.value), bubblePair(own)];
    };
    expect(shown(null)).toEqual([[0.4], "N=4 to N=100"]);
    expect(shown([20, 100])).toEqual([[0.3], "N=20 to N=100"]);
    expect(shown([5, 77])).toEqual([[], null]);
    // A curve without N=4 starts at its smallest.
    const other = bubbleRow({ series_id: "s-beta", n_low: 2, n_high: 100, bi: 0.2 });
    expect(shown(null, [...rows, other])).toEqual([[0.4, 0.2], "each curve between N of its own"]);
  });
});

describe("while trials are not read", () => {
  const NO_TRIALS = /needs two trials/;
  const row = scalingRow({ na_trial_ci: null, na_crossed_ci: null, n_trials: null });
  const reasons = (lacking: "reading" | "failed" | null) => {
    const { cells } = scalingTable([row], "item", lacking).rows[0]!;
    return [cells.na_trial_ci!.reason, cells.n_trials!.reason, cells.na_crossed_ci!.reason];
  };
  const bi = (lacking: "reading" | null, given = {}) =>
    bubbleTable([bubbleRow({ bi_ci: null, ...given })], lacking).rows[0]!.cells.bi_ci!.reason;
  const note = (lacking: "reading" | "failed" | null) =>
    prepareScaling([row], { ...options, interval: "trial", lacking }).notes.join(" ");

  it("does not say of unread trials that there are none", () => {
    for (const lacking of ["reading", "failed"] as const) {
      for (const reason of reasons(lacking)) expect(reason).toMatch(/^Not known/);
      expect(note(lacking)).not.toMatch(/needs at least two trials/);
    }
    expect(reasons("reading")[0]).toContain("being read");
    expect(reasons("failed")[0]).toContain("could not be read");
    expect(note("reading")).toContain("being read");
    expect(note("failed")).toContain("could not be read");
    expect(bi("reading")).toContain("being read");
  });
  it("says what is needed where all is read, and what no trial could mend in any case", () => {
    expect(reasons(null)[0]).toMatch(NO_TRIALS);
    expect(reasons(null).join()).not.toMatch(/being/i);
    expect(bi(null)).toMatch(NO_TRIALS);
    expect(bi("reading", { bi: null, n_low: 4 })).toBe("NA at N=4 is 0 or below, or unknown.");
    const alone = scalingTable([{ ...row, n_items: 1 }], "item", "reading").rows[0]!;
    expect(alone.cells.na_crossed_ci!.reason).toBe("It needs two items.");
  });
});

it("tells how much is simulated", () => {
  const [yes, no] = [{ simulated: true }, { simulated: false }];
  expect(simulationAmong([])).toBe("none");
  expect(simulationAmong([no, no])).toBe("none");
  expect(simulationAmong([yes, no])).toBe("some");
  expect(simulationAmong([yes, yes])).toBe("all");
});
