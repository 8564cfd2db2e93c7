import { itemHash } from "@/lib/records/hashes";
import type { ItemSet, PoolSentence, SetItem, SetManifest } from "@/lib/records/item-set";
import { jobSpecSchema, type JobSpec, type JobSpecInput } from "./job-spec";

const HASH = "0123456789abcdef";
const manifest = {
  version: 1 as const,
  name: "made for a test",
  language: "en",
  licence: "none",
  sources: [],
  steps: [],
  seed: null,
} satisfies Partial<SetManifest>;

const pad = (index: number) => String(index).padStart(3, "0");

function sentence(index: number, text = `The ${index}th sentence is right.`): PoolSentence {
  return {
    sentence_id: `s${pad(index)}`,
    text,
    level: (index % 4) + 1,
    score: (index % 4) / 4,
    eojeol: 5,
    morphemes: 5,
    clause_endings: 0,
    high_confusion: 0,
    symbol: 0,
    excluded: null,
  };
}

function target(index: number): SetItem {
  const text = `The ${index}th sentense is wrong.`;
  return {
    item_id: `t${pad(index)}`,
    stem: null,
    target: text,
    // The correct form of every even item is in the pool.
    target_base: index % 2 === 0 ? sentence(index).text : null,
    options: [],
    key: null,
    section: "spelling",
    sub_category: null,
    stem_negative: null,
    stem_evidence: null,
    item_hash: itemHash("", [], text),
  };
}

/** Error identification, for tests: 20 items, a pool of 150 sentences, 76 of them in `easy`. */
export function sampledSet(over: Partial<ItemSet> = {}): ItemSet {
  return {
    hash: HASH,
    manifest: {
      ...manifest,
      benchmark: "test-errors",
      kind: "error-identification",
      environments: { easy: [1, 2], full: [1, 2, 3, 4] },
    },
    items: Array.from({ length: 20 }, (_, index) => target(index)),
    pool: Array.from({ length: 150 }, (_, index) => sentence(index)),
    presentations: [],
    ...over,
  };
}

function question(index: number): SetItem {
  const options = Array.from({ length: 10 }, (_, place) => ({
    text: `${index}-${place}`,
    origin: place % 2 === 0 ? ("original" as const) : ("borrowed" as const),
    donor_item: place % 2 === 0 ? null : "elsewhere",
    donor_option: place % 2 === 0 ? null : 0,
  }));
  const originals = options.filter(({ origin }) => origin === "original").map(({ text }) => text);
  const key = (index % 5) * 2;
  const stem = `What is ${index}?`;
  return {
    item_id: `q${pad(index)}`,
    stem,
    target: null,
    target_base: null,
    options,
    key,
    section: "counting",
    sub_category: null,
    stem_negative: index % 3 === 0,
    stem_evidence: null,
    item_hash: itemHash(stem, originals, options[key]?.text ?? ""),
  };
}

/** Fixed questions, for tests: 20 items of five original options, each before a borrowed one. */
export function fixedSet(over: Partial<ItemSet> = {}): ItemSet {
  return {
    hash: HASH,
    manifest: {
      ...manifest,
      benchmark: "test-questions",
      kind: "fixed-question",
      environments: {},
    },
    items: Array.from({ length: 20 }, (_, index) => question(index)),
    pool: [],
    presentations: [],
    ...over,
  };
}

const MINIMAL = {
  version: 1,
  name: "test",
  item_set: HASH,
  trials: 3,
  seed: "42",
  decoding: { max_tokens: 16 },
  models: [{ host: "here", model: "m" }],
} as const;

/** A job of sampled options, parsed. */
export function sampledSpec(over: Partial<JobSpecInput> = {}): JobSpec {
  return jobSpecSchema.parse({
    ...MINIMAL,
    option_counts: [4, 20],
    environments: ["easy", "full"],
    prompt: "error-en",
    scorer: "index-1",
    ...over,
  });
}

/** A job of fixed questions, parsed. */
export function fixedSpec(over: Partial<JobSpecInput> = {}): JobSpec {
  return jobSpecSchema.parse({
    ...MINIMAL,
    trials: 1,
    conditions: ["five-original", "ten-appended", "ten-interleaved", "ten-permuted"],
    permutations: 3,
    prompt: "question-tr",
    label_style: "letters",
    scorer: "strict-2",
    ...over,
  });
}
