import { linearTicks, valueAxis } from "./axis";
import type { FigureModel, PointModel, SeriesModel, SeriesStyle } from "./model";

/** How far a job was at a moment. */
export interface ProgressPoint {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Stored responses, failed ones among them. */
  readonly done: number;
  readonly failed: number;
}

/** A line has no use for more points. */
const POINTS = 200;
const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** Below so many minutes the axis counts seconds. */
const SHORT = 10 * MINUTE;

const DONE: SeriesStyle = { colour: 0, marker: "circle", dash: "solid" };
const FAILED: SeriesStyle = { colour: 1, marker: "square", dash: "dashed" };

/** Every so-manieth point, the first and the last among them. */
export function thinned<T>(points: readonly T[], most = POINTS): readonly T[] {
  if (points.length <= most) return points;
  const step = (points.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, i) => points[Math.round(i * step)]).filter(
    (point) => point !== undefined,
  );
}

function lineOf(
  id: "done" | "failed",
  style: SeriesStyle,
  points: readonly ProgressPoint[],
  xOf: (at: number) => number,
): SeriesModel {
  return {
    id,
    label: id,
    mark: "line",
    style,
    interval: "none",
    simulated: false,
    role: "data",
    markerEvery: 0,
    points: points.map((point): PointModel => ({
      x: xOf(point.at),
      y: point[id],
      low: null,
      high: null,
      n: null,
      gap: null,
      select: null,
    })),
  };
}

/**
 * Stored responses against the time since the first point; null with fewer than two moments,
 * between which alone there is a line.
 */
export function prepareProgress(
  all: readonly ProgressPoint[],
  planned: number,
): FigureModel | null {
  const points = thinned(all);
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last || first.at === last.at) return null;
  const short = last.at - first.at < SHORT;
  const xOf = (at: number) => (at - first.at) / (short ? SECOND : MINUTE);
  const series = [lineOf("done", DONE, points, xOf)];
  if (last.failed > 0) series.push(lineOf("failed", FAILED, points, xOf));
  const end = xOf(last.at);
  return {
    x: {
      label: `${short ? "seconds" : "minutes"} since the start`,
      scale: "linear",
      domain: [0, end],
      ticks: linearTicks([0, end]),
    },
    y: valueAxis("responses", [planned, ...points.map((point) => point.done)], [0]),
    panels: [
      {
        id: "progress",
        title: "Responses",
        series,
        shade: null,
        levels: [{ y: planned, label: "planned" }],
        readouts: [],
        warning: null,
      },
    ],
    labels: "direct",
    legend: series.map(({ id, label, style }) => ({
      id,
      label,
      style,
      simulated: false,
      state: "shown",
    })),
    valueName: "responses",
    unit: "counts",
    intervalName: null,
    countOf: "responses",
    cap: null,
    notes: [],
  };
}
