import { describe, expect, it } from "vitest";
import { choicesOf, readValue, writeValue } from "./correction-text";

/** Shown as the third, the first and the second of the item's own list. */
const item = {
  item_id: "q1",
  item_hash: null,
  section: null,
  stratum: "s",
  weight: 1,
  stem: null,
  options: [],
  key: 0,
  order: [2, 0, 1],
};

describe("values of a correction as texts", () => {
  it("name answers by their places as shown", () => {
    expect(writeValue("answers", [0, 2], item)).toBe("1, 2");
    expect(readValue("answers", "2, 1", item)).toEqual([0, 2]);
    expect(readValue("answers", "3 3", item)).toEqual([1]);
  });

  it.each([
    ["answers", [], "none"],
    ["answers", null, "unresolved"],
    ["polarity", "nonnegative", "nonnegative"],
    ["key_support", false, "no"],
    ["section_fit", null, "not told"],
    ["notes", "as it is", "as it is"],
    ["notes", null, ""],
  ] as const)("read what they wrote: %s", (field, value, text) => {
    expect(writeValue(field, value, item)).toBe(text);
    expect(readValue(field, text, item)).toEqual(value);
  });

  it("say what they should be", () => {
    for (const text of ["", "4", "0", "1.5", "A"])
      expect(() => readValue("answers", text, item), text).toThrow(
        "write the numbers of options, 1 to 3, or none, or unresolved",
      );
    expect(() => readValue("clarity", "so so", item)).toThrow(/^choose one of clear, unclear/);
    expect(choicesOf("notes")).toBeNull();
  });
});
