import { Z } from "./quantiles";
import type { Interval } from "./types";

/** `part / whole`, undefined when nothing was counted. */
export function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

/**
 * Wilson's 95% interval of `hits` out of `n`: exactly 0 and 1 at the ends, none for 0 of 0.
 * For independent questions, asked once each.
 */
export function wilson(hits: number, n: number): Interval | null {
  if (n === 0) return null;
  const p = hits / n;
  const z2 = Z * Z;
  const centre = (p + z2 / (2 * n)) / (1 + z2 / n);
  const half = (Z / (1 + z2 / n)) * Math.sqrt((p * (1 - p)) / n + z2 / (4 * n * n));
  return [hits === 0 ? 0 : centre - half, hits === n ? 1 : centre + half];
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

/** Accuracy +- z sqrt(a (1 - a) / (n - 1)): one item over its trials. Undefined below two trials. */
export function trialInterval(accuracy: number | null, n: number): Interval | null {
  if (accuracy === null || n < 2) return null;
  const half = Z * Math.sqrt((accuracy * (1 - accuracy)) / (n - 1));
  return [accuracy - half, accuracy + half];
}
