import chiSquareQuantileOf from "@stdlib/stats-base-dists-chisquare-quantile";
import normalQuantileOf from "@stdlib/stats-base-dists-normal-quantile";
import tCdfOf from "@stdlib/stats-base-dists-t-cdf";
import tQuantileOf from "@stdlib/stats-base-dists-t-quantile";

/** 97.5% quantile of the standard normal distribution, the z of every interval. */
export const Z = 1.959963984540054;

/**
 * Quantile of Student's t distribution.
 * @returns null where there are no degrees of freedom.
 */
export function tQuantile(p: number, degrees: number): number | null {
  return degrees >= 1 ? tQuantileOf(p, degrees) : null;
}

/**
 * Two-sided p of Student's t: the chance of a statistic at least as far from 0.
 * @returns null where there are no degrees of freedom.
 */
export function tTail(statistic: number, degrees: number): number | null {
  return degrees >= 1 ? Math.min(1, 2 * tCdfOf(-Math.abs(statistic), degrees)) : null;
}

/** Quantile of the standard normal distribution. */
export function normalQuantile(p: number): number {
  return normalQuantileOf(p, 0, 1);
}

/** Quantile of the chi-square distribution; `degrees` is at least 1. */
export function chiSquareQuantile(p: number, degrees: number): number {
  return chiSquareQuantileOf(p, degrees);
}

/** 99.9% quantiles of the chi-square distribution for 1 to 9 degrees of freedom. */
const CHI_SQUARE_999 = [10.828, 13.816, 16.266, 18.467, 20.515, 22.458, 24.322, 26.124, 27.877];

/** @returns null outside 1 to 9 degrees of freedom. */
export function chiSquare999(degrees: number): number | null {
  return CHI_SQUARE_999[degrees - 1] ?? null;
}

/** Quantile by linear interpolation (type 7) of values in ascending order, of which there is one. */
export function quantile(sorted: ArrayLike<number>, p: number): number {
  const at = (sorted.length - 1) * p;
  const [low, high] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  if (low === undefined || high === undefined) throw new RangeError("there is no value");
  return low + (at - Math.floor(at)) * (high - low);
}
