import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { responseFault } from "./check";
import { OUTCOMES, responseSchema, type Response } from "./response";
import { RIGHT_ANSWER } from "./testing";

/** Values that some column takes and another refuses. */
const value = fc.oneof(
  fc.constantFrom(
    ...[null, true, false, "", "none", "original", "borrowed", NaN, Infinity, -1, 0, 1, 1.5, 2, 4],
    ...[
      "symbol:front",
      "a:b:c",
      ":x",
      "\0",
      "a\0",
      "\uFEFFa",
      "a\uFEFF",
      "\uD800",
      "🙂",
      5,
      1000,
      1001,
      1e9,
      1e9 + 1,
      2 ** 31 - 1,
      2 ** 31,
      -(2 ** 31),
      -(2 ** 31) - 1,
      ...OUTCOMES,
    ],
  ),
  fc.double(),
  fc.integer(),
  fc.string(),
);
const column = fc.constantFrom(...(Object.keys(RIGHT_ANSWER) as (keyof Response)[]));

describe("responseFault", () => {
  it("decides as responseSchema does", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(column, value), { maxLength: 3 }), (changes) => {
        const row = { ...RIGHT_ANSWER, ...Object.fromEntries(changes) };
        expect(responseFault(row) === null).toBe(responseSchema.safeParse(row).success);
      }),
      { numRuns: 5000 },
    );
  });

  it("names the column and the rule", () => {
    expect(responseFault({ ...RIGHT_ANSWER, gold_pos: 5 })).toEqual({
      column: "gold_pos",
      reason: "must be a position from 1 to 4",
    });
    expect(responseFault({ ...RIGHT_ANSWER, resp_pos: null })?.column).toBe("resp_pos");
  });
});
