import type { PointModel } from "./model";

/**
 * The fitted line over the deciles, from its slope: a weighted least squares line runs through the
 * weighted mean of its points. Null where the slope is undefined.
 */
export function fitOf(
  points: readonly PointModel[],
  slope: number | null,
): readonly (readonly [x: number, y: number])[] | null {
  const used = points.flatMap(({ x, y, n }) => (y === null || !n ? [] : [{ x, y, n }]));
  const total = used.reduce((sum, point) => sum + point.n, 0);
  const [first, last] = [used[0], used[used.length - 1]];
  if (slope === null || !first || !last || total === 0) return null;
  const meanX = used.reduce((sum, point) => sum + point.n * point.x, 0) / total;
  const meanY = used.reduce((sum, point) => sum + point.n * point.y, 0) / total;
  return points
    .filter(({ x }) => x >= first.x && x <= last.x)
    .map(({ x }) => [x, meanY + slope * (x - meanX)] as const);
}
