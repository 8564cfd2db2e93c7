import { describe, expect, it } from "vitest";
import type { ScorerInput } from "./scorer";
import { readWith, shortly } from "./testing";

const options = ["10 cm", "12 cm", "C vitamini", "Iğdır"];
const read = (text: string, rest: Partial<ScorerInput> = {}) =>
  shortly(readWith("strict-2", text, { options, ...rest }));

describe("strict-2", () => {
  it.each(["B", " b\n", "**B**", "\\boxed{B}", "$\\boxed{\\text{(B)}}$", "「B」", "“B”", "`B`"])(
    "reads %j as the label it is",
    (text) => expect(read(text)).toBe(2),
  );

  it.each(["12 cm", " 12\u00a0 cm ", "１２ cm", "**12 cm**", "\\boxed{12 cm}", '"12 cm"'])(
    "reads %j as the option's text it is",
    (text) => expect(read(text)).toBe(2),
  );

  it.each([
    "B) 12 cm",
    "(B) 12 cm",
    "B. 12 cm",
    "B: 12 cm",
    "**B** 12 cm",
    "**B. 12 cm**",
    "B - 12 cm",
  ])("reads %j as a label with its own text", (text) => expect(read(text)).toBe(2));

  it.each([
    "A) 12 cm",
    "B.",
    "B or C",
    "12 CM",
    "iğdır",
    "12",
    "B12 cm",
    "The answer is B",
    "(B",
    "\\boxed{B} or \\boxed{C}",
    "",
  ])("leaves %j unparsed", (text) => expect(read(text)).toBe("unparsed"));

  it("puts a label before an option's text, and an option's text before a label outside the set", () => {
    expect(read("B", { options: ["B", "A", "x"] })).toBe(2);
    expect(read("T", { options: ["T", "F"] })).toBe(1);
    expect(read("X", { options: ["T", "F"] })).toBe("out_of_range");
  });

  it("says nothing where two options have the text, or two ways of reading differ", () => {
    expect(read("x", { options: ["x", "x"] })).toBe("unparsed");
    expect(read("B. x", { options: ["x", "x"] })).toBe(2);
    expect(read("A. x", { options: ["x", "A. x"] })).toBe("unparsed");
  });

  it("reads numbered options alike", () => {
    const numbered = { labels: "integers" as const };
    expect(read("2", numbered)).toBe(2);
    expect(read("٢", numbered)).toBe(2);
    expect(read("2. 12 cm", numbered)).toBe(2);
    expect(read("9", numbered)).toBe("out_of_range");
    expect(read("2", { ...numbered, options: ["2", "1"] })).toBe(2);
  });

  it("points at what it read", () => {
    expect(readWith("strict-2", "<think>A</think>\n**Ⓑ** ").evidence).toEqual({
      start: 19,
      end: 20,
      text: "Ⓑ",
    });
    expect(readWith("strict-2", "(１２ cm)", { options }).evidence?.text).toBe("１２ cm");
  });
});
