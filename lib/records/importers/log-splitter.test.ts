import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parsePythonJson } from "./json";
import { leadingKeys } from "./log-keys";
import { LogSplitter, type LogPiece } from "./log-splitter";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Cuts a text that comes in chunks of so many bytes. */
function cut(text: string, size: number): { pieces: LogPiece[]; closed: boolean } {
  const pieces: LogPiece[] = [];
  const splitter = new LogSplitter("samples", (piece) => pieces.push(piece));
  const bytes = encoder.encode(text);
  for (let at = 0; at < bytes.length; at += size) splitter.push(bytes.subarray(at, at + size));
  splitter.end();
  return { pieces, closed: splitter.closed };
}

describe("a log as one JSON object", () => {
  it("is cut into its fields and samples, however it is written and chunked", () => {
    const value = fc.jsonValue({ maxDepth: 3 });
    const key = fc.string().filter((name) => name !== "samples" && name !== "__proto__");
    const fields = fc.dictionary(key, value, { maxKeys: 4 });
    fc.assert(
      fc.property(
        fields,
        fc.array(value, { maxLength: 4 }),
        fields,
        fc.constantFrom(0, 2),
        fc.integer({ min: 1, max: 40 }),
        (before, samples, after, indent, size) => {
          const rest = { ...before, ...after };
          const log = { ...before, samples, ...after };
          const { pieces, closed } = cut(JSON.stringify(log, null, indent), size);
          const read = (kind: LogPiece["kind"]) =>
            pieces.filter((piece) => piece.kind === kind).map(({ text }) => decoder.decode(text));
          const back = read("field").map((text) => JSON.parse(`{${text}}`) as object);
          expect(Object.assign({}, ...back)).toEqual(JSON.parse(JSON.stringify(rest)));
          expect(read("element").map((text) => JSON.parse(text) as unknown)).toEqual(
            JSON.parse(JSON.stringify(samples)),
          );
          expect([closed, pieces.some(({ torn }) => torn)]).toEqual([true, false]);
        },
      ),
      { numRuns: 200 },
    );
  });

  it("says where a sample begins, and where the file ends inside one", () => {
    const { pieces, closed } = cut('{"a": 1,\n"samples": [\n{"id": 1},\n\n{"id": 2', 7);
    expect(pieces.map(({ kind, line, torn }) => [kind, line, torn])).toEqual([
      ["field", 1, false],
      ["element", 3, false],
      ["element", 5, true],
    ]);
    expect(closed).toBe(false);
  });
});

describe("the first fields of a text", () => {
  it("are read as far as it goes, and none of what lies deeper", () => {
    expect(leadingKeys('{"version": 2, "eval": {"task": "t", "status": [1]}, "sta')).toEqual([
      "version",
      "eval",
    ]);
    expect(leadingKeys('[{"eval": 1}]')).toEqual([]);
    expect(leadingKeys('{"a\\"b": "eval", "c": 1} {"d": 1}')).toEqual(['a\\"b', "c"]);
  });
});

describe("JSON as Python writes it", () => {
  it("has null for a bare NaN or Infinity, and leaves texts alone", () => {
    const text = '{"a": NaN, "b": [-Infinity, Infinity], "NaN": "NaN \\" Infinity", "c": 1}';
    expect(parsePythonJson(text)).toEqual({
      a: null,
      b: [null, null],
      NaN: 'NaN " Infinity',
      c: 1,
    });
    expect(() => parsePythonJson('{"a": nan}')).toThrow(SyntaxError);
    expect(() => parsePythonJson('{"a": "NaN')).toThrow(SyntaxError);
  });
});
