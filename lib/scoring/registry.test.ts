import { expect, it } from "vitest";
import { SCORERS, scorerNamed } from "./registry";
import { SCORER_NAMES } from "./scorer";

it("holds every scorer under its own name", () => {
  expect(Object.keys(SCORERS)).toEqual([...SCORER_NAMES]);
  for (const name of SCORER_NAMES) expect(scorerNamed(name).name).toBe(name);
});

it("lists the names where there is none such", () => {
  expect(() => scorerNamed("strict-1")).toThrow(/"strict-1".*strict-2, declaration-1, index-1/);
  expect(() => scorerNamed("toString")).toThrow(RangeError);
});
