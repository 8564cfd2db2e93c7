import { describe, expect, it } from "vitest";
import type { ItemMetricRow } from "@/lib/metrics/rows";
import { itemRow } from "@/tests/chart-rows";
import { itemKey } from "./item-scores";
import { dropPairs, dropText, itemCurves, rankedItems } from "./items";
import { ITEM_CAP, prepareItems, worstText } from "./items-figure";
import { switchableItems } from "./unknown-parts";
import { defaultState } from "@/lib/view-state/state";
import { itemsTable, SECTION_SORT } from "./items-table";

const at = (
  item_id: string,
  values: Readonly<Record<number, number>>,
  given: Partial<ItemMetricRow> = {},
): ItemMetricRow[] =>
  Object.entries(values).map(([n, accuracy]) =>
    itemRow({ item_id, n_options: Number(n), accuracy, acc_trial_ci: [0.1, 0.9], ...given }),
  );

const ROWS = [
  ...at("T1", { 4: 0.9, 10: 0.5, 100: 0.3 }, { section: "spacing" }),
  ...at("T2", { 4: 0.8, 10: 0.8, 100: 0.7 }, { section: "vowels" }),
  ...at("T3", { 10: 0.4, 100: 0.1 }, { section: "spacing" }),
];
const NONE = new Set<string>();

describe("the drop of an item", () => {
  it("is accuracy at the lowest N of the curve minus at the highest", () => {
    const [curve] = itemCurves(ROWS, NONE, null);
    expect(curve).toMatchObject({ low: 4, high: 100, fixed: false });
    expect(curve?.lines.map((line) => [line.item, line.drop])).toEqual([
      ["T1", expect.closeTo(0.6, 12)],
      ["T2", expect.closeTo(0.1, 12)],
      // It was not asked at N = 4.
      ["T3", null],
    ]);
  });
  it("is taken between two N that the reader chose", () => {
    const curves = itemCurves(ROWS, NONE, [10, 100]);
    expect(curves[0]?.lines.map((line) => [line.item, line.drop])).toEqual([
      ["T1", expect.closeTo(0.2, 12)],
      ["T2", expect.closeTo(0.1, 12)],
      ["T3", expect.closeTo(0.3, 12)],
    ]);
    expect(dropText(curves)).toBe("at N=10 minus at N=100");
    expect(dropPairs(curves).map(({ n_low, n_high }) => [n_low, n_high])).toEqual([
      [4, 10],
      [4, 100],
      [10, 100],
    ]);
    const none = itemCurves(ROWS, NONE, [4, 7]);
    expect(none[0]?.lines.map((line) => line.drop)).toEqual([null, null, null]);
    expect(prepareItems(none, { scale: "log", hidden: [] }).notes.join(" ")).toContain(
      "asked at both N of a drop",
    );
    const other = at("T9", { 4: 1, 50: 0 }, { model: "beta", series_id: "s-beta" });
    expect(dropText(itemCurves([...ROWS, ...other], NONE, null))).toContain(
      "lowest N of the curve",
    );
  });
  it("is averaged over the curves that have it, to rank items", () => {
    const other = at("T2", { 4: 1, 100: 0 }, { model: "beta", series_id: "s-beta" });
    const curves = itemCurves([...ROWS, ...other], NONE, null);
    expect(rankedItems(curves)).toMatchObject([
      { label: "T1", drop: expect.closeTo(0.6, 12) as unknown },
      { label: "T2", drop: expect.closeTo(0.55, 12) as unknown },
    ]);
    expect(worstText(curves)).toBe("T1 loses most, 60.0 points");
  });
  it("is not averaged over items of two benchmarks that share an id", () => {
    const other = at("T1", { 4: 0.5, 100: 0.5 }, { benchmark: "zoology", series_id: "s-zoo" });
    const curves = itemCurves([...ROWS, ...other], NONE, null);
    expect(rankedItems(curves).map(({ label, drop }) => [label, drop])).toEqual([
      ["T1 · orthography", expect.closeTo(0.6, 12)],
      ["T2", expect.closeTo(0.1, 12)],
      ["T1 · zoology", 0],
    ]);
    expect(worstText(curves)).toBe("T1 · orthography loses most, 60.0 points");
    const figure = prepareItems(curves, { scale: "linear", hidden: [] });
    expect(figure.panels.map((p) => p.series.slice(1).map((s) => s.label))).toEqual([
      ["T1 · orthography", "T2"],
      ["T1 · zoology"],
    ]);
  });
  it("is none between two questions under one id", () => {
    const asked = (item_hash: string, values: Readonly<Record<number, number>>, given = {}) =>
      at("T1", values, { item_hash, ...given });
    const curves = itemCurves(
      [
        ...asked("x", { 4: 0.9 }),
        ...asked("y", { 100: 0.2 }),
        ...asked("x", { 4: 0.8, 100: 0.5 }, { model: "beta", series_id: "s-beta" }),
        ...asked("y", { 4: 0.7, 100: 0.6 }, { model: "gamma", series_id: "s-gamma" }),
      ],
      NONE,
      null,
    );
    expect(curves[0]?.lines.map((line) => [line.name.label, line.drop])).toEqual([
      ["T1 (1)", null],
      ["T1 (2)", null],
    ]);
    expect(rankedItems(curves).map(({ label, drop }) => [label, drop])).toEqual([
      ["T1 (1)", expect.closeTo(0.3, 12)],
      ["T1 (2)", expect.closeTo(0.1, 12)],
    ]);
    const { table } = itemsTable(curves, null);
    expect(new Set(table.rows.map((row) => row.id)).size).toBe(4);
    expect(table.rows[0]?.cells.item).toEqual({
      value: "T1",
      aside: "question 1 of 2 under this id",
    });
  });
  it("is not defined for fixed questions", () => {
    const rows = at("q1", { 4: 1 }, { series_id: "f", acc_trial_ci: null, n: 1 });
    const more = at("q2", { 10: 0 }, { series_id: "f", acc_trial_ci: null, n: 1 });
    const curves = itemCurves([...rows, ...more], new Set(["f"]), null);
    expect(curves.flatMap((c) => c.lines.map((line) => line.drop))).toEqual([null, null]);
    const figure = prepareItems(curves, { scale: "linear", hidden: [] });
    expect(figure.panels).toEqual([]);
    expect(figure.notes.join(" ")).toContain("No curve of 1 model on fixed questions");
    const { table } = itemsTable(curves, null);
    // Wrong before right.
    expect(table.rows.map((row) => row.cells.item?.value)).toEqual(["q2", "q1"]);
    expect(table.rows[0]?.cells.drop_pp).toMatchObject({
      value: null,
      reason: "A fixed question is asked at one N.",
    });
  });
});

describe("the chart of items", () => {
  it("draws the items that lose most, with whiskers, beside the mean of all", () => {
    const figure = prepareItems(itemCurves(ROWS, NONE, null), { scale: "log", hidden: [] });
    const [panel] = figure.panels;
    expect(panel?.series.map((s) => [s.label, s.interval])).toEqual([
      ["mean of 3 items", "none"],
      ["T1", "whisker"],
      ["T2", "whisker"],
    ]);
    expect(panel?.series[0]?.points.map((p) => p.y)).toEqual([
      expect.closeTo(0.85, 12),
      expect.closeTo(1.7 / 3, 12),
      expect.closeTo(1.1 / 3, 12),
    ]);
    expect(panel?.series[1]?.points[0]).toMatchObject({ x: 4, y: 0.9, low: 0.1, high: 0.9 });
    expect(panel?.series[1]?.points[0]?.select).toContainEqual({ field: "item", values: ["T1"] });
  });
  it("keeps intervals that end beyond 0 and 1, with ticks for accuracies alone", () => {
    const draw = (acc_trial_ci: [number, number]) =>
      prepareItems(itemCurves(at("T1", { 4: 0.9, 100: 0.1 }, { acc_trial_ci }), NONE, null), {
        scale: "log",
        hidden: [],
      });
    const wide = draw([-0.09, 1.09]);
    expect(wide.panels[0]?.series[1]?.points[0]).toMatchObject({ low: -0.09, high: 1.09 });
    expect(wide.y.domain[0]).toBeLessThanOrEqual(-0.09);
    expect(wide.y.domain[1]).toBeGreaterThanOrEqual(1.09);
    const ticks = wide.y.ticks.map((tick) => tick.value);
    expect([Math.min(...ticks), Math.max(...ticks)]).toEqual([0, 1]);
    expect(wide.notes.join(" ")).toContain("Intervals are not clipped");
    const inside = draw([0.1, 0.9]);
    expect(inside.y.domain).toEqual([0, 1]);
    expect(inside.notes.join(" ")).not.toContain("clipped");
  });
  it("puts the next item in the place of one that is switched off", () => {
    const rows = Array.from({ length: 9 }, (_, i) => at(`T${i}`, { 4: 1, 100: i / 10 })).flat();
    const hidden = [itemKey(itemRow({ item_id: "T0" }))];
    const figure = prepareItems(itemCurves(rows, NONE, null), { scale: "linear", hidden });
    expect(figure.legend[0]).toMatchObject({ id: hidden[0], label: "T0", state: "hidden" });
    const shown = figure.legend.filter((entry) => entry.state === "shown");
    expect(shown.map((entry) => entry.label)).toEqual(["T1", "T2", "T3", "T4", "T5", "T6"]);
    expect(shown).toHaveLength(ITEM_CAP);
    // What the legend writes into the link is what the view then knows there.
    const known = switchableItems(rows, defaultState("items"))?.keys;
    expect(figure.legend.filter(({ id }) => !known?.has(id))).toEqual([]);
  });
});

describe("the table of items", () => {
  const curves = itemCurves(ROWS, NONE, null);
  const order = (sort: Parameters<typeof itemsTable>[1], limit?: number) =>
    itemsTable(curves, sort, limit).table.rows.map((row) => row.cells.item?.value);

  it("goes by drop, undefined last, or by any column, over all rows before the cap", () => {
    expect(order(null)).toEqual(["T1", "T2", "T3"]);
    expect(order({ column: "acc_10", direction: "asc" })).toEqual(["T3", "T1", "T2"]);
    expect(order({ column: "acc_4", direction: "asc" })).toEqual(["T2", "T1", "T3"]);
    expect(order({ column: "accuracy", direction: "asc" }, 1)).toEqual(["T3"]);
    expect(itemsTable(curves, null, 1).note).toMatch(/^Shown: 1 of 3 rows/);
    expect(itemsTable(curves, null).note).toBeNull();
  });
  it("stands in sections with their mean drop where it is sorted by section", () => {
    const { table } = itemsTable(curves, SECTION_SORT);
    expect(table.groups.map((group) => group.label)).toEqual([
      "spacing · 2 items · mean drop +60.0 points",
      "vowels · 1 item · mean drop +10.0 points",
    ]);
    expect(table.rows.map((row) => [row.group, row.cells.item?.value])).toEqual([
      ["spacing", "T1"],
      ["spacing", "T3"],
      ["vowels", "T2"],
    ]);
  });
  it("says accuracy at each N with its interval, in percentage points what is lost", () => {
    const { table } = itemsTable(curves, null);
    const [first] = table.rows;
    expect(first?.cells.drop_pp?.value).toBeCloseTo(60, 9);
    // 0.9 and 0.3 over 100 trials each: 1.96 √(0.09/99 + 0.21/99) = 0.108.
    expect(first?.cells.drop_pp?.aside).toBe("[+49.2, +70.8]");
    expect(first?.cells.drop_ci_pp?.value).toEqual([
      expect.closeTo(49.2109, 3),
      expect.closeTo(70.7891, 3),
    ]);
    expect(table.rows[2]?.cells.drop_ci_pp).toEqual({
      value: null,
      reason: "It was not asked, or not scored, at both N of the drop.",
    });
    expect(first?.cells.acc_10).toMatchObject({ value: 0.5, aside: "[0.100, 0.900]" });
    expect(first?.cells.acc_100_ci?.value).toEqual([0.1, 0.9]);
    expect(table.rows[2]?.cells.acc_4).toMatchObject({
      value: null,
      reason: "Not asked at this N.",
    });
  });
  it("sorts 12,000 questions asked once, and shows some of them", () => {
    const many = Array.from({ length: 12_000 }, (_, i) =>
      itemRow({ item_id: `q${i}`, accuracy: i % 2, n: 1, series_id: "f" }),
    );
    const all = itemCurves(many, new Set(["f"]), null);
    const { table, note } = itemsTable(all, { column: "item", direction: "desc" }, 300);
    expect(table.rows).toHaveLength(300);
    expect(table.rows[0]?.cells.item?.value).toBe("q11999");
    expect(note).toContain("300 of 12,000 rows");
  });
});
