import type { Select } from "./series";

/**
 * A prepared figure: everything that is drawn, in data units, with texts made. Renderers
 * (components/charts for the screen, lib/export/figure for paper) add pixels and nothing else.
 */

export interface Tick {
  readonly value: number;
  readonly label: string;
}

export interface AxisModel {
  /** Name and unit, as printed beside the axis. */
  readonly label: string;
  readonly scale: "linear" | "log";
  readonly domain: readonly [number, number];
  readonly ticks: readonly Tick[];
  /** How a place beside the ticks is written; places are whole numbers without it. */
  readonly places?: "seconds" | "tenths";
}

export const MARKERS = [
  "circle",
  "square",
  "triangle",
  "diamond",
  "cross",
  "star",
  "wye",
  "times",
] as const;
export type Marker = (typeof MARKERS)[number];

/** How one identity looks: the marker is the second sign beside the colour. */
export interface SeriesStyle {
  /** Slot of the palette (lib/chart-models/palette.ts); null is the neutral grey of references. */
  readonly colour: number | null;
  readonly marker: Marker | null;
  readonly dash: "solid" | "dashed";
  /** Markers are outlines: published values beside recomputed ones. */
  readonly hollow?: boolean;
}

export interface PointModel {
  readonly x: number;
  /** Null is a gap: nothing is drawn and no line crosses it. */
  readonly y: number | null;
  /** Interval or band around y; null where there is none. */
  readonly low: number | null;
  readonly high: number | null;
  /** Responses (or items, see the figure's `countOf`) behind the value. */
  readonly n: number | null;
  /** Why y is null. */
  readonly gap: string | null;
  /** Filters that lead to the responses behind the point; null where a click leads nowhere. */
  readonly select: Select | null;
  /** Signs of the marks where a published value disagrees with others of its source: "a,c". */
  readonly signs?: string;
}

export interface SeriesModel {
  readonly id: string;
  readonly label: string;
  /** What stands beside its points where the label, which a legend has, is too long for it. */
  readonly name?: string;
  readonly mark: "line" | "step" | "bar" | "point";
  readonly style: SeriesStyle;
  /** How the interval of the points is drawn. */
  readonly interval: "band" | "whisker" | "none";
  readonly simulated: boolean;
  /** References (a gold distribution, a fitted line) stand behind the data. */
  readonly role: "data" | "reference";
  /** Draw the marker at every so many points; 0 draws none. */
  readonly markerEvery: number;
  /** Pixels by which it stands beside its x, so that whiskers of several do not cover each other. */
  readonly shift?: number;
  readonly points: readonly PointModel[];
}

/** A shaded stretch of the x axis; its label stands above the read-outs. */
export interface ShadeModel {
  readonly from: number;
  readonly to: number;
  readonly label: string;
}

/** A thin dotted level, such as chance; named beside the panel's title. */
export interface LevelModel {
  readonly y: number;
  readonly label: string;
}

/** The names of a panel's levels, each once, without those that a read-out names with its values. */
export function levelNames({
  levels,
  readouts,
}: Pick<PanelModel, "levels" | "readouts">): string[] {
  const told = new Set(readouts.map(({ label }) => label));
  return [...new Set(levels.map(({ label }) => label))].filter((label) => !told.has(label));
}

/** A value read off the chart, printed under the panel's title. */
export interface ReadoutModel {
  readonly id: string;
  readonly style: SeriesStyle;
  readonly label: string;
  readonly text: string;
}

export interface PanelModel {
  readonly id: string;
  /** Empty for a figure of one panel that needs no title of its own. */
  readonly title: string;
  readonly series: readonly SeriesModel[];
  readonly shade: ShadeModel | null;
  readonly levels: readonly LevelModel[];
  readonly readouts: readonly ReadoutModel[];
  readonly warning: string | null;
}

export interface LegendEntry {
  readonly id: string;
  readonly label: string;
  readonly style: SeriesStyle;
  readonly simulated: boolean;
  /** `hidden`: switched off by the reader; `beyond`: left out by the cap until another is hidden. */
  readonly state: "shown" | "hidden" | "beyond";
}

export interface FigureModel {
  readonly x: AxisModel;
  /** One y axis for all panels. */
  readonly y: AxisModel;
  readonly panels: readonly PanelModel[];
  /** Direct labels at the ends of the lines, names beside points with a legend, or that alone. */
  readonly labels: "direct" | "points" | "legend" | "none";
  readonly legend: readonly LegendEntry[];
  /** Word for the value and for its interval, for read-outs and the announcement. */
  readonly valueName: string;
  /** How values print: rates, unless they are percentage points or counts. */
  readonly unit?: "points" | "counts";
  readonly intervalName: string | null;
  /** What `n` of a point counts ("responses"). */
  readonly countOf: string;
  /** How many of how many series or panels are drawn; null when all are. */
  readonly cap: Cap | null;
  /** What is left out, and other remarks, each a sentence. */
  readonly notes: readonly string[];
}

export interface Cap {
  readonly shown: number;
  readonly of: number;
  readonly what: string;
}

/** "8 of 12 models" */
export function capText(cap: Cap): string {
  return `${cap.shown} of ${cap.of} ${cap.what}`;
}

/** At most so many lines are named at their ends; beyond, a legend names them. */
export const DIRECT_LABELS = 8;
/** At most so many series or panels are drawn at once. */
export const SERIES_CAP = 8;

/** What the panels of a figure have in common: all that one of them needs beside itself. */
export interface FigureFrame extends Pick<
  FigureModel,
  "x" | "y" | "unit" | "intervalName" | "labels"
> {
  readonly simulation: Simulation;
}

export function frameOf(figure: FigureModel): FigureFrame {
  const { x, y, unit, intervalName, labels } = figure;
  return { x, y, unit, intervalName, labels, simulation: simulationOf(figure) };
}

/**
 * The name of a curve as printed. A simulated one says so where measured ones stand beside it; where
 * everything is simulated the figure says it once.
 * @param among how much of the figure is simulated
 */
export function printedLabel(
  { label, simulated }: Pick<LegendEntry, "label" | "simulated">,
  among: Simulation,
): string {
  return simulated && among === "some" ? `${label} (simulated)` : label;
}

/** How much of what is shown is simulated. */
export type Simulation = "all" | "some" | "none";

export function simulationAmong(shown: readonly { readonly simulated: boolean }[]): Simulation {
  const simulated = shown.filter((one) => one.simulated).length;
  if (simulated === 0) return "none";
  return simulated === shown.length ? "all" : "some";
}

/** Whether a series is of published values: these are drawn hollow, their whiskers dashed. */
export const isPublished = ({ style }: Pick<LegendEntry, "style">): boolean =>
  style.hollow === true;

/** How much of what is drawn is simulated. */
export function simulationOf(figure: FigureModel): Simulation {
  return simulationAmong(
    figure.panels.flatMap((panel) => panel.series).filter((series) => series.role === "data"),
  );
}
