import { describe, expect, it } from "vitest";
import { catalogRow } from "@/tests/chart-rows";
import type { Filters } from "@/lib/view-state/filters";
import {
  cellsIn,
  drillDown,
  onlyN,
  optionCounts,
  runsBehind,
  underPaddings,
  unpaddedByDefault,
  usableN,
  withFilters,
} from "./scope";
import { curveFilters } from "./series";

const catalog = [
  catalogRow(),
  catalogRow({ n_options: 100 }),
  catalogRow({ padding: "symbol:front" }),
  catalogRow({ model: "beta", series_id: "s-beta", run_id: "run-beta" }),
  catalogRow({ model: "beta", scorer: "publisher", diagnostic: true, run_id: "run-pub" }),
];

describe("cellsIn", () => {
  it("leaves out diagnostic scorers until one is named", () => {
    expect(cellsIn(catalog, [])).toHaveLength(4);
    expect(cellsIn(catalog, [{ field: "scorer", values: ["publisher"] }])).toHaveLength(1);
    expect(cellsIn(catalog, [{ field: "run", values: ["run-pub"] }])).toHaveLength(1);
  });
  it("does not mind filters on items", () => {
    expect(cellsIn(catalog, [{ field: "item", values: ["q1"] }])).toHaveLength(4);
    expect(optionCounts(cellsIn(catalog, []))).toEqual([4, 100]);
  });
});

describe("unpaddedByDefault", () => {
  it("shows no padding unless asked, and says what it left out", () => {
    expect(unpaddedByDefault([], catalog)).toEqual({
      filters: [{ field: "padding", values: ["none"] }],
      leftOut: ["symbol:front"],
    });
  });
  it("keeps a choice, and data that have no unpadded condition", () => {
    const asked: Filters = [{ field: "padding", values: ["symbol:front"] }];
    expect(unpaddedByDefault(asked, catalog)).toEqual({ filters: asked, leftOut: [] });
    const padded = [catalogRow({ padding: "symbol:front" })];
    expect(unpaddedByDefault([], padded)).toEqual({ filters: [], leftOut: [] });
  });
});

describe("underPaddings", () => {
  const counted: Filters = [
    { field: "model", values: ["alpha"] },
    { field: "padding", values: ["none", "symbol:front"] },
  ];
  it("leads to a run under the paddings that were counted", () => {
    expect(underPaddings([{ field: "run", values: ["r1"] }], counted)).toEqual([
      { field: "padding", values: ["none", "symbol:front"] },
      { field: "run", values: ["r1"] },
    ]);
  });

  it("leaves the padding of a point that has one", () => {
    const point: Filters = [
      { field: "run", values: ["r1"] },
      { field: "padding", values: ["none"] },
    ];
    expect(underPaddings(point, counted)).toEqual(point);
  });
});

describe("drillDown", () => {
  it("narrows the view's filters to the point, without what says nothing", () => {
    const view: Filters = [
      { field: "model", values: ["alpha", "beta"] },
      { field: "section", values: ["spacing"] },
    ];
    const point: Filters = [
      { field: "model", values: ["alpha"] },
      { field: "environment", values: ["full"] },
      { field: "n_options", values: [100] },
      { field: "mode", values: [null] },
      { field: "scorer", values: ["index-1"] },
    ];
    expect(drillDown(view, point, catalog)).toEqual([
      { field: "section", values: ["spacing"] },
      { field: "model", values: ["alpha"] },
      { field: "n_options", values: [100] },
      { field: "scorer", values: ["index-1"] },
    ]);
  });
  it("names the runs of the point's series where another one has the same cells", () => {
    const cell = (series_id: string, run_id: string) =>
      catalogRow({ model: "gamma", series_id, run_id });
    // Two runs of one series; a third run was asked at another temperature.
    const data = [...catalog, cell("cold", "r1"), cell("cold", "r2"), cell("hot", "r3")];
    const point = curveFilters({ ...catalogRow(), model: "gamma", series_id: "cold" }, 4);
    expect(drillDown([], point, data)).toContainEqual({ field: "run", values: ["r1", "r2"] });
    const alone = drillDown([], point, data.slice(0, -1));
    expect(alone.map((filter) => filter.field)).not.toContain("run");
    // A filter of the view on runs is narrowed, not widened.
    const view: Filters = [{ field: "run", values: ["r1", "r3"] }];
    expect(drillDown(view, point, data)).toContainEqual({ field: "run", values: ["r1"] });
  });
  it("replaces filters on the same field", () => {
    expect(
      withFilters([{ field: "n_options", values: [4] }], [{ field: "n_options", values: [100] }]),
    ).toEqual([{ field: "n_options", values: [100] }]);
  });
});

describe("runsBehind", () => {
  it("names the runs of the series that are shown", () => {
    expect([...runsBehind([{ series_id: "s-beta" }], catalog)]).toEqual(["run-beta"]);
    expect(runsBehind([], catalog).size).toBe(0);
  });
});

describe("the one N of a view", () => {
  it("is the link's where the data have it, else the largest", () => {
    expect(usableN([4, 10, 100], 10)).toBe(10);
    expect(usableN([4, 10, 100], 77)).toBe(100);
    expect(usableN([4, 10, 100], null)).toBe(100);
    expect(usableN([], 4)).toBeNull();
  });
  it("is read off the filters that were asked", () => {
    expect(onlyN(withFilters([], [{ field: "n_options", values: [4] }]))).toBe(4);
    expect(onlyN([{ field: "n_options", values: [4, 100] }])).toBeNull();
    expect(onlyN([{ field: "model", values: ["alpha"] }])).toBeNull();
  });
});
