/**
 * Outcomes (0 or 1) of T items in the same K trials, in summary. Variances are of the item means and
 * of the trial means, with ddof 1.
 */
export interface CrossedSummary {
  readonly items: number;
  readonly trials: number;
  /** Every item is known to have every trial once. A count of rows cannot tell: two may cancel. */
  readonly balanced: boolean;
  readonly accuracy: number;
  readonly itemVariance: number | null;
  readonly trialVariance: number | null;
}

/** A table of items x trials in sums of squares, whatever its values are. */
export interface CrossedTable {
  readonly items: number;
  readonly trials: number;
  /** Sum of squares around the mean of the whole table. */
  readonly squares: number;
  readonly itemVariance: number;
  readonly trialVariance: number;
}

/**
 * Variance of the mean over items and trials together: V = s_i2 / T + max(0, s_y2 - MSE / T) / K,
 * MSE the mean square of the interaction. The item variance alone misses what a trial does to all
 * items at once. It takes at least two items and trials.
 */
export function tableVariance(table: CrossedTable): number {
  const { items, trials, squares, itemVariance, trialVariance } = table;
  const byItem = trials * (items - 1) * itemVariance;
  const byTrial = items * (trials - 1) * trialVariance;
  // Rounding can leave a table without interaction a hair below zero.
  const interaction = Math.max(0, squares - byItem - byTrial) / ((items - 1) * (trials - 1));
  return itemVariance / items + Math.max(0, trialVariance - interaction / items) / trials;
}

/**
 * The variance of {@link tableVariance} for outcomes of 0 and 1.
 * @returns null below two items or trials, and where the table is not known to be balanced.
 */
export function crossedVariance(summary: CrossedSummary): number | null {
  const { items, trials, balanced, accuracy, itemVariance, trialVariance } = summary;
  if (items < 2 || trials < 2 || !balanced) return null;
  if (itemVariance === null || trialVariance === null) return null;
  const squares = items * trials * accuracy * (1 - accuracy);
  return tableVariance({ items, trials, squares, itemVariance, trialVariance });
}
