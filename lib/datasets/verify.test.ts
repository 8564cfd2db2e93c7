import { describe, expect, it } from "vitest";
import type { ItemSetParts, PoolSentence, Presentation, SetItem } from "@/lib/records/item-set";
import { smallIdentification, smallQuestions } from "./testing";
import { faultLine } from "./set-files";
import { contentFaults } from "./verify";

const lines = (parts: ItemSetParts) => contentFaults(parts).map(faultLine);

/** A part with its first row changed. */
const first = <T>(rows: readonly T[], change: Partial<T>): T[] =>
  rows.map((row, i) => (i === 0 ? { ...row, ...change } : row));

const identification = (change: {
  item?: Partial<SetItem>;
  sentence?: Partial<PoolSentence>;
  manifest?: Partial<ItemSetParts["manifest"]>;
}): string[] => {
  const parts = smallIdentification();
  return lines({
    ...parts,
    manifest: { ...parts.manifest, ...change.manifest },
    items: first(parts.items, change.item ?? {}),
    pool: first(parts.pool, change.sentence ?? {}),
  });
};

const questions = (change: {
  item?: Partial<SetItem>;
  shown?: Partial<Presentation>;
}): string[] => {
  const parts = smallQuestions();
  return lines({
    ...parts,
    items: first(parts.items, change.item ?? {}),
    presentations: first(parts.presentations, change.shown ?? {}),
  });
};

describe("faults of an item set", () => {
  it("are none in sound ones", () => {
    expect(lines(smallIdentification())).toEqual([]);
    expect(lines(smallQuestions())).toEqual([]);
  });

  it("name an item whose hash is not its own", () => {
    expect(identification({ item: { target: "다른 문장." } })).toEqual([
      expect.stringMatching(
        /^items\.parquet, item t1: item_hash is \w{16}; the item's own is \w{16}$/,
      ),
    ]);
  });

  it("name a key beyond the options, and one that is not shown", () => {
    const [key, ...rest] = questions({ item: { key: 6, item_hash: null } });
    expect(key).toBe(
      "items.parquet, item 9007199254740993: key is 6, beyond the 6 options (the first is 0)",
    );
    expect(rest).toEqual([
      "presentations.parquet, item 9007199254740993, five-original, permutation none: order does not show the key, option 6",
      "presentations.parquet, item 9007199254740993, six-permuted, permutation 1: order does not show the key, option 6",
    ]);
  });

  it("name a level and a score that the features do not give", () => {
    expect(identification({ sentence: { level: 3 } })).toEqual([
      "pool.parquet, sentence s0: level is 3; the quartiles of the pool give 1",
    ]);
    expect(identification({ sentence: { score: 0.2 } })).toEqual([
      "pool.parquet, sentence s0: score is 0.2; its features and the pool's ranges give 0",
    ]);
  });

  it("name an environment whose level is empty", () => {
    const parts = smallIdentification();
    const pool = parts.pool.filter((sentence) => sentence.level !== 2);
    expect(lines({ ...parts, pool })).toContain(
      "set.json: environment easy names level 2, of which the pool holds no sentence that may be shown",
    );
    expect(identification({ manifest: { environments: {} } })).toEqual([
      "set.json: environments are none",
    ]);
  });

  it("name a second right answer in the pool", () => {
    expect(identification({ sentence: { text: "틀린 t2." } })).toEqual([
      "pool.parquet, sentence s0: text is the target of item t2: it would be a second right answer",
    ]);
  });

  it("name ids that stand twice", () => {
    expect(identification({ sentence: { sentence_id: "s1" } })).toContain(
      "pool.parquet, sentence s1: sentence_id stands more than once",
    );
    expect(identification({ item: { item_id: "t2" } })).toContain(
      "items.parquet, item t2: item_id stands more than once",
    );
  });

  it("name orders that are not what their condition promises", () => {
    // Options 0 to 4 are original, 5 is borrowed, 4 the key; five-original keeps 0, 1, 2, 3, 4.
    const shown = (condition: string, order: number[]) => {
      const parts = smallQuestions();
      const [first, second] = parts.presentations;
      return lines({ ...parts, presentations: [first!, { ...second!, condition, order }] });
    };
    const where = (condition: string) =>
      `presentations.parquet, item 9007199254740993, ${condition}, permutation 1: order`;
    for (const [condition, order] of [
      ["ten-appended", [0, 1, 2, 3, 4, 5]],
      ["ten-interleaved", [0, 5, 1, 2, 3, 4]],
      ["ten-permuted", [5, 4, 3, 2, 1, 0]],
      ["another", [4, 0]],
    ] as const)
      expect(shown(condition, [...order])).toEqual([]);
    expect(shown("ten-appended", [5, 0, 1, 2, 3, 4])).toEqual([
      `${where("ten-appended")} does not show the original options first`,
    ]);
    expect(shown("ten-interleaved", [1, 0, 5, 2, 3, 4])).toEqual([
      `${where("ten-interleaved")} does not keep the order of the original options`,
    ]);
    expect(shown("ten-permuted", [5, 4, 3, 2, 1])).toEqual([
      `${where("ten-permuted")} does not show every option once`,
    ]);
    expect(questions({ shown: { order: [0, 1, 2, 5, 4] } })).toEqual([
      "presentations.parquet, item 9007199254740993, five-original, permutation none: order is not the original options alone",
    ]);
  });

  it("name presentations that cannot be rebuilt", () => {
    const where = "presentations.parquet, item 9007199254740993, five-original, permutation none";
    expect(questions({ shown: { order: [0, 4, 4] } })).toEqual([
      `${where}: order names an option twice`,
    ]);
    expect(questions({ shown: { order: [4, 6] } })).toEqual([
      `${where}: order names option 6, beyond the 6 options (the first is 0)`,
    ]);
    expect(questions({ shown: { item_id: "q9" } })).toEqual([
      "presentations.parquet, item q9, five-original, permutation none: item_id names no item of items.parquet",
    ]);
  });
});
