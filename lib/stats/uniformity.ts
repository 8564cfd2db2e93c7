import { DECILES, decileBin } from "./positions";
import { chiSquare999 } from "./quantiles";

/** Below this distance a deviation is real perhaps, but too small to matter. */
const SMALLEST_DISTANCE = 0.05;
/** The chi-square approximation wants so many draws in every bin. */
const SMALLEST_EXPECTED = 5;

/**
 * Whether counts over positions 1..N are far from even: chi-square over the decile bins beyond its
 * 99.9% quantile, and a total variation distance of at least 0.05.
 * @param draws number of independent placements behind the counts
 */
export function goldIsFarFromUniform(counts: readonly number[], draws: number): boolean {
  const total = counts.reduce((a, b) => a + b, 0);
  if (total === 0) return false;
  const options = counts.length;
  const observed = new Array<number>(DECILES).fill(0);
  const expected = new Array<number>(DECILES).fill(0);
  counts.forEach((count, i) => {
    const bin = decileBin(i + 1, options);
    observed[bin] = (observed[bin] ?? 0) + count / total;
    expected[bin] = (expected[bin] ?? 0) + 1 / options;
  });
  const bins = expected.flatMap((e, bin) => (e > 0 ? [{ e, o: observed[bin] ?? 0 }] : []));
  const critical = chiSquare999(bins.length - 1);
  if (critical === null || bins.some(({ e }) => e * draws < SMALLEST_EXPECTED)) return false;
  const statistic = bins.reduce((sum, { e, o }) => sum + (draws * (o - e) ** 2) / e, 0);
  const distance = bins.reduce((sum, { e, o }) => sum + Math.abs(o - e), 0) / 2;
  return statistic > critical && distance >= SMALLEST_DISTANCE;
}
