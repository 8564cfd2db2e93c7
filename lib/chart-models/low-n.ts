/** The low N of the massive-option paper's bubble index (section 4; tables 2 and 12). */
const PAPER_LOW = 4;

/**
 * The N that the bubble index starts at where none is chosen: the paper's 4 where it was asked below
 * the high one, else the smallest; null where nothing is below it.
 */
export function defaultLow(counts: readonly number[], high: number): number | null {
  const below = counts.filter((n) => n < high);
  if (below.includes(PAPER_LOW)) return PAPER_LOW;
  return below.length === 0 ? null : Math.min(...below);
}
