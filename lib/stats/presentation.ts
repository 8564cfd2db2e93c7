import { weightedSlope } from "./slope";

/** Counts of one presentation over its positions (index 0 is position 1, label A). */
export interface PresentedCounts {
  /** Valid answers here. */
  readonly response: readonly number[];
  /** Scored rows whose key is here; those of them that are valid; those that are right. */
  readonly gold: readonly number[];
  readonly goldValid: readonly number[];
  readonly goldCorrect: readonly number[];
}

const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);

/** Accuracy at each position where some key stands, in order. */
export function accuracyByGold({ gold, goldCorrect }: PresentedCounts): number[] {
  return gold.flatMap((n, i) => (n > 0 ? (goldCorrect[i] ?? 0) / n : []));
}

/**
 * Slope of the least squares line of 100 x correct on the gold index over all items, in percentage
 * points a position; invalid answers count as wrong. Undefined with fewer than two positions.
 * Source: P2, Appendix C.
 */
export function goldIndexSlope({ gold, goldCorrect }: PresentedCounts): number | null {
  // The line through items is the line through the positions' means, weighted by their items.
  return weightedSlope(
    gold.map((weight, x) => ({
      x,
      y: weight === 0 ? 0 : (100 * (goldCorrect[x] ?? 0)) / weight,
      weight,
    })),
  );
}

/** Valid answers that are wrong. */
export function validErrors({ response, goldCorrect }: PresentedCounts): number {
  return sum(response) - sum(goldCorrect);
}

/**
 * How much more often errors fall on the first option than evenly among each item's non-key
 * positions, in percentage points: 100 (E_A - sum over errors of 1(g != A)/(k - 1)) / |E|, E the
 * valid errors. Undefined without one. Source: P2, Appendix C.
 */
export function errorPrimacy(counts: PresentedCounts): number | null {
  const { response, goldValid, goldCorrect } = counts;
  const errors = validErrors(counts);
  if (errors === 0) return null;
  const first = (response[0] ?? 0) - (goldCorrect[0] ?? 0);
  // Errors on items whose key is elsewhere: these could have fallen on the first option.
  const open = errors - ((goldValid[0] ?? 0) - (goldCorrect[0] ?? 0));
  return (100 * (first - open / (response.length - 1))) / errors;
}

/**
 * Accuracy that a model would have with other option counts if it knew a fixed share and guessed the
 * rest evenly: f + (1 - f) mean(1/k). Source: P2, Appendix G.
 * @param known guess-adjusted accuracy where it was seen
 * @param guessing mean over items of 1/k where it is predicted
 */
export function knownFractionPrediction(known: number, guessing: number): number {
  return known + (1 - known) * guessing;
}
