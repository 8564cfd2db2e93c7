import { markerPath } from "@/lib/chart-models/markers";
import { isPublished, type SeriesModel } from "@/lib/chart-models/model";
import { colourOf } from "@/lib/chart-models/palette";
import { shapesOf, type Scales } from "@/lib/chart-models/shapes";
import { element } from "./xml";

/** A marker where a curve's own sign is due. */
export function markerAt(series: Pick<SeriesModel, "style">, cx: number, cy: number): string {
  if (series.style.marker === null) return "";
  const colour = colourOf(series.style, "light");
  return element("path", {
    d: markerPath(series.style.marker, 34),
    transform: `translate(${cx.toFixed(2)} ${cy.toFixed(2)})`,
    fill: series.style.hollow === true ? "#ffffff" : colour,
    stroke: colour,
    "stroke-width": series.style.hollow === true ? 1.5 : 1,
  });
}

/** One series in light colours: its band or whiskers, its line or bars, its markers. */
export function drawSeries(series: SeriesModel, scales: Scales): string {
  const colour = colourOf(series.style, "light");
  const shapes = shapesOf(series, scales);
  const band = shapes.band
    ? element("path", { d: shapes.band, fill: colour, "fill-opacity": 0.14 })
    : "";
  const line = shapes.line
    ? element("path", {
        d: shapes.line,
        fill: "none",
        stroke: colour,
        "stroke-width": series.role === "reference" ? 1.25 : 1.75,
        "stroke-linejoin": "round",
        "stroke-dasharray": series.style.dash === "dashed" ? "5 3" : null,
      })
    : "";
  const bars = shapes.bars.map((bar) =>
    element("rect", { ...bar, fill: colour, "fill-opacity": 0.75 }),
  );
  const whiskers = shapes.whiskers.map(({ x, y1, y2 }) =>
    element("line", {
      ...{ x1: x, x2: x, y1, y2, stroke: colour, "stroke-width": 1 },
      "stroke-dasharray": isPublished(series) ? "3 2" : null,
    }),
  );
  const markers = shapes.markers.map(({ x, y }) => markerAt(series, x, y));
  return [band, ...bars, ...whiskers, line, ...markers].join("");
}
