import type { SeriesModel } from "./model";

type Drawn = Pick<SeriesModel, "id" | "label" | "style" | "simulated" | "points">;

/** Measured values that no line joins, each with its interval as whiskers. */
export function pointSeries({ id, label, style, simulated, points }: Drawn): SeriesModel {
  return {
    id,
    label,
    mark: "point",
    style,
    interval: "whisker",
    simulated,
    role: "data",
    markerEvery: 1,
    points,
  };
}
