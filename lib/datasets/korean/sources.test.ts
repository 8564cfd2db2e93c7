import { describe, expect, it } from "vitest";
import { bytesSource } from "@/lib/records/importers/source";
import { readKoreanSources } from "./sources";

const file = (name: string, rows: readonly object[]) =>
  bytesSource(
    name,
    new TextEncoder().encode(rows.map((row) => `${JSON.stringify(row)}\n`).join("")),
  );

const sentence = { id: "s1", text: "키만큼 컸다.", licence: "none", keywords: [] };
const pair = {
  id: "t1",
  pool_id: "s1",
  correct: "키만큼 컸다.",
  erroneous: "키 만큼 컸다.",
  category: "c",
  sub_category: "d",
  licence: "none",
};
const read = (sentences: readonly object[], pairs: readonly object[]) =>
  readKoreanSources(file("pool.jsonl", sentences), file("pairs.jsonl", pairs));

describe("the sources of the Korean set", () => {
  it("are read with their hashes", async () => {
    const sources = await read([sentence], [pair]);
    expect(sources.sentences).toEqual([{ id: "s1", text: "키만큼 컸다.", licence: "none" }]);
    expect(sources.pairs).toEqual([pair]);
    expect(sources.files.map(({ name }) => name)).toEqual(["pool.jsonl", "pairs.jsonl"]);
  });

  it("stop the build at a line that cannot be read, and say which", async () => {
    const broken = [sentence, { id: "s2", licence: "none" }, { ...sentence, id: "" }];
    await expect(read(broken, [pair])).rejects.toThrow(
      /^pool\.jsonl:2 text: .*; and 1 more lines$/,
    );
  });

  it("must agree: a pair is of a sentence as the pool has it", async () => {
    await expect(read([sentence], [{ ...pair, correct: "키만큼 크다." }])).rejects.toThrow(
      "pair t1: correct is not the text of s1",
    );
  });
});
