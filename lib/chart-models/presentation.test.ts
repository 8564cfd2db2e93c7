import { describe, expect, it } from "vitest";
import { catalogRow } from "@/tests/chart-rows";
import {
  preparePresentation,
  presentationRuns,
  presentationSelect,
  type PresentationRow,
} from "./presentation";
import { presentationTable } from "./presentation-table";
import { isPublished, levelNames } from "./model";
import { withPublishedPresentation, withPublishedRanges } from "./published-presentation";
import { onlyRepeated, repeatedLeftOut } from "./scope";
import { cellText } from "./table-text";

const row = (given: Partial<PresentationRow> = {}): PresentationRow => ({
  run_id: "r1",
  model: "m1",
  benchmark: "b",
  mode: null,
  condition: "ten-permuted",
  scorer: "given",
  environment: null,
  padding: "none",
  n_options: 4,
  n_items: 10,
  n: 10,
  n_valid_errors: 4,
  acc_by_gold_min: 0.4,
  acc_by_gold_max: 0.8,
  slope_pp_per_position: -20,
  entropy: 0.9,
  error_primacy_pp: 12.5,
  length_midrank: 0.5,
  borrowed_share: 0.75,
  borrowed_even: 5 / 9,
  original_longer_share: 0.6,
  order_changed: 9,
  gold_label_changed: 8,
  against: "five-original",
  n_against: 10,
  series_id: "s1",
  simulated: false,
  ...given,
});

/** Keys at 1 (4 of 5 right), 3 (2 of 5 right), none at 2 and 4. */
const counts = {
  response: [4, 2, 2, 2],
  gold: [5, 0, 5, 0],
  goldValid: [5, 0, 5, 0],
  goldCorrect: [4, 0, 2, 0],
};
const runsOf = (...given: Partial<PresentationRow>[]) =>
  presentationRuns(
    given.map((one) => ({ row: row(one), counts })),
    new Map(),
  );

describe("accuracy by the position of the key", () => {
  it("has a point where a key stands, with Wilson's interval, and a gap where none does", () => {
    const [panel] = preparePresentation(runsOf({})).panels;
    const points = panel?.series.find(({ role }) => role === "data")?.points ?? [];
    expect(points.map(({ x, y, n, gap }) => [x, y, n, gap])).toEqual([
      [1, 0.8, 5, null],
      [2, null, 0, "no key stands here"],
      [3, 0.4, 5, null],
      [4, null, 0, "no key stands here"],
    ]);
    // Wilson of 4 of 5.
    expect(points[0]?.low).toBeCloseTo(0.3755, 4);
    expect(points[0]?.high).toBeCloseTo(0.9638, 4);
    expect(points[0]?.select).toContainEqual({ field: "run", values: ["r1"] });
    expect(points[0]?.select).toContainEqual({ field: "n_options", values: [4] });
  });

  it("has no interval where an item stands for several rows", () => {
    const [panel] = preparePresentation(runsOf({ n: 10, n_items: 5 })).panels;
    expect(panel?.series.at(-1)?.points[0]).toMatchObject({ y: 0.8, low: null, high: null });
  });

  it("draws the line of the slope, which is in points a position", () => {
    const [panel] = preparePresentation(runsOf({})).panels;
    const fit = panel?.series.find(({ role }) => role === "reference");
    // Mean 0.6 at position 2, 20 points a position down.
    expect(fit?.points.map(({ x, y }) => [x, Number(y?.toFixed(12))])).toEqual([
      [1, 0.8],
      [2, 0.6],
      [3, 0.4],
    ]);
    const none = preparePresentation(runsOf({ slope_pp_per_position: null })).panels[0];
    expect(none?.series.map(({ role }) => role)).toEqual(["data"]);
  });

  it("shares one axis as long as the longest list that is drawn", () => {
    const figure = preparePresentation(runsOf({}));
    expect(figure.x.domain).toEqual([0.5, 4.5]);
    expect(figure.x.label).toBe("position of the key");
  });

  it("names presentations by what tells them apart, N before the run's id; the largest first", () => {
    expect(runsOf({ n: 5 }, { n_options: 10, n: 7 }).map(({ label }) => label)).toEqual([
      "m1 (N=10)",
      "m1 (N=4)",
    ]);
    expect(
      runsOf({ condition: "five-original" }, {}, { run_id: "r2" }).map(({ label }) => label),
    ).toEqual(["m1 · five-original", "m1 · ten-permuted (r1)", "m1 · ten-permuted (r2)"]);
  });

  it("caps the panels and says so; the table has all", () => {
    const many = Array.from({ length: 9 }, (_, i) => ({ run_id: `r${i}`, model: `m${i}` }));
    expect(preparePresentation(runsOf(...many)).cap).toEqual({
      shown: 8,
      of: 9,
      what: "presentations",
    });
    expect(presentationTable(runsOf(...many)).rows).toHaveLength(9);
  });
});

describe("the table of presentations", () => {
  const shown = (id: string, given: Partial<PresentationRow> = {}) => {
    const table = presentationTable(runsOf(given));
    const column = table.columns.find((one) => one.id === id)!;
    const cell = table.rows[0]?.cells[id];
    return { text: cellText(column, cell), ...cell };
  };

  it("prints each value in its digits, with what it is read against", () => {
    expect(shown("acc_by_gold").text).toBe("[0.400, 0.800]");
    expect(shown("slope_pp_per_position").text).toBe("−20.00");
    expect(shown("slope_pp_per_position", { slope_pp_per_position: 0.873 }).text).toBe("+0.87");
    expect(shown("error_primacy_pp").text).toBe("+12.5");
    expect(shown("borrowed_share")).toMatchObject({ text: "0.750", aside: "even errors 0.556" });
    expect(shown("order_changed")).toMatchObject({
      text: "9",
      aside: "of 10, against five-original",
    });
  });

  it("says why a value is not there", () => {
    expect(shown("length_midrank", { length_midrank: null }).reason).toMatch(
      /which of them are borrowed/,
    );
    expect(shown("length_midrank", { length_midrank: null, condition: null }).reason).toMatch(
      /^The records name no condition/,
    );
    expect(shown("length_midrank", { length_midrank: null, n_valid_errors: 0 }).reason).toBe(
      "No valid wrong answer.",
    );
    expect(shown("borrowed_share", { borrowed_share: null, borrowed_even: null }).aside).toBe(
      undefined,
    );
    expect(shown("order_changed", { order_changed: null, against: null }).reason).toMatch(
      /No other condition/,
    );
    expect(shown("order_changed", { order_changed: null }).aside).toBeUndefined();
    expect(shown("order_changed", { order_changed: null, n_against: 0 }).reason).toMatch(
      /No item at this N/,
    );
  });

  it("leads from a row to the responses of its presentation", () => {
    expect(presentationSelect(row())).toContainEqual({
      field: "condition",
      values: ["ten-permuted"],
    });
  });

  it("has P2's rows behind it, accuracies on our scale", () => {
    const table = withPublishedPresentation(presentationTable(runsOf({})));
    const printed = table.rows.at(-2)?.cells;
    const column = (id: string) => table.columns.find((one) => one.id === id)!;
    expect(printed?.run?.value).toBe("qwen3.5:4b, published (P2)");
    // Table 6: 17.4 to 56.1, slope −4.57, A excess 10.9.
    expect(printed?.acc_by_gold).toMatchObject({ value: [0.174, 0.561], digits: 3 });
    expect(cellText(column("slope_pp_per_position"), printed?.slope_pp_per_position)).toBe("−4.57");
    expect(cellText(column("error_primacy_pp"), printed?.error_primacy_pp)).toBe("+10.9");
    expect(printed?.borrowed_share?.value).toBeNull();
    // Section 5.4 of the set; Appendix G of the one model with a run of five options.
    expect(cellText(column("original_longer_share"), printed?.original_longer_share)).toBe(
      "0.5884",
    );
    expect(printed?.n?.value).toBe(12_000);
    expect(printed?.order_changed?.value).toBeNull();
    const astra = table.rows.at(-1)?.cells;
    expect(astra?.order_changed).toEqual({ value: 973, aside: "of 981, against TR-MMLU" });
    expect(astra?.gold_label_changed?.value).toBe(892);
    expect(table.notes?.map(({ sign }) => sign)).toEqual(["P2"]);
  });
});

describe("accuracy by position beside P2's range", () => {
  const figureOf = (given: Partial<PresentationRow>) => {
    const runs = runsOf(given);
    return withPublishedRanges(preparePresentation(runs), runs, new Map());
  };

  it("has the lowest and the highest as levels and in words, and no mark at a position", () => {
    const { panels, notes, y } = figureOf({ model: "qwen3.5:4b-mlx", n_options: 10 });
    // Table 6: 17.4 to 56.1.
    expect(panels[0]?.levels).toEqual([
      { y: 0.174, label: "range, published (P2)" },
      { y: 0.561, label: "range, published (P2)" },
    ]);
    // The read-out names them, which the head of the panel need not do again.
    expect(levelNames(panels[0]!)).toEqual([]);
    expect(levelNames({ ...panels[0]!, readouts: [] })).toEqual(["range, published (P2)"]);
    expect(panels[0]?.readouts).toMatchObject([
      {
        label: "range, published (P2)",
        text: "0.174 to 0.561",
        style: { hollow: true },
      },
    ]);
    expect(panels[0]?.series.some(isPublished)).toBe(false);
    expect(notes.at(-1)).toMatch(/does not print at which positions/);
    expect(y.domain).toEqual([0, 1]);
  });

  it("leaves other models, another N, mode or order alone", () => {
    const qwen = { model: "qwen3.5:4b", n_options: 10 };
    const others = [
      { n_options: 10 },
      { model: "qwen3.5:4b" },
      { ...qwen, mode: "thinking" },
      { ...qwen, condition: "ten-appended" },
    ];
    for (const given of others)
      expect(figureOf(given).panels[0]).toMatchObject({ levels: [], readouts: [] });
  });
});

it("a choice among one wrong option has no rank, whatever is known of the options", () => {
  const reason = (given: Partial<PresentationRow>) =>
    presentationTable(runsOf({ length_midrank: null, ...given })).rows[0]?.cells.length_midrank
      ?.reason;
  expect(reason({ n_options: 2 })).toBe("It needs two options beside the key.");
  expect(reason({ n_options: 2, n_valid_errors: 0 })).toBe("No valid wrong answer.");
});

describe("what is left out", () => {
  const fixed = catalogRow({ run_id: "f", series_kind: "fixed", model: "f" });
  const repeated = catalogRow({ run_id: "r", series_kind: "repeated", model: "r" });

  it("are runs of repeated questions, where there are any", () => {
    expect(repeatedLeftOut([fixed, repeated], [], [{ run_id: "f" }])).toBe(1);
    expect(onlyRepeated([fixed, repeated], [])).toBe(false);
    const filters = [{ field: "model" as const, values: ["r"] }];
    expect(onlyRepeated([fixed, repeated], filters)).toBe(true);
    // Nothing in view is not a repeated run.
    expect(onlyRepeated([], [])).toBe(false);
  });
});
