import { describe, expect, it } from "vitest";
import { filterText, parseRange, parseWords } from "./filter-text";

describe("parseRange", () => {
  it.each([
    ["5", 5, 5],
    ["3..10", 3, 10],
    [" 3 .. 10 ", 3, 10],
    ["3..", 3, null],
    ["..10", null, 10],
    [">= 3", 3, null],
    ["≤10.5", null, 10.5],
  ])("reads %j", (typed, min, max) => {
    const filter = parseRange("trial", typed);
    expect(filter).toEqual({ kind: "range", column: "trial", min, max });
    expect(parseRange("trial", filterText(filter ?? undefined))).toEqual(filter);
  });

  it("reads what is stated and what is not, and nothing", () => {
    expect(parseRange("trial", "-")).toEqual({ kind: "stated", column: "trial", stated: false });
    expect(parseRange("trial", "*")).toEqual({ kind: "stated", column: "trial", stated: true });
    expect(parseRange("trial", " ")).toBeNull();
  });

  it.each(["..", "a", "3-10", "1e5", "> 3"])("says what can be typed instead of %j", (typed) =>
    expect(() => parseRange("trial", typed)).toThrow("3..10"),
  );
});

describe("parseWords", () => {
  it("keeps the words as they are", () => {
    expect(parseWords("item_id", " 한글 ")).toEqual({
      kind: "contains",
      column: "item_id",
      text: "한글",
    });
    expect(parseWords("item_id", "")).toBeNull();
    expect(filterText({ kind: "stated", column: "item_id", stated: false })).toBe("-");
  });
});
