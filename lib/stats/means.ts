import { Z, tQuantile, tTail } from "./quantiles";
import type { Interval } from "./types";

/** Mean, sample standard deviation (ddof 1; null below two) and count of a series. */
export interface Summary {
  readonly n: number;
  readonly mean: number | null;
  readonly sd: number | null;
}

export function summary(values: readonly number[]): Summary {
  const n = values.length;
  if (n === 0) return { n, mean: null, sd: null };
  const mean = values.reduce((sum, v) => sum + v, 0) / n;
  if (n < 2) return { n, mean, sd: null };
  const squares = values.reduce((sum, v) => sum + (v - mean) ** 2, 0);
  return { n, mean, sd: Math.sqrt(squares / (n - 1)) };
}

/** centre +- z sd / sqrt(n). Undefined without a standard deviation. */
export function zInterval(centre: number | null, sd: number | null, n: number): Interval | null {
  if (centre === null || sd === null || n < 2) return null;
  const half = (Z * sd) / Math.sqrt(n);
  return [centre - half, centre + half];
}

/** centre +- t(n - 1) sd / sqrt(n), 95%. Undefined below two values. */
export function tInterval(centre: number | null, sd: number | null, n: number): Interval | null {
  const t = tQuantile(0.975, n - 1);
  if (centre === null || sd === null || t === null) return null;
  const half = (t * sd) / Math.sqrt(n);
  return [centre - half, centre + half];
}

/**
 * Two-sided p of the one-sample t test of a mean against 0. Undefined below two values; 1 where all
 * values are 0, and 0 where they all are the same other number.
 */
export function tTest(mean: number | null, sd: number | null, n: number): number | null {
  if (mean === null || sd === null || n < 2) return null;
  if (sd === 0) return mean === 0 ? 1 : 0;
  return tTail((mean * Math.sqrt(n)) / sd, n - 1);
}
