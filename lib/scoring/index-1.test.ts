import { describe, expect, it } from "vitest";
import { readWith, shortly } from "./testing";

const read = (text: string, n_options = 20) =>
  shortly(readWith("index-1", text, { n_options, labels: "integers" }));

describe("index-1", () => {
  it.each([
    ["12", 12],
    ["12.", 12],
    ["(12)", 12],
    ["12번", 12],
    ["12번째", 12],
    ["(12)번입니다.", 12],
    ["**12**", 12],
    ["\\boxed{12}", 12],
    ["012", 12],
    ["12th", 12],
    ["１２", 12],
    ["⑫", 12],
    ["١٢", 12],
    ["१२번", 12],
    ["정답은 12번입니다.", 12],
    ["정답: 12", 12],
    ["The answer is 12 because sentence 15 is fine.", 12],
    ["Cevap: 12", 12],
    ["答案是第12个。", 12],
    ["Answer: 3, no:\nAnswer: 12", 12],
  ])("reads %j as %s", (text, expected) => expect(read(text)).toBe(expected));

  it.each([
    "12, 15",
    "12 and 15",
    "12번과 15번",
    "12\n15",
    "Answer: 12 or 15",
    "12-15",
    "It is 12 or 15.",
  ])("finds two integers in %j", (text) => expect(read(text)).toBe("multiple"));

  it.each(["0", "21", "정답은 21번", "99999999999999999999999"])("finds %j out of range", (text) =>
    expect(read(text)).toBe("out_of_range"),
  );

  it.each([
    "",
    "twelve",
    "I would say 12",
    "3.5",
    "Answer: 3.5",
    "12%",
    "B12",
    "Answer: B",
    "12 … 12",
  ])("leaves %j unparsed", (text) => expect(read(text)).toBe("unparsed"));

  it("shows both of two integers", () => {
    const text = "It is 12 or perhaps 15, who knows";
    const { evidence } = readWith("index-1", text, { n_options: 20, labels: "integers" });
    expect(evidence?.text).toBe("12 or perhaps 15");
  });
});
