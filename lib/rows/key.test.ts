import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readKey, writeKey, type ResponseKey } from "./key";

const text = fc
  .string({ unit: "grapheme", minLength: 1 })
  .filter((value) => !value.startsWith("\uFEFF"));
const part = fc.option(text);
const keys: fc.Arbitrary<ResponseKey> = fc.record({
  run_id: text,
  item_id: text,
  environment: part,
  n_options: fc.integer({ min: 2, max: 1000 }),
  padding: fc.oneof(
    fc.constant("none"),
    text.map((value) => `${value.replaceAll(":", ";")}:front`),
  ),
  mode: part,
  condition: part,
  permutation: fc.option(fc.integer({ min: -5, max: 1000 })),
  trial: fc.integer({ min: 1, max: 100_000 }),
});

describe("keys in links", () => {
  it("come back as they were, whatever stands in them", () => {
    fc.assert(
      fc.property(keys, (key) => {
        expect(readKey(writeKey(key))).toEqual(key);
      }),
    );
  });

  it("keep an id that no double holds, and the texts null and NULL", () => {
    const key: ResponseKey = {
      run_id: "r",
      item_id: "9007199254740993",
      environment: "null",
      n_options: 10,
      padding: "none",
      mode: "NULL",
      condition: null,
      permutation: null,
      trial: 1,
    };
    expect(writeKey(key)).toBe("r,9007199254740993,null,10,none,NULL,~none,~none,1");
    expect(readKey(writeKey(key))).toEqual(key);
  });

  it.each(["", "r", "r,i,e,ten,none,~none,~none,~none,1", "r,i,~x,10,none,~none,~none,~none,1"])(
    "names no response: %j",
    (text) => expect(readKey(text)).toBeNull(),
  );
});
