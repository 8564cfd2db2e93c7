import { describe, expect, it } from "vitest";
import { readBoolean, readInteger, readNumber, readPosition, readText } from "./values";

describe("readInteger", () => {
  it.each([
    ["3", 3],
    ["3.0", 3],
    ["3.", 3],
    [" 12 ", 12],
    ["+4", 4],
    ["-0", 0],
    [-0, 0],
    [3, 3],
    [7n, 7],
    ["", null],
    [null, null],
    [undefined, null],
  ])("%s is %s", (given, value) => expect(readInteger(given)).toBe(value));
  it.each([
    "1.5",
    "1e3",
    "AB",
    "0x10",
    "1,000",
    "NA",
    "None",
    "nan",
    "Infinity",
    1.5,
    true,
    [],
    {},
  ])("%s is refused", (given) => expect(readInteger(given)).toBeNaN());
});

describe("readNumber", () => {
  it.each([
    ["1.5", 1.5],
    ["1e3", 1000],
    [".5", 0.5],
    ["", null],
  ])("%s is %s", (given, value) => expect(readNumber(given)).toBe(value));
  it.each(["1.5.2", "Infinity", "NaN", "-", true, Infinity])("%s is refused", (given) =>
    expect(readNumber(given)).toBeNaN(),
  );
});

describe("readBoolean", () => {
  it.each([
    ["True", true],
    ["false", false],
    ["1", true],
    ["0.0", false],
    [1, true],
    ["", null],
    ["yes", undefined],
    ["T", undefined],
    [2, undefined],
  ])("%s is %s", (given, value) => expect(readBoolean(given)).toBe(value));
});

describe("readText", () => {
  it.each([
    ["NA", "NA"],
    ["NULL", "NULL"],
    ["None", "None"],
    ["T", "T"],
    ["", null],
    [12, "12"],
    [12345678901234567890n, "12345678901234567890"],
    [{}, undefined],
    [["a"], undefined],
  ])("%s is %s", (given, value) => expect(readText(given)).toBe(value));
});

describe("readPosition", () => {
  it("takes letters where they are labels of the options", () => {
    expect(readPosition("B", 4)).toBe(2);
    expect(readPosition("b", 4)).toBe(2);
    expect(readPosition("AA", 30)).toBe(27);
    expect(readPosition("T", 26)).toBe(20);
  });
  it("lets one letter lie beyond the options, never several", () => {
    expect(readPosition("E", 4)).toBe(5);
    expect(readPosition("AB", 10)).toBeNaN();
    expect(readPosition("AB", 28)).toBe(28);
  });
  it("refuses letters of other alphabets, and labels with anything around them", () => {
    expect(readPosition("А", 4)).toBeNaN();
    expect(readPosition("(A)", 4)).toBeNaN();
    expect(readPosition("ı", 10)).toBeNaN();
  });
});
