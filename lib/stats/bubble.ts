import { Z } from "./quantiles";
import type { Interval } from "./types";

/** Keeps BI finite where NA at the low N is 0 (P1). */
const EPSILON = 1e-6;

/** NA at one N, with the moments of its trial series on NA's scale. */
export interface BubbleSide {
  readonly na: number;
  readonly trials: number;
  /** Sample variance of the trial series of NA; null below two trials. */
  readonly variance: number | null;
}

/** BI = 1 - NA_high / (NA_low + 1e-6). The raw number, also where NA_low is 0 or below. */
export function bubbleIndex(low: number | null, high: number | null): number | null {
  return low === null || high === null ? null : 1 - high / (low + EPSILON);
}

/**
 * Paired delta method over trials that both N share (docs/metrics.md, "BI").
 * @param common trials present at both N
 * @param covariance of the two trial series of NA over them; counts as 0 below two common trials
 * @returns null when either side has fewer than two trials
 */
export function bubbleInterval(
  low: BubbleSide,
  high: BubbleSide,
  common: number,
  covariance: number | null,
): Interval | null {
  const bi = bubbleIndex(low.na, high.na);
  if (bi === null || low.variance === null || high.variance === null) return null;
  const d = low.na + EPSILON;
  const shared = common < 2 || covariance === null ? 0 : covariance;
  const variance =
    high.variance / (high.trials * d ** 2) +
    (high.na ** 2 * low.variance) / (low.trials * d ** 4) -
    (2 * high.na * shared * common) / (low.trials * high.trials * d ** 3);
  // Rounding can leave a perfectly correlated pair a hair below zero.
  const half = Z * Math.sqrt(Math.max(0, variance));
  return [bi - half, bi + half];
}
