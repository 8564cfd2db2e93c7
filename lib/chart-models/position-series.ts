import type { PositionDistributionRow } from "@/lib/metrics/rows";
import type { LegendEntry, PointModel, SeriesModel, SeriesStyle } from "./model";
import { NEUTRAL_STYLE } from "./palette";
import { lineKey, type CurveSelection } from "./selection";
import { byCurve, curveFilters, type Curve } from "./series";

export interface PositionsOptions {
  readonly styles: ReadonlyMap<string, SeriesStyle>;
  readonly hidden: readonly string[];
}

const NO_CHOICE = "no valid response";

export type Group<T> = readonly [T, ...T[]];

/** The curves of a panel that are drawn, in the legend's order. */
export function drawnCurves<T extends Curve>(
  rows: readonly T[],
  selection: CurveSelection,
): (readonly [LegendEntry, Group<T>])[] {
  return [...byCurve(rows).values()].flatMap((group) => {
    const [first, ...rest] = group;
    const entry = first && selection.byId.get(lineKey(first));
    return first && entry?.state === "shown" ? [[entry, [first, ...rest]] as const] : [];
  });
}

/** What the figures of one view have in common. */
export function shared(selection: CurveSelection) {
  return {
    labels: "legend" as const,
    legend: selection.legend,
    intervalName: null,
    countOf: "responses",
    cap: selection.cap,
    notes: [],
  };
}

type Value = (row: PositionDistributionRow) => number | null;

/** One curve's value over positions, from a fixed first point where it is cumulative. */
export function positionSeries(
  entry: LegendEntry,
  group: Group<PositionDistributionRow>,
  mark: "line" | "step",
  value: Value,
  start: { x: number; y: number } | null,
): SeriesModel {
  const sorted = [...group].sort((a, b) => a.position - b.position);
  const points = sorted.map((row): PointModel => ({
    ...bare(row.position, value(row)),
    gap: value(row) === null ? NO_CHOICE : null,
    select: curveFilters(row, row.n_options),
  }));
  return {
    id: entry.id,
    label: entry.label,
    mark,
    style: entry.style,
    interval: "none",
    simulated: entry.simulated,
    role: "data",
    markerEvery: Math.max(1, Math.round(sorted.length / 8)),
    points: start ? [bare(start.x, start.y), ...points] : points,
  };
}

/** A point without interval, count or place to go. */
export const bare = (x: number, y: number | null): PointModel => ({
  x,
  y,
  low: null,
  high: null,
  n: null,
  gap: null,
  select: null,
});

/**
 * Gold in grey: one line when the curves share their gold positions, else their mean with the range
 * between the curves as a band.
 */
export function goldSeries(
  drawn: readonly (readonly [LegendEntry, Group<PositionDistributionRow>])[],
  mark: "line" | "step",
  value: Value,
  start: { x: number; y: number } | null,
): SeriesModel[] {
  const byPosition = new Map<number, number[]>();
  for (const [, group] of drawn) {
    for (const row of group) {
      const gold = value(row);
      if (gold === null) continue;
      byPosition.set(row.position, [...(byPosition.get(row.position) ?? []), gold]);
    }
  }
  if (byPosition.size === 0) return [];
  const points = [...byPosition]
    .sort(([a], [b]) => a - b)
    .map(([x, golds]): PointModel => {
      const [low, high] = [Math.min(...golds), Math.max(...golds)];
      const mean = golds.reduce((sum, gold) => sum + gold, 0) / golds.length;
      return { ...bare(x, mean), low, high };
    });
  const differ = points.some(({ low, high }) => (high ?? 0) - (low ?? 0) > 1e-12);
  return [
    {
      id: "gold",
      label: differ ? "gold (mean and range)" : "gold",
      mark,
      style: NEUTRAL_STYLE,
      interval: differ ? "band" : "none",
      simulated: false,
      role: "reference",
      markerEvery: 0,
      points: start
        ? [{ ...bare(start.x, start.y), low: start.y, high: start.y }, ...points]
        : points,
    },
  ];
}
