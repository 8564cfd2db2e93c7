import type { PointModel, SeriesModel } from "./model";
import { bare } from "./position-series";

/**
 * The fitted line over points at places of the key, from its slope: a weighted least squares line runs through the
 * weighted mean of its points. Null where the slope is undefined.
 */
function fitOf(
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

/** The fitted line of a series, dashed behind its points; none where the slope is undefined. */
export function fitSeries(
  { id, label, style, simulated }: Pick<SeriesModel, "id" | "label" | "style" | "simulated">,
  points: readonly PointModel[],
  slope: number | null,
): SeriesModel[] {
  const fit = fitOf(points, slope);
  if (fit === null) return [];
  return [
    {
      id: `${id}#fit`,
      label: `${label}, fitted`,
      style: { ...style, marker: null, dash: "dashed" },
      simulated,
      mark: "line",
      interval: "none",
      role: "reference",
      markerEvery: 0,
      points: fit.map(([x, y]) => bare(x, y)),
    },
  ];
}
