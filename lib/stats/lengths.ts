/** Length of an option: Unicode code points without the white space at its ends (P2, Appendix C). */
export function optionLength(text: string): number {
  const trimmed = text.replace(/^\p{White_Space}+|\p{White_Space}+$/gu, "");
  return Array.from(trimmed).length;
}

/**
 * Midrank of each length among the others of its list: (shorter + ties/2) / (m - 1) of m lengths, a
 * length no tie of itself; 0 is the shortest, 1 the longest. Null with fewer than two.
 * Source: P2, Appendix C.
 */
export function midranks(lengths: readonly number[]): number[] | null {
  if (lengths.length < 2) return null;
  return lengths.map((own) => {
    const shorter = lengths.filter((other) => other < own).length;
    const ties = lengths.filter((other) => other === own).length - 1;
    return (shorter + ties / 2) / (lengths.length - 1);
  });
}

/**
 * Over all pairs of an original and a borrowed option, twice the number in which the original one is
 * longer, a tie counting one: an integer, so that sums stay exact. Source: P2, section 5.4.
 */
export function originalLongerHalves(
  original: readonly number[],
  borrowed: readonly number[],
): number {
  return original.reduce(
    (sum, own) => sum + borrowed.reduce((s, other) => s + Math.sign(own - other) + 1, 0),
    0,
  );
}

/** Sums and counts of the lengths of a question's options, by origin. */
export interface LengthSums {
  readonly original: number;
  readonly nOriginal: number;
  readonly borrowed: number;
  readonly nBorrowed: number;
}

/**
 * Whether the mean length of the borrowed options is within a tenth of that of the original ones
 * (P2, section 5.4), compared on integers: floats would decide ties by their rounding.
 */
export function isLengthMatched({ original, nOriginal, borrowed, nBorrowed }: LengthSums): boolean {
  if (nOriginal === 0 || nBorrowed === 0) return false;
  return 10 * Math.abs(borrowed * nOriginal - original * nBorrowed) <= original * nBorrowed;
}
