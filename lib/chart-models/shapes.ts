import { area, curveLinear, curveStepAfter, line } from "d3-shape";
import type { NamedPoint } from "./labels";
import { hasMarker } from "./markers";
import {
  printedLabel,
  type PanelModel,
  type PointModel,
  type SeriesModel,
  type Simulation,
} from "./model";
import type { Scale } from "./scale";

export interface Scales {
  readonly x: Scale;
  readonly y: Scale;
}

interface Whisker {
  readonly x: number;
  readonly y1: number;
  readonly y2: number;
}

interface BarShape {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What is drawn of a series, in pixels: the same on the screen and on paper. */
export interface SeriesShapes {
  /** SVG path of the interval's band; null where the series has none. */
  readonly band: string | null;
  /** SVG path of the line or steps; null for bars. */
  readonly line: string | null;
  readonly whiskers: readonly Whisker[];
  readonly bars: readonly BarShape[];
  readonly markers: readonly { readonly x: number; readonly y: number }[];
}

const curveOf = (series: SeriesModel) => (series.mark === "step" ? curveStepAfter : curveLinear);

function bandOf(series: SeriesModel, { x, y }: Scales): string | null {
  return area<PointModel>()
    .defined((p) => p.y !== null && p.low !== null && p.high !== null)
    .x((p) => x(p.x))
    .y0((p) => y(p.low ?? 0))
    .y1((p) => y(p.high ?? 0))
    .curve(curveOf(series))([...series.points]);
}

function lineOf(series: SeriesModel, { x, y }: Scales): string | null {
  return line<PointModel>()
    .defined((p) => p.y !== null)
    .x((p) => x(p.x))
    .y((p) => y(p.y ?? 0))
    .curve(curveOf(series))([...series.points]);
}

const hasInterval = (p: PointModel | undefined): boolean =>
  [p?.y, p?.low, p?.high].every((value) => typeof value === "number");

/** Whether a band cannot show a point's interval: it has no width between gaps, or beside nothing. */
const standsAlone = ({ points }: SeriesModel, index: number): boolean =>
  !hasInterval(points[index - 1]) && !hasInterval(points[index + 1]);

function whiskersOf(series: SeriesModel, { x, y }: Scales): Whisker[] {
  if (series.interval === "none") return [];
  return series.points.flatMap((p, index) =>
    p.low === null ||
    p.high === null ||
    p.low === p.high ||
    (series.interval === "band" && (p.y === null || !standsAlone(series, index)))
      ? []
      : [{ x: x(p.x), y1: y(p.low), y2: y(p.high) }],
  );
}

/** Room that one bar takes, in data units: the smallest distance between two. */
function barRoom(points: readonly PointModel[]): number {
  const gaps = points.slice(1).map((p, i) => p.x - (points[i]?.x ?? p.x));
  return gaps.length > 0 ? Math.min(...gaps) : 1;
}

function barsOf(series: SeriesModel, { x, y }: Scales): BarShape[] {
  const half = barRoom(series.points) / 2;
  return series.points.flatMap((p) => {
    if (p.y === null) return [];
    const [left, right] = [x(p.x - half), x(p.x + half)];
    const space = Math.min(1, (right - left) * 0.15);
    return [
      {
        x: left + space / 2,
        y: y(p.y),
        width: Math.max(0.5, right - left - space),
        height: Math.max(0, y(0) - y(p.y)),
      },
    ];
  });
}

function markersOf(series: SeriesModel, { x, y }: Scales): { x: number; y: number }[] {
  return series.points.flatMap((p, index) =>
    p.y !== null && hasMarker(series, index) ? [{ x: x(p.x), y: y(p.y) }] : [],
  );
}

/** The shapes of one series under the scales of its panel. */
export function shapesOf(series: SeriesModel, { x, y }: Scales): SeriesShapes {
  const bar = series.mark === "bar";
  const scales = { x: (value: number) => x(value) + (series.shift ?? 0), y };
  return {
    band: series.interval === "band" ? bandOf(series, scales) : null,
    line: bar || series.mark === "point" ? null : lineOf(series, scales),
    whiskers: whiskersOf(series, scales),
    bars: bar ? barsOf(series, scales) : [],
    markers: bar ? [] : markersOf(series, scales),
  };
}

/** The last point of each series of a panel, to be named where it stands. */
export function namedPoints(
  { series }: Pick<PanelModel, "series">,
  { x, y }: Scales,
  among: Simulation,
): NamedPoint[] {
  return series.flatMap((own) => {
    const point = own.points.findLast((candidate) => candidate.y !== null);
    if (point?.y == null || own.role !== "data") return [];
    return [
      {
        id: own.id,
        label: own.name ?? printedLabel(own, among),
        x: x(point.x) + (own.shift ?? 0),
        y: y(point.y),
        low: point.low === null ? null : y(point.low),
        high: point.high === null ? null : y(point.high),
      },
    ];
  });
}
