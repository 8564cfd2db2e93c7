import { describe, expect, it } from "vitest";
import { defaultState, type ViewState } from "@/lib/view-state/state";
import { unknownParts } from "./unknown-parts";

const state = (change: Partial<ViewState>): ViewState => ({
  ...defaultState("positions"),
  ...change,
});
const legend = [
  { id: "m1", label: "m1", style: { colour: 0, marker: null, dash: "solid" as const } },
].map((entry) => ({ ...entry, simulated: false, state: "shown" as const }));
const known = {
  columns: [{ id: "na" }, { id: "se", exportOnly: true }],
  counts: [4, 10],
  n: 10,
  k: 7,
  pairs: [{ n_low: 4, n_high: 10 }],
  figure: { legend },
};

describe("what a link asks for and a view does not have", () => {
  it("says nothing of a plain link, nor of what is there", () => {
    expect(unknownParts(state({}), known)).toEqual([]);
    const there = state({
      sort: { column: "na", direction: "asc" },
      n: 4,
      k: 7,
      pair: [4, 10],
      hidden: ["m1"],
    });
    expect(unknownParts(there, known)).toEqual([]);
  });

  it("names the column, N, k, pair and curves that are not there", () => {
    const strange = state({
      sort: { column: "se", direction: "desc" },
      n: 7,
      k: 90,
      pair: [4, 7],
      hidden: ["m1", "<b>no</b>"],
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
      hidden: ["m1", "m2"],
    });
    // Nothing in view yet, and a curve may be among those that the filter leaves out.
    expect(unknownParts(strange, { counts: [], pairs: [], figure: { legend } })).toEqual([]);
  });
});
