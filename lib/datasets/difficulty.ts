import type { PoolSentence } from "@/lib/records/item-set";

/** What a sentence's difficulty is read from (P1, Table 6): two counts of length, one of clauses, two flags. */
export type Features = Pick<
  PoolSentence,
  "eojeol" | "morphemes" | "clause_endings" | "high_confusion" | "symbol"
>;
type Feature = keyof Features;

/** Weights of the features (P1, Table 6). They add up to 1. */
export const WEIGHTS: Readonly<Record<Feature, number>> = {
  eojeol: 0.25,
  morphemes: 0.25,
  clause_endings: 0.25,
  high_confusion: 0.15,
  symbol: 0.1,
};
const FEATURES = Object.keys(WEIGHTS) as Feature[];

/** Smallest and largest value of every feature. */
export type Ranges = Readonly<Record<Feature, { readonly min: number; readonly max: number }>>;

/** @param candidates at least one */
export function rangesOf(candidates: readonly Features[]): Ranges {
  const range = (feature: Feature) => {
    const values = candidates.map((candidate) => candidate[feature]);
    return { min: Math.min(...values), max: Math.max(...values) };
  };
  return Object.fromEntries(FEATURES.map((f) => [f, range(f)])) as unknown as Ranges;
}

/**
 * Weighted sum of the min-max scaled features (P1, Appendix B, "Scoring"), 0 to 1: a value beyond the
 * ranges counts as their end. A feature that is the same everywhere tells nothing and adds 0.
 */
export function scoreOf(features: Features, ranges: Ranges): number {
  return FEATURES.reduce((sum, feature) => {
    const { min, max } = ranges[feature];
    if (max <= min) return sum;
    const scaled = (features[feature] - min) / (max - min);
    return sum + WEIGHTS[feature] * Math.min(1, Math.max(0, scaled));
  }, 0);
}

/** The three boundaries between quartiles: linear between neighbours, as most libraries have it. */
export type Quartiles = readonly [number, number, number];

/** @param scores at least one */
export function quartilesOf(scores: readonly number[]): Quartiles {
  const sorted = scores.toSorted((a, b) => a - b);
  const at = (share: number): number => {
    const place = (sorted.length - 1) * share;
    const below = sorted[Math.floor(place)] ?? NaN;
    const above = sorted[Math.ceil(place)] ?? NaN;
    return below + (above - below) * (place - Math.floor(place));
  };
  return [at(0.25), at(0.5), at(0.75)];
}

/** Level 1 to 4; a score on a boundary belongs below it. */
export function levelOf(score: number, quartiles: Quartiles): number {
  return 1 + quartiles.filter((boundary) => score > boundary).length;
}

/** A candidate of a pool before it has a score. */
export type Candidate = Omit<PoolSentence, "score" | "level">;

/** The ranges and boundaries of a pool, and its sentences with score and level. */
export interface RatedPool {
  readonly ranges: Ranges;
  readonly quartiles: Quartiles;
  readonly sentences: readonly PoolSentence[];
}

/**
 * Scores and levels of a pool. Ranges and boundaries are those of the sentences that may be shown
 * (P1 scales over the pool "used for dataset construction", which its Appendix A says is the 750 that
 * remained); the others are rated by the same scale.
 * @throws RangeError when no sentence may be shown
 */
export function ratePool(candidates: readonly Candidate[]): RatedPool {
  const shown = candidates.filter((candidate) => candidate.excluded === null);
  if (shown.length === 0) throw new RangeError("no sentence of the pool may be shown");
  const ranges = rangesOf(shown);
  const quartiles = quartilesOf(shown.map((candidate) => scoreOf(candidate, ranges)));
  const sentences = candidates.map((candidate) => {
    const score = scoreOf(candidate, ranges);
    // Whatever rating a candidate brings along gives way.
    return { ...candidate, score, level: levelOf(score, quartiles) };
  });
  return { ranges, quartiles, sentences };
}
