/** One point of a weighted fit. */
export interface WeightedPoint {
  readonly x: number;
  readonly y: number;
  readonly weight: number;
}

/**
 * Slope of the weighted least squares line. Points without weight are skipped; undefined with
 * fewer than two distinct x.
 */
export function weightedSlope(points: readonly WeightedPoint[]): number | null {
  const used = points.filter((p) => p.weight > 0);
  if (new Set(used.map((p) => p.x)).size < 2) return null;
  const total = used.reduce((sum, p) => sum + p.weight, 0);
  const meanX = used.reduce((sum, p) => sum + p.weight * p.x, 0) / total;
  const meanY = used.reduce((sum, p) => sum + p.weight * p.y, 0) / total;
  const xy = used.reduce((sum, p) => sum + p.weight * (p.x - meanX) * (p.y - meanY), 0);
  const xx = used.reduce((sum, p) => sum + p.weight * (p.x - meanX) ** 2, 0);
  return xy / xx;
}
