import type { Interval } from "./types";

/** The level at which one comparison alone counts as distinguishable. */
export const LEVEL = 0.05;

/**
 * Whether a difference can be told from 0: its interval leaves 0 out, and its p, where it has one, is
 * below 0.05. Null without an interval.
 */
export function isDistinguishable(interval: Interval | null, p: number | null): boolean | null {
  if (interval === null) return null;
  const covers = interval[0] <= 0 && interval[1] >= 0;
  return !covers && (p === null || p < LEVEL);
}

/** Bonferroni's threshold: the level shared evenly among the comparisons. Null without any. */
export function bonferroni(comparisons: number): number | null {
  return comparisons === 0 ? null : LEVEL / comparisons;
}

/**
 * Holm's step-down adjustment, in the order given: the i-th smallest of m becomes (m - i + 1) times
 * itself, at least what the smaller ones became, at most 1. What has no p takes no part and stays
 * null.
 */
export function holm(values: readonly (number | null)[]): (number | null)[] {
  const known = values
    .flatMap((p, index) => (p === null ? [] : [{ p, index }]))
    .sort((a, b) => a.p - b.p);
  const adjusted: (number | null)[] = values.map(() => null);
  let least = 0;
  known.forEach(({ p, index }, rank) => {
    least = Math.max(least, Math.min(1, (known.length - rank) * p));
    adjusted[index] = least;
  });
  return adjusted;
}

/** p times the number of comparisons that have one, at most 1; in the order given. */
export function bonferroniAdjusted(values: readonly (number | null)[]): (number | null)[] {
  const m = values.filter((p) => p !== null).length;
  return values.map((p) => (p === null ? null : Math.min(1, m * p)));
}
