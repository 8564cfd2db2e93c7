import fc from "fast-check";
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { readTable } from "./csv";
import type { Fault } from "./fault";

async function* chunks(bytes: Uint8Array, sizes: readonly number[]) {
  for (let at = 0, i = 0; at < bytes.length; i += 1) {
    const size = sizes[i % sizes.length] ?? 1;
    yield await Promise.resolve(bytes.subarray(at, at + size));
    at += size;
  }
}

async function read(content: string | Uint8Array, sizes: readonly number[] = [1 << 20]) {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const rows: { line: number; values: readonly (string | null)[] }[] = [];
  const faults: { line: number; reason: string }[] = [];
  let columns: readonly string[] = [];
  await readTable(
    chunks(bytes, sizes),
    ",",
    {
      columns: (names) => (columns = names),
      row: (line, values) => rows.push({ line, values }),
    },
    (line: number, fault: Fault) => faults.push({ line, reason: fault.message }),
    () => Promise.resolve(),
  );
  return { columns, rows, faults };
}

/** Texts that no spreadsheet rule touches; empty is read as null. */
const cell = fc
  .string({ unit: fc.constantFrom("a", '"', ",", "\n", "\r", "é", "한", "🙂", " ", "'", "\u2028") })
  .filter((text) => text !== "" && !text.startsWith("'") && !text.startsWith("\r"));

describe("readTable", () => {
  it("reads back what papaparse writes, however it is cut, with LF and CRLF", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 6 }),
        fc.constantFrom("\n", "\r\n"),
        fc.array(fc.integer({ min: 1, max: 11 }), { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        async (cells, newline, sizes, ended) => {
          const text = Papa.unparse([["x", "y", "z"], ...cells], { newline });
          const { columns, rows, faults } = await read(text + (ended ? newline : ""), sizes);
          expect(columns).toEqual(["x", "y", "z"]);
          expect(faults).toEqual([]);
          expect(rows.map((row) => row.values)).toEqual(cells);
        },
      ),
      { numRuns: 500 },
    );
  });

  it("counts lines inside quoted fields and blank lines", async () => {
    const { rows } = await read('x,y\n\n"a\nb",1\r\n2,3\n\n4,5');
    expect(rows).toEqual([
      { line: 3, values: ["a\nb", "1"] },
      { line: 5, values: ["2", "3"] },
      { line: 7, values: ["4", "5"] },
    ]);
  });

  it("rejects a record that does not fit the header, alone", async () => {
    const { rows, faults } = await read("x,y\n1,2\n1\n1,2,3\n5,6\n7");
    expect(rows.map((row) => row.line)).toEqual([2, 5]);
    expect(faults).toEqual([
      { line: 3, reason: "1 fields, but the header names 2 columns" },
      { line: 4, reason: "3 fields, but the header names 2 columns" },
      { line: 6, reason: "1 fields, but the header names 2 columns" },
    ]);
  });

  it("rejects a quote that never closes, with the line where it opens", async () => {
    const { rows, faults } = await read('x,y\n1,2\n"3,4\n5,6\n', [3]);
    expect(rows).toHaveLength(1);
    expect(faults).toEqual([{ line: 3, reason: "a quote is opened and not closed" }]);
  });

  it("rejects lines that are no UTF-8, alone", async () => {
    const bytes = new Uint8Array([
      ...new TextEncoder().encode("x,y\n1,2\n"),
      0xb0,
      0xa1,
      0x2c,
      0x33,
    ]);
    const whole = new Uint8Array([...bytes, ...new TextEncoder().encode("\n4,가\n")]);
    const { rows, faults } = await read(whole);
    expect(rows.map((row) => row.values)).toEqual([
      ["1", "2"],
      ["4", "가"],
    ]);
    expect(faults).toEqual([{ line: 3, reason: "not UTF-8 text" }]);
  });

  it("keeps Unicode line separators and a lone CR as text", async () => {
    const { rows } = await read("x,y\na\u2028b,c\u0085d\ne\rf,g\n");
    expect(rows.map((row) => row.values)).toEqual([
      ["a\u2028b", "c\u0085d"],
      ["e\rf", "g"],
    ]);
  });
});
