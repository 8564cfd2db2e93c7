import type { Features } from "../difficulty";

/** A morpheme as the analyser names it: its form, and its tag of the Sejong set. */
export interface Morpheme {
  readonly form: string;
  readonly tag: string;
}

/** One sentence under the analyser. */
export interface Analysis {
  readonly morphemes: readonly Morpheme[];
  /** Whether a compound noun with a linking ㅅ (sai-siot) is in it. */
  readonly saiSiot: boolean;
}

/** Endings that close a clause (P1, Table 7), in the form that the analyser gives them. */
export const CLAUSE_ENDINGS: ReadonlySet<string> = new Set([
  "다",
  "요",
  "고",
  "면",
  "지만",
  "서",
  "며",
  "는데",
  "는다",
  "습니다",
]);

/** Sentence-final and connective endings. */
const ENDING_TAGS: ReadonlySet<string> = new Set(["EF", "EC"]);
/** Dependent nouns and auxiliary predicates (P1, Table 6). */
const CONFUSED_TAGS: ReadonlySet<string> = new Set(["NNB", "VX"]);
const SYMBOL = /[\p{P}\p{S}\p{N}]/u;

/** The tag without what tells regular from irregular stems (`VX-I`). */
const plainTag = (tag: string): string => tag.split("-")[0] ?? tag;

/**
 * Features of a sentence (P1, Table 6). Endings count by their exact form: the paper's "시간이 없어서"
 * counts 0 for 어서, though 서 is in Table 7. The final full stop is a symbol (see docs/difficulty.md).
 */
export function featuresOf(text: string, { morphemes, saiSiot }: Analysis): Features {
  const tagged = (tags: ReadonlySet<string>) => morphemes.filter((m) => tags.has(plainTag(m.tag)));
  return {
    eojeol: text.split(/\s+/u).filter((part) => part !== "").length,
    morphemes: morphemes.length,
    clause_endings: tagged(ENDING_TAGS).filter((m) => CLAUSE_ENDINGS.has(m.form)).length,
    high_confusion: Number(saiSiot || tagged(CONFUSED_TAGS).length > 0),
    symbol: Number(SYMBOL.test(text)),
  };
}
