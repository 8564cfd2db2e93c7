/**
 * SQL of trial statistics, shared by the compiled moments and by queries that must go back to the
 * trial cube or to the rows. Input is a relation of (cell group, curve group, n_options, trial,
 * n_scored, n_correct); a *cell* is one N of a *curve*.
 */
export interface TrialColumns {
  /** Relation with one row a (cell group, trial, …); rows of one trial are pooled. */
  readonly from: string;
  /** Integer columns that name the cell group and the curve group. */
  readonly cell: string;
  readonly curve: string;
}

/**
 * The trial series: Y_k = correct / scored of trial k, that is the mean over the items that have
 * the trial.
 */
export function trialSeriesSql({ from, cell, curve }: TrialColumns): string {
  return `SELECT ${cell} AS cell_group, ${curve} AS curve_group, n_options, trial,
      sum(n_correct)::DOUBLE / sum(n_scored) AS y
    FROM ${from} WHERE n_scored > 0 GROUP BY ${cell}, ${curve}, n_options, trial`;
}

/** Moments of each cell group of a trial series. */
export function momentsSql(series: string): string {
  return `SELECT cell_group, count(*)::INTEGER AS n_trials, sum(trial)::DOUBLE AS trial_sum,
      sum(trial::DOUBLE * trial) AS trial_sum_squares, avg(y) AS mean,
      CASE WHEN count(*) > 1 THEN var_samp(y) END AS variance
    FROM ${series} AS series GROUP BY cell_group`;
}

/** Cross-products of each pair of N of a curve, over their common trials. */
export function crossesSql(series: string): string {
  return `SELECT low.curve_group, low.n_options AS n_low, high.n_options AS n_high,
      count(*)::INTEGER AS n_common,
      CASE WHEN count(*) > 1 THEN covar_samp(low.y, high.y) END AS covariance
    FROM ${series} AS low JOIN ${series} AS high
      ON low.curve_group = high.curve_group AND low.trial = high.trial
      AND low.n_options < high.n_options
    GROUP BY low.curve_group, low.n_options, high.n_options`;
}
