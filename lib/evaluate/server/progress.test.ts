import { describe, expect, it } from "vitest";
import { cellText } from "@/lib/jobs/cell";
import { accuracyOf, cellsOfRun, type ItemTally } from "./progress";

const cell = (n_options: number, permutation: number | null = null) =>
  cellText({
    environment: "easy",
    n_options,
    padding: "none",
    mode: "direct",
    condition: null,
    permutation,
  });

const tally = (item_id: string, scored: number, correct: number, where = cell(4)): ItemTally => ({
  run_id: "r",
  cell: where,
  item_id,
  scored,
  answered: correct,
  correct,
});

const NAMES = { model: "m", benchmark: "b", scorer: "index-1", simulated: false };

describe("accuracy so far", () => {
  it("is the mean of item means, with t over items where items are asked several times", () => {
    // Item means 0.5 and 1 (mean 0.75, sd 0.353553); t(1, 0.975) = 12.7062047364.
    const accuracy = accuracyOf([tally("a", 4, 2), tally("b", 1, 1)], true);
    expect(accuracy).toMatchObject({ value: 0.75, over: "items", items: 2, scored: 5 });
    expect(accuracy?.interval?.[0]).toBeCloseTo(0.75 - 12.7062047364 * 0.25, 8);
    expect(accuracy?.interval?.[1]).toBeCloseTo(0.75 + 12.7062047364 * 0.25, 8);
  });

  it("sums an item over its cells", () => {
    expect(accuracyOf([tally("a", 2, 2), tally("a", 2, 0, cell(10))], true)).toMatchObject({
      value: 0.5,
      interval: null,
      items: 1,
      scored: 4,
    });
  });

  it("has Wilson's interval where each item is asked once", () => {
    const items = Array.from({ length: 5 }, (_, i) => tally(`i${i}`, 1, 1));
    const accuracy = accuracyOf(items, false);
    expect(accuracy).toMatchObject({ value: 1, over: "wilson", scored: 5 });
    expect(accuracy?.interval?.[0]).toBeCloseTo(0.566, 3);
    expect(accuracy?.interval?.[1]).toBe(1);
  });

  it("is not there before the first scored row", () => {
    expect(accuracyOf([], true)).toBeNull();
  });
});

describe("cells", () => {
  it("are normalised by chance, each by its own N", () => {
    const rows = cellsOfRun(
      "r",
      [tally("a", 2, 2), tally("b", 2, 1), tally("a", 2, 1, cell(10)), tally("b", 2, 1, cell(10))],
      NAMES,
    );
    expect(rows.map(({ n_options, accuracy }) => [n_options, accuracy])).toEqual([
      [4, 0.75],
      [10, 0.5],
    ]);
    expect(rows[0]?.na).toBeCloseTo((0.75 - 0.25) / 0.75, 12);
    expect(rows[1]?.na).toBeCloseTo((0.5 - 0.1) / 0.9, 12);
    // No spread between items: an interval of no width.
    expect(rows[1]?.na_item_ci?.[0]).toBeCloseTo(0.4 / 0.9, 12);
    expect(rows[0]?.null_share).toBe(0.25);
  });

  it("join permutations", () => {
    const [row, ...others] = cellsOfRun(
      "r",
      [tally("a", 1, 1, cell(10, 1)), tally("a", 1, 0, cell(10, 2))],
      NAMES,
    );
    expect(others).toEqual([]);
    expect(row).toMatchObject({ n_options: 10, accuracy: 0.5, n_responses: 2, n_items: 1 });
  });
});
