import { hashOfItem, type ItemSetParts, type SetItem } from "@/lib/records/item-set";
import { ratePool, type Ranges } from "./difficulty";

/**
 * Ranges of the first paper's candidates. It does not print them; they are the only whole numbers
 * that give the scores of Table 8 from its counts. Every sentence there has a symbol (its full stop).
 */
export const TABLE_8_RANGES: Ranges = {
  eojeol: { min: 2, max: 17 },
  morphemes: { min: 5, max: 34 },
  clause_endings: { min: 0, max: 4 },
  high_confusion: { min: 0, max: 1 },
  symbol: { min: 1, max: 1 },
};

const LETTERS = ["가", "나", "다", "라", "마", "바", "사", "아"];

/** A small sound set of error identification, for tests: two items, eight sentences of which one is never shown. */
export function smallIdentification(): ItemSetParts {
  const items = ["t1", "t2"].map((item_id): SetItem => {
    const item = {
      item_id,
      stem: null,
      target: `틀린 ${item_id}.`,
      target_base: `바른 ${item_id}.`,
      options: [],
      key: null,
      section: "Spacing",
      sub_category: "Spacing",
      stem_negative: null,
      stem_evidence: null,
    };
    return { ...item, item_hash: hashOfItem(item) };
  });
  const pool = ratePool(
    LETTERS.map((letter, i) => ({
      sentence_id: `s${i}`,
      text: `${letter} 'x' "y" 말.`,
      eojeol: i + 1,
      morphemes: 2 * i + 3,
      clause_endings: i % 2,
      high_confusion: Number(i > 5),
      symbol: 1,
      excluded: i === 7 ? "correct form of target t1" : null,
    })),
  ).sentences;
  return {
    manifest: {
      version: 1,
      benchmark: "small",
      name: "Small",
      kind: "error-identification",
      language: "ko",
      licence: "none",
      sources: [{ name: "made for a test", sha256: null }],
      steps: [{ what: "made", counts: { sentences: 8, items: 2 } }],
      seed: "s",
      environments: { easy: [1, 2], full: [1, 2, 3, 4] },
    },
    items,
    pool,
    presentations: [],
  };
}

/** A small sound set of fixed questions, for tests: one with a borrowed option and texts that are hard to keep. */
export function smallQuestions(): ItemSetParts {
  const texts = ["NULL", "", ' "quoted" ', "a\\n\n", "İstanbul 🙂"];
  const question = {
    item_id: "9007199254740993",
    stem: "Hangisi?",
    target: null,
    target_base: null,
    options: [
      ...texts.map((text) => ({
        text,
        origin: "original" as const,
        donor_item: null,
        donor_option: null,
      })),
      { text: "ödünç", origin: "borrowed" as const, donor_item: "q2", donor_option: 3 },
    ],
    key: 4,
    section: "Tarih",
    sub_category: null,
    stem_negative: true,
    stem_evidence: "değildir",
  };
  return {
    manifest: {
      version: 1,
      benchmark: "small-questions",
      name: "Small questions",
      kind: "fixed-question",
      language: "tr",
      licence: "none",
      sources: [],
      steps: [],
      seed: null,
      environments: {},
    },
    items: [{ ...question, item_hash: hashOfItem(question) }],
    pool: [],
    presentations: [
      {
        item_id: question.item_id,
        condition: "five-original",
        permutation: null,
        order: [0, 1, 2, 3, 4],
      },
      {
        item_id: question.item_id,
        condition: "six-permuted",
        permutation: 1,
        order: [5, 4, 0, 2, 1, 3],
      },
    ],
  };
}
