import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { ItemSet } from "@/lib/records/item-set";
import { pathSource } from "@/lib/records/store/path-source";
import table1 from "@/lib/reference/data/p1-table1.json";
import { itemSetHash } from "../hash";
import { listItemSets, readItemSet, verifyItemSet } from "../store";
import { buildKorean, KOREAN_SEED } from "./build";
import { TABLE_1 } from "./choose";
import { PAIRS_FILE, POOL_FILE, readKoreanSources } from "./sources";

const SHIPPED = join(import.meta.dirname, "../../../samples/item-sets");
/** The source files lie beside the repository where the machine has them. */
const SOURCES = join(import.meta.dirname, "../../../../shared/data");
const HASH = "5f504a96a5b30681";

let set: ItemSet;
beforeAll(async () => {
  set = await readItemSet(join(SHIPPED, HASH));
});

const shown = () => set.pool.filter((sentence) => sentence.excluded === null);

describe("the shipped Korean set", () => {
  it("is the only one, and sound: its hashes, scores and levels follow from what it holds", async () => {
    expect((await listItemSets([SHIPPED])).sets.map((listed) => listed.hash)).toEqual([HASH]);
    expect(await verifyItemSet(join(SHIPPED, HASH))).toEqual([]);
  });

  it("has the targets of Table 1 by sub-category", () => {
    const published = Object.fromEntries(table1.map((row) => [row.sub_category, row.count]));
    expect(TABLE_1).toEqual(published);
    const counts = Map.groupBy(set.items, (item) => item.sub_category);
    expect(Object.fromEntries([...counts].map(([name, items]) => [name, items.length]))).toEqual(
      published,
    );
    expect(set.items).toHaveLength(30);
  });

  it("may show 750 sentences, none of them a target or its correct form", () => {
    const texts = new Set(shown().map((sentence) => sentence.text));
    expect(texts.size).toBe(750);
    for (const { target, target_base } of set.items) {
      expect(texts.has(target ?? "")).toBe(false);
      expect(texts.has(target_base ?? "")).toBe(false);
    }
  });

  it("has levels of nearly one size, whose scores do not overlap", () => {
    const levels = [1, 2, 3, 4].map((level) => shown().filter((s) => s.level === level));
    // Ties at a boundary stay together.
    expect(levels.map((level) => level.length)).toEqual([201, 174, 188, 187]);
    const scores = levels.map((level) => level.map((sentence) => sentence.score));
    for (const [i, level] of scores.slice(1).entries())
      expect(Math.min(...level)).toBeGreaterThan(Math.max(...(scores[i] ?? [])));
  });

  it("offers the environments of the paper", () => {
    expect(set.manifest.environments).toEqual({ easy: [1, 2], full: [1, 2, 3, 4] });
  });
});

/** A set out of the source files, whose features are those that the shipped set has stored. */
async function rebuilt(seed: string) {
  const sources = await readKoreanSources(
    await pathSource(join(SOURCES, POOL_FILE)),
    await pathSource(join(SOURCES, PAIRS_FILE)),
  );
  const stored = new Map(set.pool.map((sentence) => [sentence.text, sentence]));
  const analyser = set.manifest.sources.filter(({ name }) => name.startsWith("analyser"));
  const parts = buildKorean({
    sources,
    seed,
    analyser,
    read: (text) => {
      const sentence = stored.get(text);
      if (!sentence) throw new Error(`no stored features: ${text}`);
      const { eojeol, morphemes, clause_endings, high_confusion, symbol } = sentence;
      return { eojeol, morphemes, clause_endings, high_confusion, symbol };
    },
  });
  return { sources, parts };
}

describe.skipIf(!existsSync(join(SOURCES, POOL_FILE)))(
  "the shipped Korean set and its sources (skipped where ../shared/data is missing)",
  () => {
    it("comes out of them again, hash by hash, with the stored features", async () => {
      const { parts } = await rebuilt(KOREAN_SEED);
      expect(itemSetHash(parts)).toBe(HASH);
    });

    it("shows no sentence with a strict review, and has no dropped pair", async () => {
      const { sources } = await rebuilt(KOREAN_SEED);
      const reviews = new Map(sources.sentences.map((s) => [s.id, s.review]));
      const pairs = new Map(sources.pairs.map((pair) => [pair.id, pair]));
      const strengths = shown().map((s) => reviews.get(s.sentence_id)?.strength ?? "none");
      expect(strengths.filter((s) => s === "soft")).toHaveLength(11);
      expect(strengths.filter((s) => s === "none")).toHaveLength(739);
      for (const { item_id } of set.items) {
        expect(pairs.get(item_id)?.review ?? null).toBeNull();
        expect(reviews.get(pairs.get(item_id)?.pool_id ?? "") ?? null).toBeNull();
      }
    });

    it("is another under another seed, with the same counts", async () => {
      const { parts } = await rebuilt("another seed");
      expect(itemSetHash(parts)).not.toBe(HASH);
      expect(parts.manifest.steps.slice(0, -1)).toEqual(set.manifest.steps.slice(0, -1));
      const ids = parts.items.map((item) => item.item_id);
      expect(ids).not.toEqual(set.items.map((item) => item.item_id));
    });
  },
);
