import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ElementSplitter, type JsonElement } from "./json-elements";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

function split(text: string, list: boolean, sizes: readonly number[] = [7]) {
  const found: JsonElement[] = [];
  const splitter = new ElementSplitter(list, (element) => found.push(element));
  const bytes = encoder.encode(text);
  for (let at = 0, i = 0; at < bytes.length; i += 1) {
    const size = sizes[i % sizes.length] ?? 1;
    splitter.push(bytes.slice(at, at + size));
    at += size;
  }
  splitter.end();
  return {
    splitter,
    texts: found.map((element) => decoder.decode(element.bytes)),
    lines: found.map((element) => element.line),
    torn: found.map((element) => element.torn),
  };
}
const chunkSizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });

describe("ElementSplitter", () => {
  it("cuts any array into its elements, however the bytes come", () => {
    fc.assert(
      fc.property(
        fc.array(fc.jsonValue(), { maxLength: 6 }),
        fc.constantFrom(undefined, 1, "\t"),
        chunkSizes,
        (values, indent, sizes) => {
          const text = JSON.stringify(values, null, indent);
          const { texts, splitter } = split(text, true, sizes);
          expect(texts.map((t) => JSON.parse(t) as unknown)).toEqual(
            JSON.parse(JSON.stringify(values)),
          );
          expect(splitter.open).toBe(false);
        },
      ),
    );
  });

  it("cuts objects that follow each other", () => {
    fc.assert(
      fc.property(
        fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { maxLength: 5 }),
        chunkSizes,
        (values, sizes) => {
          const text = values.map((value) => JSON.stringify(value, null, 2)).join("\n");
          expect(split(text, false, sizes).texts.map((t) => JSON.parse(t) as unknown)).toEqual(
            JSON.parse(JSON.stringify(values)),
          );
        },
      ),
    );
  });

  it("gives each element the line of its first character", () => {
    expect(split('[\n  {"a":\n 1},\n\n  "x", 3\n]', true).lines).toEqual([2, 5, 5]);
  });

  it("keeps a broken element to itself", () => {
    expect(split('[{"a":1}, {"b":}, {"c":3}}, {"d":4}]', true).texts).toEqual([
      '{"a":1}',
      '{"b":}',
      '{"c":3}}',
      '{"d":4}',
    ]);
  });

  it("tells an element that the file ends in, and an array that is not closed", () => {
    const cut = split('[{"a":1}, {"b":', true);
    expect(cut.torn).toEqual([false, true]);
    expect(cut.splitter.open).toBe(true);
    expect(split('[{"a":1}', true).texts).toEqual(['{"a":1}']);
  });

  it("sees what follows the array", () => {
    expect(split("[1]\n\n", true).splitter.trailing).toBeNull();
    expect(split("[1]\n\nmore", true).splitter.trailing).toBe(3);
  });
});
