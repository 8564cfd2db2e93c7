/**
 * Diagnostics of counts over positions 1..N (index 0 is position 1). Everything is null where
 * nothing was counted.
 */
export type Counts = readonly number[];

const sum = (values: Counts) => values.reduce((a, b) => a + b, 0);

/** Shares of the total. */
export function shares(counts: Counts): number[] | null {
  const total = sum(counts);
  return total === 0 ? null : counts.map((c) => c / total);
}

/** Running shares; the last is exactly 1. */
export function cumulativeShares(counts: Counts): number[] | null {
  const total = sum(counts);
  if (total === 0) return null;
  let running = 0;
  return counts.map((c) => (running += c) / total);
}

/** Share of the first `k` positions. */
export function prefixShare(counts: Counts, k: number): number | null {
  const total = sum(counts);
  return total === 0 ? null : sum(counts.slice(0, k)) / total;
}

/** Share of the last `k` positions; all of it where there are no more than k. */
export function suffixShare(counts: Counts, k: number): number | null {
  const total = sum(counts);
  return total === 0 ? null : sum(counts.slice(-k)) / total;
}

/** -sum p ln p / ln N: 0 when all mass is on one position, 1 when it is even. */
export function normalisedEntropy(counts: Counts): number | null {
  const p = shares(counts);
  if (!p) return null;
  const entropy = p.reduce((h, v) => (v > 0 ? h - v * Math.log(v) : h), 0);
  return entropy / Math.log(counts.length);
}

/** Mean one-based position. */
export function meanPosition(counts: Counts): number | null {
  const total = sum(counts);
  return total === 0 ? null : counts.reduce((acc, c, i) => acc + c * (i + 1), 0) / total;
}

/** Largest distance of two cumulative distributions and the smallest position that attains it. */
export interface KolmogorovSmirnov {
  readonly distance: number;
  readonly at: number;
}

/**
 * Compared on integers, `|cum_a n_b - cum_b n_a|`: floats would decide ties by their rounding.
 * The counts of both must be below 2^26, so that the products are exact.
 */
export function kolmogorovSmirnov(a: Counts, b: Counts): KolmogorovSmirnov | null {
  const totalA = sum(a);
  const totalB = sum(b);
  if (totalA === 0 || totalB === 0) return null;
  let best = -1;
  let at = 0;
  let cumulativeA = 0;
  let cumulativeB = 0;
  a.forEach((count, i) => {
    cumulativeA += count;
    cumulativeB += b[i] ?? 0;
    const gap = Math.abs(cumulativeA * totalB - cumulativeB * totalA);
    if (gap > best) {
      best = gap;
      at = i + 1;
    }
  });
  return { distance: best / (totalA * totalB), at };
}

export const DECILES = 10;

/** Decile bin (0..9) of a one-based position among N: floor(10 (g - 1) / N), for every N. */
export function decileBin(position: number, options: number): number {
  return Math.floor((DECILES * (position - 1)) / options);
}
