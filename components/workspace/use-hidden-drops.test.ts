import { expect, it } from "vitest";
import type { Filters } from "@/lib/view-state/filters";
import { filtersOfView } from "./use-hidden-drops";

const MODEL = { field: "model" as const, values: ["m"] };
const STEM = { field: "stem" as const, values: [true] };
const PADDED = { field: "padding" as const, values: ["lorem"] };
const LINK: Filters = [MODEL, STEM, PADDED];

it("hides by what the view itself filters by", () => {
  expect(filtersOfView("responses", LINK)).toEqual(LINK);
  // Both sides of the gap are shown.
  expect(filtersOfView("stems", LINK)).toEqual([MODEL, PADDED]);
  expect(filtersOfView("stems", [STEM])).toEqual([]);
  // The unpadded side is always shown.
  const compared = { field: "padding", values: ["lorem", "none"] };
  for (const view of ["padding", "figures"] as const) {
    expect(filtersOfView(view, LINK)).toEqual([MODEL, STEM, compared]);
    expect(filtersOfView(view, [MODEL])).toEqual([MODEL]);
  }
});
