import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readSpec, textOfSpec, withValue } from "./spec-text";

const SPEC = {
  version: 1,
  name: "first",
  item_set: "0123456789abcdef",
  option_counts: [4, 10],
  trials: 3,
  environments: ["easy"],
  seed: "1",
  prompt: "error-en",
  scorer: "index-1",
  decoding: { max_tokens: 16 },
  models: [{ host: "h", model: "m" }],
};
const TEXT = textOfSpec(SPEC);

describe("the text of a spec", () => {
  it("is read with what it leaves out", () => {
    const { spec, problems } = readSpec(TEXT);
    expect(problems).toEqual([]);
    expect(spec).toMatchObject({ ...SPEC, paddings: ["none"], limits: { concurrency: 4 } });
  });

  it("names the line and the reason where it is no JSON", () => {
    const lines = TEXT.split("\n");
    const broken = lines.map((line) => line.replace('"trials": 3,', '"trials": 3')).join("\n");
    const at = lines.findIndex((line) => line.includes('"trials"'));
    // The comma is missed where the next name begins.
    expect(readSpec(broken)).toMatchObject({
      spec: null,
      value: undefined,
      problems: [{ line: at + 2, path: "", reason: "a comma is missing" }],
    });
    expect(readSpec("").problems[0]).toMatchObject({ line: 1, reason: "a value is missing" });
    expect(readSpec(`${TEXT}// done`).problems[0]?.reason).toContain("comments");
  });

  it("names the line of each value that is not right", () => {
    const lines = TEXT.split("\n");
    const lineOf = (part: string) => lines.findIndex((line) => line.includes(part)) + 1;
    const wrong = TEXT.replace('"max_tokens": 16', '"max_tokens": 0').replace(
      '"seed": "1"',
      '"seed": 1',
    );
    const found = readSpec(wrong).problems.map(({ line, path }) => [line, path]);
    expect(found).toEqual(
      expect.arrayContaining([
        [lineOf('"max_tokens"'), "decoding.max_tokens"],
        [lineOf('"seed"'), "seed"],
      ]),
    );
    const without = JSON.stringify({ ...SPEC, scorer: undefined });
    expect(readSpec(without).problems).toMatchObject([{ line: 1, path: "scorer" }]);
  });

  it("refuses a name that stands twice", () => {
    const twice = TEXT.replace('"name": "first",', '"name": "first",\n  "name": "second",');
    expect(readSpec(twice).problems).toMatchObject([
      { line: 4, path: "name", reason: "the name stands twice" },
    ]);
  });
});

describe("a change of one value", () => {
  it("leaves all else as it was, its layout too", () => {
    const odd = '{ "name": "a",\n\n     "trials":   3 }';
    expect(withValue(odd, ["name"], "b")).toBe('{ "name": "b",\n\n     "trials":   3 }');
    expect(JSON.parse(withValue(odd, ["decoding", "seed"], 7))).toEqual({
      name: "a",
      trials: 3,
      decoding: { seed: 7 },
    });
    expect(JSON.parse(withValue(odd, ["trials"], undefined))).toEqual({ name: "a" });
  });

  it("puts any value where it is told to", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom("name", "trials", "fresh"), (value, name) => {
        const changed = withValue(TEXT, [name], value);
        // JSON has one zero.
        const expected: unknown = JSON.parse(JSON.stringify({ ...SPEC, [name]: value }));
        expect(JSON.parse(changed)).toEqual(expected);
      }),
    );
  });
});
