import { generatorOf } from "@/lib/protocol/random";
import type { SourcePair, SourceSentence } from "./sources";

/** Sub-categories of errors with the number of targets (P1, Table 1). */
export type TargetCounts = Readonly<Record<string, number>>;

/** P1, Table 1. */
export const TABLE_1: TargetCounts = {
  "Particles (Auxiliary/Case)": 4,
  "Dependent Nouns": 4,
  "Predicates & Endings": 3,
  "Lexicalized Compounds": 4,
  "Sai-siot & Compounds": 4,
  "Phonological Confusions (Vowels, Morphologies)": 6,
  "Standard Word Form Error": 5,
};

/**
 * The first `count` by group, then by a number drawn for each id: what is drawn for one does not
 * depend on which others there are.
 */
function draw<T extends { readonly id: string }>(
  from: readonly T[],
  count: number,
  group: (one: T) => number,
  ...seed: readonly string[]
): T[] {
  const ranked = from.map((one) => ({
    one,
    group: group(one),
    rank: generatorOf(...seed, one.id).next() >>> 0,
  }));
  ranked.sort((a, b) => a.group - b.group || a.rank - b.rank || (a.one.id < b.one.id ? -1 : 1));
  return ranked.slice(0, count).map(({ one }) => one);
}

/**
 * Targets by sub-category. A pair that its review drops is never one; one whose base has a review
 * of its own comes last, since its sentence holds a second form to argue about.
 * @throws Error naming the sub-category that has too few pairs
 */
export function chooseTargets(
  pairs: readonly SourcePair[],
  sentences: readonly SourceSentence[],
  counts: TargetCounts,
  seed: string,
): SourcePair[] {
  const reviewed = new Set(sentences.filter((s) => s.review).map((s) => s.id));
  return Object.entries(counts).flatMap(([subCategory, count]) => {
    const fit = pairs.filter(
      (pair) => pair.sub_category === subCategory && pair.review?.verdict !== "drop",
    );
    if (fit.length < count)
      throw new Error(`${count} targets of ${subCategory} are needed, and ${fit.length} are there`);
    const chosen = draw(fit, count, (p) => Number(reviewed.has(p.pool_id)), seed, "targets");
    return chosen.sort((a, b) => (a.id < b.id ? -1 : 1));
  });
}

/** By sentence id: why a sentence is never shown, or null where it may be. */
export type Exclusions = ReadonlyMap<string, string | null>;

/** Sentences without a remark come first, unsuitable ones last. */
const remarkGroup = ({ review }: SourceSentence): number =>
  !review ? 0 : review.kind === "unsuitable" ? 2 : 1;

/**
 * The sentences that may be shown: none with a strict review, no correct form of a chosen target;
 * those with a soft review only where the others do not suffice.
 * @throws Error where fewer than `size` are left
 */
export function choosePool(
  sentences: readonly SourceSentence[],
  targets: readonly SourcePair[],
  size: number,
  seed: string,
): Exclusions {
  const baseOf = new Map(targets.map((target) => [target.pool_id, target.id]));
  const barred = new Map<string, string>();
  for (const { id, review } of sentences) {
    const target = baseOf.get(id);
    if (review?.strength === "strict")
      barred.set(id, `review (${review.kind}): ${review.span}: ${review.reason}`);
    else if (target !== undefined) barred.set(id, `correct form of target ${target}`);
  }
  const left = sentences.filter((sentence) => !barred.has(sentence.id));
  if (left.length < size)
    throw new Error(`a pool of ${size} is needed, and ${left.length} sentences may be shown`);
  const drawn = draw(left, size, remarkGroup, seed, "pool");
  const shown = new Set(drawn.map((sentence) => sentence.id));
  return new Map(
    sentences.map(({ id }) => [
      id,
      barred.get(id) ?? (shown.has(id) ? null : `not drawn: the pool is full with ${size}`),
    ]),
  );
}
