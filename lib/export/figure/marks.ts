import { area, curveLinear, curveStepAfter, line } from "d3-shape";
import { hasMarker, markerPath } from "@/lib/chart-models/markers";
import type { PointModel, SeriesModel } from "@/lib/chart-models/model";
import { colourOf } from "@/lib/chart-models/palette";
import { element } from "./xml";
import type { Scale } from "./scale";

export interface Scales {
  readonly x: Scale;
  readonly y: Scale;
}

const curveOf = (series: SeriesModel) => (series.mark === "step" ? curveStepAfter : curveLinear);

function bandOf(series: SeriesModel, { x, y }: Scales, colour: string): string {
  const path = area<PointModel>()
    .defined((p) => p.y !== null && p.low !== null && p.high !== null)
    .x((p) => x(p.x))
    .y0((p) => y(p.low ?? 0))
    .y1((p) => y(p.high ?? 0))
    .curve(curveOf(series))([...series.points]);
  return path ? element("path", { d: path, fill: colour, "fill-opacity": 0.14 }) : "";
}

function strokeOf(series: SeriesModel, { x, y }: Scales, colour: string): string {
  const path = line<PointModel>()
    .defined((p) => p.y !== null)
    .x((p) => x(p.x))
    .y((p) => y(p.y ?? 0))
    .curve(curveOf(series))([...series.points]);
  if (!path) return "";
  return element("path", {
    d: path,
    fill: "none",
    stroke: colour,
    "stroke-width": series.role === "reference" ? 1.25 : 1.75,
    "stroke-linejoin": "round",
    "stroke-dasharray": series.style.dash === "dashed" ? "5 3" : null,
  });
}

function whiskersOf(series: SeriesModel, { x, y }: Scales, colour: string): string {
  return series.points
    .map((p) =>
      p.low === null || p.high === null || p.low === p.high
        ? ""
        : element("line", {
            x1: x(p.x),
            x2: x(p.x),
            y1: y(p.low),
            y2: y(p.high),
            stroke: colour,
            "stroke-width": 1,
          }),
    )
    .join("");
}

/** Room that one bar takes, in data units: the smallest distance between two. */
function barWidth(points: readonly PointModel[]): number {
  const gaps = points.slice(1).map((p, i) => p.x - (points[i]?.x ?? p.x));
  return gaps.length > 0 ? Math.min(...gaps) : 1;
}

function barsOf(series: SeriesModel, { x, y }: Scales, colour: string): string {
  const half = barWidth(series.points) / 2;
  return series.points
    .map((p) => {
      if (p.y === null) return "";
      const [left, right] = [x(p.x - half), x(p.x + half)];
      const space = Math.min(1, (right - left) * 0.15);
      return element("rect", {
        x: left + space / 2,
        y: y(p.y),
        width: Math.max(0.5, right - left - space),
        height: Math.max(0, y(0) - y(p.y)),
        fill: colour,
        "fill-opacity": 0.75,
      });
    })
    .join("");
}

/** A marker where a curve's own sign is due. */
export function markerAt(series: Pick<SeriesModel, "style">, cx: number, cy: number): string {
  if (series.style.marker === null) return "";
  const colour = colourOf(series.style, "light");
  return element("path", {
    d: markerPath(series.style.marker, 34),
    transform: `translate(${cx.toFixed(2)} ${cy.toFixed(2)})`,
    fill: colour,
    stroke: colour,
    "stroke-width": 1,
  });
}

/** One series in light colours: its band or whiskers, its line or bars, its markers. */
export function drawSeries(series: SeriesModel, scales: Scales): string {
  const colour = colourOf(series.style, "light");
  const interval =
    series.interval === "band"
      ? bandOf(series, scales, colour)
      : series.interval === "whisker"
        ? whiskersOf(series, scales, colour)
        : "";
  if (series.mark === "bar") return barsOf(series, scales, colour) + interval;
  const markers = series.points
    .map((p, index) =>
      p.y !== null && hasMarker(series, index)
        ? markerAt(series, scales.x(p.x), scales.y(p.y))
        : "",
    )
    .join("");
  return interval + strokeOf(series, scales, colour) + markers;
}
