import { expect, it } from "vitest";
import { answerOf, answersHash, readAnswers, writeAnswers } from "./answers";

const ROWS = [
  { a: 0.1 + 0.2, b: null, c: [1, "x"], d: { e: true } },
  { a: 5e-324, b: "ß", c: [], d: { e: null } },
];
const bytesOf = (text: string) => new TextEncoder().encode(text);
const FILE = bytesOf(writeAnswers([answerOf("SELECT 1", ROWS), answerOf("SELECT 2", [])]));

it("gives back every row as it was", () => {
  const answers = readAnswers(FILE, answersHash(FILE));
  expect(answers?.("SELECT 1")).toEqual(ROWS);
  expect(answers?.("SELECT 2")).toEqual([]);
  expect(answers?.("SELECT 3")).toBeUndefined();
});

it("refuses a file in which a single digit is another", () => {
  const damaged = bytesOf(
    new TextDecoder().decode(FILE).replace("0.30000000000000004", "0.80000000000000004"),
  );
  expect(damaged).toHaveLength(FILE.length);
  expect(() => readAnswers(damaged, answersHash(FILE))).toThrow("damaged");
});

it("refuses what is no such file, whatever its hash", () => {
  for (const text of ["", "{}", "null", '{"views":"x","answers":[{"sql":1}]}']) {
    const bytes = bytesOf(text);
    expect(() => readAnswers(bytes, answersHash(bytes)), text).toThrow();
  }
});

it("takes no answers of views that mean something else here", () => {
  const other = bytesOf(new TextDecoder().decode(FILE).replace(/"views":"\w+"/, '"views":"old"'));
  expect(readAnswers(other, answersHash(other))).toBeNull();
});

it("names bytes by their SHA-256", () => {
  expect(answersHash(bytesOf("abc"))).toBe(
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  );
});
