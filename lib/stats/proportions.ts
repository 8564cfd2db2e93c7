import { Z } from "./quantiles";
import type { Interval } from "./types";

/** `part / whole`, undefined when nothing was counted. */
export function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

/**
 * Wilson's interval of `hits` out of `n`, at 95% unless another normal quantile is given: exactly 0
 * and 1 at the ends, none for 0 of 0. For independent questions, asked once each.
 */
export function wilson(hits: number, n: number, z = Z): Interval | null {
  if (n === 0) return null;
  const p = hits / n;
  const z2 = z * z;
  const centre = (p + z2 / (2 * n)) / (1 + z2 / n);
  const half = (z / (1 + z2 / n)) * Math.sqrt((p * (1 - p)) / n + z2 / (4 * n * n));
  return [hits === 0 ? 0 : centre - half, hits === n ? 1 : centre + half];
}

/**
 * Newcombe's hybrid score interval (method 10) of p - q, two proportions of independent counts: from
 * the Wilson intervals of both, so that it stays within -1 and 1. None where either counts nothing.
 */
export function newcombe(p: Hits, q: Hits): Interval | null {
  const [a, b] = [wilson(p.hits, p.n), wilson(q.hits, q.n)];
  if (!a || !b) return null;
  const [meanP, meanQ] = [p.hits / p.n, q.hits / q.n];
  const difference = meanP - meanQ;
  return [
    difference - Math.hypot(meanP - a[0], b[1] - meanQ),
    difference + Math.hypot(a[1] - meanP, meanQ - b[0]),
  ];
}

/** `hits` out of `n`. */
export interface Hits {
  readonly hits: number;
  readonly n: number;
}

/**
 * Accuracy freed from guessing among `options`: (a - 1/k) / (1 - 1/k). P1 calls it NA, P2
 * "guess-adjusted". Negative below chance, never clipped.
 */
export function chanceNormalised(accuracy: number | null, options: number): number | null {
  return accuracy === null ? null : (accuracy - 1 / options) / (1 - 1 / options);
}

/** An interval of accuracy on the scale of NA: the map is increasing and linear. */
export function normaliseInterval(interval: Interval | null, options: number): Interval | null {
  if (!interval) return null;
  const scale = 1 - 1 / options;
  return [(interval[0] - 1 / options) / scale, (interval[1] - 1 / options) / scale];
}

/** Variance of the accuracy of one item over its trials, a (1 - a) / (n - 1). */
const trialVariance = (accuracy: number, n: number) => (accuracy * (1 - accuracy)) / (n - 1);

/** Accuracy +- z sqrt(a (1 - a) / (n - 1)): one item over its trials. Undefined below two trials. */
export function trialInterval(accuracy: number | null, n: number): Interval | null {
  if (accuracy === null || n < 2) return null;
  const half = Z * Math.sqrt(trialVariance(accuracy, n));
  return [accuracy - half, accuracy + half];
}

/** The accuracy of one item in one cell, over its scored rows. */
export interface TrialMean {
  readonly accuracy: number | null;
  readonly responses: number;
}

/**
 * 95% z interval over trials of the accuracy of one item in one cell less that in another. The two
 * variances add, as of independent trials: where trials of the two cells go together it is too wide.
 * Undefined below two trials in either.
 */
export function trialDifferenceInterval(a: TrialMean, b: TrialMean): Interval | null {
  if (a.accuracy === null || b.accuracy === null || a.responses < 2 || b.responses < 2) return null;
  const variance = trialVariance(a.accuracy, a.responses) + trialVariance(b.accuracy, b.responses);
  const half = Z * Math.sqrt(variance);
  return [a.accuracy - b.accuracy - half, a.accuracy - b.accuracy + half];
}
