import type { ItemSetParts, SetItem, SetManifest } from "@/lib/records/item-set";
import { hashOfItem, ITEM_SET_VERSION } from "@/lib/records/item-set";
import { ratePool, type Features } from "../difficulty";
import { choosePool, chooseTargets, TABLE_1, type Exclusions } from "./choose";
import type { KoreanSources, SourcePair } from "./sources";

export const KOREAN_BENCHMARK = "korean-orthography";
export const KOREAN_SEED = "foilscope-korean-1";
/** Sentences that may be shown (P1, Appendix A). */
export const KOREAN_POOL_SIZE = 750;

/** Environments of the first paper (section 3.2). */
const ENVIRONMENTS = { easy: [1, 2], full: [1, 2, 3, 4] };

/** Reads the features of one sentence. */
export type FeatureReader = (text: string) => Features;

export interface KoreanBuild {
  readonly sources: KoreanSources;
  readonly seed: string;
  /** What read the features, for the set's list of sources. */
  readonly analyser: SetManifest["sources"];
  readonly read: FeatureReader;
  readonly onSentence?: (done: number, total: number) => void;
}

function itemOf(pair: SourcePair): SetItem {
  const item = {
    item_id: pair.id,
    stem: null,
    target: pair.erroneous,
    target_base: pair.correct,
    options: [],
    key: null,
    // Responses are grouped by section: for error identification it is the kind of error.
    section: pair.sub_category,
    sub_category: pair.sub_category,
    stem_negative: null,
    stem_evidence: null,
  };
  return { ...item, item_hash: hashOfItem(item) };
}

function stepsOf(
  { sentences, pairs }: KoreanSources,
  targets: readonly SourcePair[],
  excluded: Exclusions,
  levels: readonly { readonly level: number; readonly excluded: string | null }[],
): SetManifest["steps"] {
  const strict = sentences.filter((s) => s.review?.strength === "strict");
  const bases = new Set(targets.map((target) => target.pool_id));
  const barredBases = sentences.filter((s) => bases.has(s.id) && s.review?.strength !== "strict");
  const left = sentences.length - strict.length - barredBases.length;
  const shown = sentences.filter((s) => excluded.get(s.id) === null);
  const kept = pairs.filter((pair) => pair.review?.verdict !== "drop").length;
  const atLevel = (level: number) =>
    levels.filter((one) => one.excluded === null && one.level === level).length;
  return [
    {
      what: "Candidates: example sentences of the dictionary, and pairs of a sentence with one error put into it by rule; all were read one by one, but neither a native speaker nor the first paper's three spell checkers have judged them yet",
      counts: { sentences: sentences.length, pairs: pairs.length },
    },
    {
      what: "Pairs that a reading of each dropped are left out",
      counts: { dropped: pairs.length - kept, pairs: kept },
    },
    {
      what: "Targets drawn by sub-category as in Table 1 of the first paper, those whose correct form drew a remark last",
      counts: {
        ...Object.fromEntries(
          Object.keys(TABLE_1).map((name) => [
            name,
            targets.filter((target) => target.sub_category === name).length,
          ]),
        ),
        targets: targets.length,
      },
    },
    {
      what: "Sentences with an error, or with a form whose spelling is a matter of convention, are never shown",
      counts: { excluded: strict.length, sentences: sentences.length - strict.length },
    },
    {
      what: "Correct forms of the chosen targets are never shown",
      counts: { excluded: barredBases.length, sentences: left },
    },
    {
      what: "Pool drawn, sentences of which another form is licensed as well last",
      counts: {
        excluded: left - shown.length,
        with_remark: shown.filter((s) => s.review).length,
        sentences: shown.length,
      },
    },
    {
      what: "Difficulty: features scaled over the pool, levels by quartile of the score in it",
      counts: Object.fromEntries([1, 2, 3, 4].map((level) => [`level ${level}`, atLevel(level)])),
    },
  ];
}

/**
 * The Korean error-identification set after P1, section 3.2: 30 targets by sub-category as in Table 1,
 * and a pool of 750 sentences with difficulty levels by Appendix B. All candidates stay in the pool
 * table, with the reason where one is never shown. The same sources, seed and features give the same set.
 * @throws Error where the sources do not suffice
 */
export function buildKorean({
  sources,
  seed,
  analyser,
  read,
  onSentence,
}: KoreanBuild): ItemSetParts {
  const { sentences, pairs, files } = sources;
  const targets = chooseTargets(pairs, sentences, TABLE_1, seed);
  const excluded = choosePool(sentences, targets, KOREAN_POOL_SIZE, seed);
  const candidates = sentences.map(({ id, text }, i) => {
    const features = read(text);
    onSentence?.(i + 1, sentences.length);
    return { sentence_id: id, text, ...features, excluded: excluded.get(id) ?? null };
  });
  const pool = ratePool(candidates).sentences;
  const licences = new Set([...sentences, ...targets].map((row) => row.licence));
  return {
    manifest: {
      version: ITEM_SET_VERSION,
      benchmark: KOREAN_BENCHMARK,
      name: "Korean orthography: 30 targets, pool of 750",
      kind: "error-identification",
      language: "ko",
      licence: [...licences].sort().join(", "),
      sources: [
        ...files.map(({ name, sha256 }) => ({
          name: `${name}: example sentences of the National Institute of Korean Language's learners' dictionary (한국어기초사전)`,
          sha256,
        })),
        ...analyser,
      ],
      steps: stepsOf(sources, targets, excluded, pool),
      seed,
      environments: ENVIRONMENTS,
    },
    items: targets.map(itemOf),
    pool,
    presentations: [],
  };
}
