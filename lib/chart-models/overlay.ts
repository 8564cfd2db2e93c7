import { valueAxis } from "./axis";
import {
  isPublished,
  type AxisModel,
  type FigureModel,
  type LegendEntry,
  type PanelModel,
  type SeriesModel,
} from "./model";

/** Published values that a figure gets beside what it has. */
export interface Overlay {
  /** What stands in a panel that is there, by the panel's id. */
  readonly beside: ReadonlyMap<string, readonly SeriesModel[]>;
  /** Panels of their own. */
  readonly apart: readonly PanelModel[];
  /** The axis that holds their places too, where the figure's own does not. */
  readonly x?: AxisModel;
  readonly notes: readonly string[];
}

/** Entries of the series, each once: one that stands in several panels has one name. */
function legendOf(series: readonly SeriesModel[]): LegendEntry[] {
  return [...new Map(series.map((one) => [one.id, one])).values()].map(
    ({ id, label, style, simulated }) => ({ id, label, style, simulated, state: "shown" }),
  );
}

/** A figure with published values in it: on its axes, in its legend and its notes. */
export function withOverlay(figure: FigureModel, overlay: Overlay): FigureModel {
  const { beside, apart, x = figure.x, notes } = overlay;
  const panels = [
    ...figure.panels.map((panel) => ({
      ...panel,
      series: [...panel.series, ...(beside.get(panel.id) ?? [])],
    })),
    ...apart,
  ];
  const data = panels.flatMap(({ series }) => series).filter(({ role }) => role === "data");
  const values = data.flatMap(({ points }) => points.flatMap(({ y, low, high }) => [y, low, high]));
  return {
    ...figure,
    x,
    y: valueAxis(figure.y.label, values, [0]),
    panels,
    // Titles of panels name no published value that stands beside another one.
    labels: figure.labels === "none" ? "legend" : figure.labels,
    legend: [...figure.legend, ...legendOf(data.filter(isPublished))],
    notes: [...figure.notes, ...notes],
  };
}
