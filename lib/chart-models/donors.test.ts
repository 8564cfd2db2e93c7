import { describe, expect, it } from "vitest";
import type { ItemSetRow } from "@/lib/metrics/item-sets";
import { donorsText, prepareDonors, setLabels } from "./donors";
import { donorsTable, lendingTable } from "./donors-table";

const SET: ItemSetRow = {
  set_hash: "aa",
  benchmark: "b",
  name: "Five and ten",
  runs: ["r1", "r2"],
  inScope: ["r2"],
  items: 4,
  additions: 20,
  donors: 8,
  shared_donors: 2,
  items_sharing_donors: 3,
  from_selected: 5,
  items_with_selected: 4,
  cross_split: null,
  repeated_stems: 0,
  stems_in_another_split: null,
  lending: [
    { items: 1, donors: 6 },
    { items: 2, donors: 1 },
    { items: 12, donors: 1 },
  ],
};

describe("donors", () => {
  it("are bars of one panel a set, over the items that they lend to", () => {
    const figure = prepareDonors([SET, { ...SET, set_hash: "bb", lending: [] }]);
    expect(figure.panels.map(({ title }) => title)).toEqual([
      "Five and ten (aa)",
      "Five and ten (bb)",
    ]);
    expect(figure.panels[0]?.series[0]?.points.map(({ x, y }) => [x, y])).toEqual([
      [1, 6],
      [2, 1],
      [12, 1],
    ]);
    expect(figure.x.domain).toEqual([0.5, 12.5]);
    // Twelve places, at most ten ticks.
    expect(figure.x.ticks.map(({ value }) => value)).toEqual([1, 3, 5, 7, 9, 11]);
    expect(figure.y.domain[0]).toBe(0);
    expect(setLabels([SET]).get("aa")).toBe("Five and ten");
  });

  it("are told of one set: two may borrow from the same questions", () => {
    expect(donorsText([SET])).toBe("8 donors");
    expect(donorsText([SET, { ...SET, set_hash: "bb" }])).toBeNull();
    expect(donorsText([])).toBeNull();
  });

  it("are counted with their shares; what is not known is a dash with its reason", () => {
    const table = donorsTable([SET], false);
    const cells = table.rows[0]?.cells;
    expect(cells?.shared_donors).toEqual({ value: 2, aside: "25.0%" });
    expect(cells?.items_sharing_donors).toEqual({ value: 3, aside: "75.0%" });
    expect(cells?.from_selected).toEqual({ value: 5, aside: "25.0%" });
    expect(cells?.repeated_stems).toEqual({ value: 0, aside: "0.0%" });
    expect(cells?.cross_split?.value).toBeNull();
    expect(cells?.cross_split?.reason).toContain("which part of the source");
    expect(table.rows[0]?.select).toEqual([
      { field: "benchmark", values: ["b"] },
      { field: "run", values: ["r2"] },
    ]);
  });

  it("stand beside the published counts, with shares as the paper's text has them", () => {
    const table = donorsTable([], true);
    expect(table.rows).toHaveLength(1);
    const cells = table.rows[0]?.cells;
    // "9,068 of 33,617 donors", "9,601/12,000", "11,986/60,000", "15,682 additions".
    expect(cells?.shared_donors).toEqual({ value: 9068, aside: "27.0%" });
    expect(cells?.items_sharing_donors).toEqual({ value: 9601, aside: "80.0%" });
    expect(cells?.from_selected).toEqual({ value: 11_986, aside: "20.0%" });
    expect(cells?.cross_split).toEqual({ value: 15_682, aside: "26.1%" });
    expect(table.remarks?.[0]).toContain("section 5.4");
  });

  it("by the items that they lend to add up to all", () => {
    const rows = lendingTable([SET]).rows;
    expect(rows.map(({ cells }) => [cells.items?.value, cells.donors?.value])).toEqual([
      [1, 6],
      [2, 1],
      [12, 1],
    ]);
    expect(rows[0]?.cells.share?.value).toBe(0.75);
  });
});
