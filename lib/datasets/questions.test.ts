import { describe, expect, it } from "vitest";
import { itemHash } from "@/lib/records/hashes";
import { bytesSource } from "@/lib/records/importers/source";
import { buildQuestions } from "./questions";
import { setOfItems } from "./set-of-items";
import { contentFaults } from "./verify";

const ABOUT = { benchmark: "b", name: "B", language: "tr", licence: "none" };

const build = (...lines: readonly (string | object)[]) => {
  const text = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line)));
  const bytes = new TextEncoder().encode(`${text.join("\n")}\n`);
  return buildQuestions(bytesSource("q.jsonl", bytes), ABOUT);
};

const five = { id: "q1", question: "Hangisi?", options: ["a", "b", "c", "d", "e"], key: 2 };

describe("a set of questions", () => {
  it("is sound, shown with its original options in their order", async () => {
    const { parts, rejects } = await build({ ...five, section: "Tarih" }, { ...five, id: 7 });
    expect(rejects).toEqual([]);
    expect(contentFaults(parts)).toEqual([]);
    expect(parts.items[0]).toMatchObject({
      item_id: "q1",
      section: "Tarih",
      key: 2,
      stem_negative: false,
      stem_evidence: "tr-appendix-b-1",
      item_hash: itemHash("Hangisi?", ["a", "b", "c", "d", "e"], "c"),
    });
    expect(parts.presentations).toEqual(
      ["q1", "7"].map((item_id) => ({
        item_id,
        condition: "five-original",
        permutation: null,
        order: [0, 1, 2, 3, 4],
      })),
    );
  });

  it("flags stems by the rule of the set's language, unless the file says", async () => {
    const negative = "Hangisi yanlıştır?";
    const { parts } = await build(
      { ...five, question: negative },
      { ...five, id: "q2", question: negative, stem_negative: false },
    );
    expect(parts.items.map((item) => [item.stem_negative, item.stem_evidence])).toEqual([
      [true, "tr-appendix-b-1: yanlıştır"],
      [false, "given"],
    ]);
  });

  it("keeps borrowed options out of the original presentation and of the item's hash", async () => {
    const origins = ["original", "borrowed", "original", "original", "original"];
    const { parts } = await build({ ...five, origins });
    expect(parts.presentations[0]).toMatchObject({ condition: "original", order: [0, 2, 3, 4] });
    expect(parts.items[0]?.item_hash).toBe(itemHash("Hangisi?", ["a", "c", "d", "e"], "c"));
    expect(contentFaults(parts)).toEqual([]);
  });

  it("leaves out what it cannot read, and says line, field and reason", async () => {
    const { parts, rejects } = await build(
      five,
      { ...five, id: "q2", key: 5 },
      { ...five, id: "q3", options: ["a"], key: 0 },
      { ...five, id: "q4", origins: ["original"] },
      { ...five, id: "q5", origins: five.options.map(() => "borrowed") },
      "{",
    );
    expect(parts.items.map((item) => item.item_id)).toEqual(["q1"]);
    expect(rejects.map(({ line, column, reason }) => [line, column, reason])).toEqual([
      [2, "key", "the key is beyond the 5 options (the first is 0)"],
      [3, "options", "fewer than two options"],
      [4, "origins", "1 origins for 5 options"],
      [5, "key", "the key is a borrowed option"],
      [6, null, "no valid JSON"],
    ]);
    expect(parts.manifest.steps[0]?.counts).toEqual({ lines: 6, rejected: 5, questions: 1 });
  });

  it("takes the same line twice as one, and two questions of one id as none", async () => {
    const { parts, rejects } = await build(
      five,
      five,
      { ...five, id: "q2" },
      { ...five, id: "q2", key: 0 },
    );
    expect(parts.items.map((item) => item.item_id)).toEqual(["q1"]);
    expect(rejects.map(({ line, reason }) => [line, reason])).toEqual([
      [3, "another question has this id (line 4)"],
      [4, "another question has this id (line 3)"],
    ]);
  });

  it("needs a question, and one benchmark", async () => {
    await expect(build("{")).rejects.toThrow("q.jsonl: no question could be read");
    expect(() => setOfItems([], { ...ABOUT, sources: [], steps: [] })).toThrow("needs an item");
  });
});
