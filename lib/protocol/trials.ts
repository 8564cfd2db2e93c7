import { uniformInt } from "pure-rand/distribution/uniformInt";
import type { RandomGenerator } from "pure-rand/types/RandomGenerator";
import { generatorOf } from "./random";

/**
 * What decides a trial. There is no item in it: trial k shows every item of an (environment, N) the
 * same distractors in the same order with the gold at the same place (first paper, section 3.4,
 * "synchronized seeding"). Neither is there a padding or a model: those are compared on equal trials.
 */
export interface TrialKey {
  readonly seed: string;
  readonly environment: string | null;
  readonly nOptions: number;
  /** One-based. */
  readonly trial: number;
}

export interface Trial {
  /** One-based position of the gold option. */
  readonly goldPos: number;
  /** N - 1 distinct indices into the pool, in the order shown (the gold is put between them). */
  readonly distractors: readonly number[];
  /** One more pool index, to stand in for a distractor that an item may not be shown beside; null when the pool is used up. */
  readonly spare: number | null;
}

/**
 * `synchronised` draws anew for each N. With `nested` the distractors of a smaller N are among those
 * of a larger one in the same trial, in the same relative order.
 */
export type Sampling = "synchronised" | "nested";

function generatorFor(key: TrialKey): RandomGenerator {
  return generatorOf(key.seed, key.environment, key.nOptions, key.trial);
}

function drawGold(random: RandomGenerator, nOptions: number): number {
  return uniformInt(random, 1, nOptions);
}

/** The one-based gold position of a trial, uniform over 1..N. It does not depend on the pool. */
export function goldPosition(key: TrialKey): number {
  return drawGold(generatorFor(key), key.nOptions);
}

/**
 * A whole trial over a pool of `poolSize` distractors. Its gold position is that of `goldPosition`
 * whatever the sampling.
 * @throws RangeError when the pool holds fewer than N - 1.
 */
export function drawTrial(
  key: TrialKey,
  poolSize: number,
  sampling: Sampling = "synchronised",
): Trial {
  const wanted = key.nOptions - 1;
  if (poolSize < wanted)
    throw new RangeError(
      `${key.nOptions} options need ${wanted} distractors; the pool of environment ${key.environment ?? "(none)"} holds ${poolSize}`,
    );
  const random = generatorFor(key);
  const goldPos = drawGold(random, key.nOptions);
  // One shuffle for all N, of which each takes the head: the next in line is its spare.
  const order =
    sampling === "nested" ? generatorOf(key.seed, key.environment, sampling, key.trial) : random;
  const drawn = drawWithout(order, poolSize, Math.min(wanted + 1, poolSize));
  return { goldPos, distractors: drawn.slice(0, wanted), spare: drawn[wanted] ?? null };
}

/** The first `count` of a Fisher-Yates shuffle of 0..size-1; only touched places are kept in memory. */
function drawWithout(random: RandomGenerator, size: number, count: number): number[] {
  const moved = new Map<number, number>();
  return Array.from({ length: count }, (_, place) => {
    const from = uniformInt(random, place, size - 1);
    const chosen = moved.get(from) ?? from;
    moved.set(from, moved.get(place) ?? place);
    return chosen;
  });
}
