import { expect, it } from "vitest";
import type { Filters } from "@/lib/view-state/filters";
import { acts, valuesOf, withoutField, withToggled, withValues } from "./change";

const filters: Filters = [
  { field: "model", values: ["a"] },
  { field: "environment", values: [null, "easy"] },
];

it("adds, takes away and drops what is left empty", () => {
  expect(withToggled(filters, "model", "b")).toContainEqual({ field: "model", values: ["a", "b"] });
  expect(withToggled(filters, "model", "a")).toEqual([filters[1]]);
  expect(withToggled(filters, "environment", null)).toContainEqual({
    field: "environment",
    values: ["easy"],
  });
  expect(withToggled([], "n_options", 4)).toEqual([{ field: "n_options", values: [4] }]);
});

it("refuses values that are not of the facet", () => {
  expect(withValues(filters, "n_options", ["x"])).toEqual(filters);
});

it("reads and removes one facet", () => {
  expect(valuesOf(filters, "environment")).toEqual([null, "easy"]);
  expect(valuesOf(filters, "run")).toEqual([]);
  expect(withoutField(filters, "model")).toEqual([filters[1]]);
});

it("lets outcome act on Responses alone", () => {
  expect(acts({ field: "outcome" }, "scaling")).toBe(false);
  expect(acts({ field: "outcome" }, "responses")).toBe(true);
  expect(acts({ field: "model" }, "scaling")).toBe(true);
});
