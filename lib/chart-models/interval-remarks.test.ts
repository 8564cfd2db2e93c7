import { describe, expect, it } from "vitest";
import { scalingRow } from "@/tests/chart-rows";
import { composeFigure } from "@/lib/export/figure/compose";
import { naTable } from "./figures-tables";
import { boundRemarks } from "./interval-remarks";
import { assignStyles } from "./palette";
import { prepareScaling } from "./scaling";
import { scalingTable } from "./scaling-table";

/** 30 items and 100 trials, of whose 3,000 pairs ten have no row. */
const uneven = scalingRow({ n_responses: 2990, na_crossed_ci: null });
const SAID =
  "“items differ by trial”: not every trial has every item; trial means are of different items, " +
  "and intervals over trials hold that difference too. The crossed interval is undefined there.";

describe("an interval over trials that do not all have the same items", () => {
  it("is marked beside the value, and the mark is explained under the table", () => {
    const { rows, remarks } = scalingTable([uneven, scalingRow({ n_options: 100 })]);
    expect(rows.map((row) => row.cells.na_trial_ci)).toMatchObject([
      { value: [0.78, 0.82], aside: "items differ by trial" },
      { value: [0.78, 0.82] },
    ]);
    expect(rows[1]!.cells.na_trial_ci).not.toHaveProperty("aside");
    expect(remarks).toEqual([SAID]);
    expect(rows[0]!.cells.na_crossed_ci).toEqual({
      value: null,
      reason: "It needs every item in every trial: not every trial has every item.",
    });
  });

  it("says nothing where every trial has every item, or where there is no such interval", () => {
    expect(scalingTable([scalingRow()]).remarks).toEqual([]);
    const { rows, remarks } = scalingTable([{ ...uneven, na_trial_ci: null }]);
    expect(rows[0]!.cells.na_trial_ci).not.toHaveProperty("aside");
    expect(remarks).toEqual([]);
    // Trials 1, 2 and 4 of every item: complete, and yet no range without a gap.
    const gap = scalingTable([scalingRow({ na_crossed_ci: null })]);
    expect(gap.rows[0]!.cells.na_crossed_ci?.reason).toContain("without a gap");
    expect(gap.remarks).toEqual([]);
  });

  it("is told under a figure whose bands it is, and no other", () => {
    const notes = (interval: "item" | "trial") =>
      prepareScaling([uneven], {
        metric: "na",
        scale: "linear",
        interval,
        styles: assignStyles([{ model: "alpha", benchmark: "b" }]),
        fixed: new Set(),
        hidden: [],
      }).notes.join(" ");
    expect(notes("trial")).toContain("not every trial has every item");
    expect(notes("item")).not.toContain("every item");
    expect(naTable([uneven]).remarks).toEqual([]);
  });
});

describe("bounds that are not clipped", () => {
  const remarks = (bounds: [number, number]) =>
    scalingTable([scalingRow({ na_item_ci: bounds })]).remarks;
  it("are explained where one lies beyond 0 or 1", () => {
    expect(remarks([0.9, 1.02])).toEqual([
      "Intervals are not clipped: some bounds lie above 1, where no NA or accuracy can be.",
    ]);
    expect(remarks([-0.1, 0.2])).toEqual([
      "Intervals are not clipped: some bounds lie below 0, which for NA is below chance.",
    ]);
    expect(remarks([-0.1, 1.2])).toEqual([
      "Intervals are not clipped: some bounds lie above 1, where no NA or accuracy can be, " +
        "and some below 0, which for NA is below chance.",
    ]);
    expect(remarks([0, 1])).toEqual([]);
  });

  it("are looked for in the intervals alone", () => {
    const table = scalingTable([scalingRow({ n_options: 100, na_item_ci: [0.1, 1.2] })]);
    expect(boundRemarks(table, ["na_trial_ci", "n_options", "spark"])).toEqual([]);
  });

  it("are explained in the figure of the table, too", () => {
    const table = scalingTable([scalingRow({ na_item_ci: [0.9, 1.02] })]);
    const { svg } = composeFigure({
      ...{
        title: "t",
        subtitle: "s",
        source: "x",
        simulated: "none",
        date: "2026-01-01",
        fonts: [],
      },
      parts: [{ kind: "table", table, sort: null, note: null }],
    });
    expect(svg).toContain("Intervals are not clipped");
  });
});
