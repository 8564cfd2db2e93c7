import { describe, expect, it } from "vitest";
import type { CatalogRow } from "@/lib/metrics/catalog";
import { defaultState, type ViewState } from "@/lib/view-state/state";
import { itemKey } from "./item-scores";
import { lineKey } from "./selection";
import { switchableCurves, switchableItems, unknownParts } from "./unknown-parts";

const state = (change: Partial<ViewState>): ViewState => ({
  ...defaultState("positions"),
  ...change,
});
const item = (item_id: string) => ({ benchmark: "b", item_id, item_hash: null });
const cell = (change: Partial<CatalogRow>): CatalogRow => ({
  source: 0,
  run_id: "r1",
  series_id: "s1",
  model: "m1",
  benchmark: "b",
  scorer: "given",
  series_kind: "repeated",
  diagnostic: false,
  simulated: false,
  environment: "easy",
  padding: "none",
  mode: null,
  condition: null,
  n_options: 10,
  ...change,
});
const catalog = [cell({}), cell({ environment: "full" }), cell({ padding: "symbol:front" })];
const OWN = lineKey(cell({}));
const known = {
  columns: [{ id: "na" }, { id: "se", exportOnly: true }],
  counts: [4, 10],
  n: 10,
  k: 7,
  pairs: [{ n_low: 4, n_high: 10 }],
  switchable: switchableCurves(catalog),
};

describe("what a link asks for and a view does not have", () => {
  it("says nothing of a plain link, nor of what is there", () => {
    expect(unknownParts(state({}), known)).toEqual([]);
    const there = state({
      sort: { column: "na", direction: "asc" },
      n: 4,
      k: 7,
      pair: [4, 10],
      hidden: [OWN],
    });
    expect(unknownParts(there, known)).toEqual([]);
  });

  it("names the column, N, k, pair and curves that are not there", () => {
    const strange = state({
      sort: { column: "se", direction: "desc" },
      n: 7,
      k: 90,
      pair: [4, 7],
      hidden: [OWN, "<b>no</b>"],
    });
    expect(unknownParts(strange, known)).toEqual([
      "There is no column “se” to sort by.",
      "The data in view have no N=7: N=10 is shown.",
      "The first 90 positions cannot be told here: k=7 is shown.",
      "No curve in view has a bubble index from N=4 to N=7.",
      "No curve in view that could be switched off is called <b>no</b>.",
    ]);
    const pairs = [{ n_low: 4, n_high: 100 }];
    expect(
      unknownParts({ ...defaultState("items"), pair: [4, 7] }, { pairs, pairsOf: "drop" }),
    ).toEqual(["No curve in view has a drop from N=4 to N=7."]);
  });

  it("keeps quiet where it cannot know", () => {
    const strange = state({
      filters: [{ field: "model", values: ["m2"] }],
      sort: { column: "x", direction: "asc" },
      n: 7,
      pair: [2, 3],
      hidden: ["T07"],
    });
    // Nothing in view yet, and an item may be among those that the filter leaves out.
    const switchable = switchableItems([item("T01")], strange);
    expect(unknownParts(strange, { counts: [], pairs: [], switchable })).toEqual([]);
  });

  it("knows the curves of another N, padding or filter, and the published ones", () => {
    const elsewhere = state({
      filters: [{ field: "padding", values: ["none"] }],
      hidden: [lineKey(cell({ padding: "symbol:front" })), "published:A.X-4.0"],
    });
    const switchable = switchableCurves(catalog);
    expect(unknownParts(elsewhere, { switchable })).toEqual([]);
    expect(unknownParts(state({ hidden: ["published:nobody"] }), { switchable })).toEqual([
      "No curve in view that could be switched off is called published:nobody.",
    ]);
  });

  it("names the items that are not there", () => {
    const strange = {
      ...state({ hidden: [itemKey(item("T01")), "nobody"] }),
      view: "items" as const,
    };
    const switchable = switchableItems([item("T01"), item("T02")], strange);
    expect(unknownParts(strange, { switchable })).toEqual([
      "No item in view that could be switched off is called nobody.",
    ]);
  });
});
