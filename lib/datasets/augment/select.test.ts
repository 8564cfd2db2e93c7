import { describe, expect, it } from "vitest";
import { candidatesFor } from "./candidates";
import { readChoice, selectPrompt } from "./select";
import { FOUR, readRows } from "./testing";

describe("a model's choice", () => {
  it("is asked for with the question as data and an identifier for each candidate", async () => {
    const [a, ...donors] = (await readRows(FOUR)).questions;
    const prompt = selectPrompt(a!, candidatesFor(a!, donors));
    const data = JSON.parse(prompt.slice(prompt.indexOf("\n\n{"))) as Record<string, unknown>;
    expect(data).toMatchObject({ right_option: 3, question: a!.question, section: "Tarih" });
    expect(Object.entries(data.candidates as object).slice(0, 2)).toEqual([
      ["c1", "b bir"],
      ["c2", "c bir"],
    ]);
  });

  it("is read where it has the form that was asked for", () => {
    const ids = '{"ids": ["c5", "c1", "c2", "c3", "c12"]}';
    expect(readChoice(ids, 12)).toEqual([4, 0, 1, 2, 11]);
    expect(readChoice(`\`\`\`json\n${ids}\n\`\`\``, 12)).toEqual([4, 0, 1, 2, 11]);
  });

  it.each([
    ["no JSON", "c1, c2, c3, c4, c5"],
    ["fewer", '{"ids": ["c1", "c2", "c3", "c4"]}'],
    ["more", '{"ids": ["c1", "c2", "c3", "c4", "c5", "c6"]}'],
    ["one twice", '{"ids": ["c1", "c2", "c3", "c4", "c4"]}'],
    ["an unknown one", '{"ids": ["c1", "c2", "c3", "c4", "c13"]}'],
    ["one of them unknown beside five", '{"ids": ["c1", "c2", "c3", "c4", "c5", "c13"]}'],
    ["texts", '{"ids": ["b bir", "c2", "c3", "c4", "c5"]}'],
    ["another form", '["c1", "c2", "c3", "c4", "c5"]'],
  ])("is none: %s", (_, text) => {
    expect(readChoice(text, 12)).toBeNull();
  });
});
