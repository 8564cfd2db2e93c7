import { expect, it } from "vitest";
import { fold, shownValues } from "./shown-values";

const values = ["a", "b", "c", "d"].map((value, n) => ({ value, n }));
const all = () => true;
const names = (list: readonly { value: unknown }[]) => list.map((v) => v.value);

it("keeps the order of a short list, whatever is chosen", () => {
  expect(names(shownValues(values, ["d"], all, 4).shown)).toEqual(["a", "b", "c", "d"]);
});

it("puts what is chosen first in a list that is cut, and never hides it", () => {
  const cut = shownValues(values, ["d", "c"], all, 3);
  expect(names(cut.shown)).toEqual(["c", "d", "a"]);
  expect(cut.found).toBe(4);
  expect(names(shownValues(values, ["b", "c", "d"], all, 1).shown)).toEqual(["b", "c", "d"]);
});

it("searches without case and width", () => {
  const matches = (value: unknown) => fold(String(value)).includes(fold("Ｂ"));
  expect(names(shownValues(values, [], matches, 4).shown)).toEqual(["b"]);
});
