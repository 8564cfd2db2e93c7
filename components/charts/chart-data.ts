import type { PanelModel, PointModel } from "@/lib/chart-models/model";
import { stopsOf } from "@/lib/chart-models/readout";

/** One x with the points of all series there, in the order of the series. */
export interface ChartRow {
  readonly x: number;
  readonly points: readonly (PointModel | null)[];
}

/** A panel as rows, which is what recharts draws from. */
export function chartRows(panel: PanelModel): ChartRow[] {
  const maps = panel.series.map((series) => new Map(series.points.map((p) => [p.x, p])));
  return stopsOf(panel).map((x) => ({ x, points: maps.map((map) => map.get(x) ?? null) }));
}

export const valueAt = (index: number) => (row: ChartRow) => row.points[index]?.y ?? null;

/** Both ends of a band; null is a gap. */
export const bandAt = (index: number) => (row: ChartRow) => {
  const point = row.points[index];
  const { y = null, low = null, high = null } = point ?? {};
  return y === null || low === null || high === null ? null : ([low, high] as [number, number]);
};

/** The lengths of a whisker below and above the value. */
export const whiskerAt = (index: number) => (row: ChartRow) => {
  const point = row.points[index];
  const { y = null, low = null, high = null } = point ?? {};
  return y === null || low === null || high === null ? [0, 0] : [y - low, high - y];
};
