import { describe, expect, it } from "vitest";
import { cellText } from "@/lib/jobs/cell";
import { cellsOfRun, type ItemTally } from "./cells";

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
