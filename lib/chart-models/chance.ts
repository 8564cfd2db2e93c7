export type ScalingMetric = "na" | "accuracy";

/** Accuracy of a blind guess among n options. */
export function chanceOf(n: number): number {
  return 1 / n;
}

/**
 * A value of NA on the scale that is drawn. At one N accuracy is a straight line of NA, so an
 * interval of NA maps end by end: A = NA (1 - 1/N) + 1/N.
 */
export function fromNa(value: number, n: number, metric: ScalingMetric): number {
  return metric === "na" ? value : value * (1 - chanceOf(n)) + chanceOf(n);
}
