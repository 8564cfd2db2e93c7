import { formatPoints, plural } from "@/lib/format/number";
import { boundedAxis, optionsAxis } from "./axis";
import { rankedItems, type ItemCurve, type ItemLine } from "./items";
import {
  MARKERS,
  printedLabel,
  simulationAmong,
  type FigureModel,
  type LegendEntry,
  type PanelModel,
  type PointModel,
  type SeriesModel,
  type SeriesStyle,
} from "./model";
import { NEUTRAL_STYLE, PALETTE } from "./palette";
import { curveFilters, curveKey, curveLabels } from "./series";

/** So many items are drawn, and in so many panels. */
export const ITEM_CAP = 6;
export const ITEM_PANEL_CAP = 8;

export interface ItemsOptions {
  readonly scale: "linear" | "log";
  /** Items that the legend has switched off: the next ones take their place. */
  readonly hidden: readonly string[];
}

const styleAt = (place: number): SeriesStyle => ({
  colour: place % PALETTE.length,
  marker: MARKERS[place % MARKERS.length] ?? "circle",
  dash: "solid",
});

/** The items with the largest mean drop, named alike in all panels; those switched off stay listed. */
function legendOf(curves: readonly ItemCurve[], hidden: readonly string[]): LegendEntry[] {
  const entries: LegendEntry[] = [];
  let shown = 0;
  for (const { key, label } of rankedItems(curves)) {
    const off = hidden.includes(key);
    if (!off) shown += 1;
    if (shown > ITEM_CAP) break;
    entries.push({
      id: key,
      label,
      style: styleAt(entries.length),
      simulated: false,
      state: off ? "hidden" : "shown",
    });
  }
  return entries;
}

function pointsOf(line: ItemLine): PointModel[] {
  return line.points.map(({ n, accuracy, interval, responses }) => ({
    x: n,
    y: accuracy,
    low: interval?.[0] ?? null,
    high: interval?.[1] ?? null,
    n: responses,
    gap: accuracy === null ? "no scored response" : null,
    select: [...curveFilters(line.curve, n), { field: "item", values: [line.item] }],
  }));
}

/** The mean over all items of a curve at each N, to read the others against. */
function meanLine({ curve, lines }: ItemCurve): SeriesModel {
  const points = lines.flatMap((line) => line.points);
  const byN = [...Map.groupBy(points, (point) => point.n)].sort(([a], [b]) => a - b);
  return {
    id: `mean|${curveKey(curve)}`,
    label: `mean of ${plural(lines.length, "item")}`,
    mark: "line",
    style: { ...NEUTRAL_STYLE, dash: "dashed" },
    interval: "none",
    simulated: curve.simulated,
    role: "reference",
    markerEvery: 0,
    points: byN.map(([x, own]) => {
      const known = own.flatMap(({ accuracy }) => accuracy ?? []);
      return {
        x,
        y: known.length === 0 ? null : known.reduce((a, b) => a + b, 0) / known.length,
        low: null,
        high: null,
        n: null,
        gap: "no scored response",
        select: null,
      };
    }),
  };
}

/** Pixels between the whiskers of two items at one N. */
const STEP = 3;

function panelOf(own: ItemCurve, title: string, legend: readonly LegendEntry[]): PanelModel {
  const lines = new Map(own.lines.map((line) => [line.key, line]));
  const shown = legend.filter((entry) => entry.state === "shown");
  const series = shown.flatMap((entry, i): SeriesModel[] => {
    const line = lines.get(entry.id);
    if (!line) return [];
    return [
      {
        id: entry.id,
        label: entry.label,
        mark: "line",
        style: entry.style,
        interval: "whisker",
        simulated: own.curve.simulated,
        role: "data",
        markerEvery: 1,
        shift: (i - (shown.length - 1) / 2) * STEP,
        points: pointsOf(line),
      },
    ];
  });
  return {
    id: own.key,
    title,
    series: [meanLine(own), ...series],
    shade: null,
    levels: [],
    readouts: [],
    warning: null,
  };
}

function notesOf(curves: readonly ItemCurve[], drawn: number, of: number): string[] {
  const fixed = new Set(curves.filter((c) => c.fixed).map(({ curve }) => curve.model)).size;
  const flat = curves.filter((c) => !c.fixed && c.lines.every((line) => line.drop === null)).length;
  return [
    ...(drawn > 0 ? ["Dashed grey: the mean over all items of the panel."] : []),
    ...(of > drawn ? [`Drawn: ${drawn} of ${of} curves; filters choose others.`] : []),
    ...(fixed > 0
      ? [
          `No curve of ${plural(fixed, "model")} on fixed questions: each was asked once, at one N, so ` +
            "that nothing can drop.",
        ]
      : []),
    ...(flat > 0
      ? [`No curve where no item in view was asked at both N of a drop (${plural(flat, "curve")}).`]
      : []),
  ];
}

/**
 * Accuracy against N of the items that lose most, one panel a curve, the same items in all: those with
 * the largest drop on average over all curves in view.
 */
export function prepareItems(
  curves: readonly ItemCurve[],
  { scale, hidden }: ItemsOptions,
): FigureModel {
  const dropping = curves.filter((own) => own.lines.some((line) => line.drop !== null));
  const legend = legendOf(dropping, hidden);
  const labels = curveLabels(dropping.map(({ curve }) => curve));
  const drawn = dropping.slice(0, ITEM_PANEL_CAP);
  const among = simulationAmong(drawn.map(({ curve }) => curve));
  const panels = drawn.map((own) => {
    const label = labels.get(curveKey(own.curve)) ?? own.curve.model;
    return panelOf(own, printedLabel({ label, simulated: own.curve.simulated }, among), legend);
  });
  const points = panels.flatMap((panel) => panel.series).flatMap((series) => series.points);
  const y = boundedAxis(
    "accuracy of the item",
    points.flatMap(({ y, low, high }) => [y, low, high]),
    [0, 1],
    [0, 1],
  );
  const outside = y.domain[0] < 0 || y.domain[1] > 1;
  return {
    x: optionsAxis(
      points.map((point) => point.x),
      scale,
    ),
    y,
    panels,
    labels: "direct",
    legend,
    valueName: "accuracy",
    intervalName: "95% z interval over trials",
    countOf: "responses",
    cap: null,
    notes: [
      ...notesOf(curves, panels.length, dropping.length),
      ...(outside
        ? ["Intervals are not clipped: a whisker may end beyond 0 or 1, where no accuracy is."]
        : []),
    ],
  };
}

/** "T07 loses most, 41.2 points" */
export function worstText(curves: readonly ItemCurve[]): string | null {
  const [worst] = rankedItems(curves);
  if (!worst || worst.drop <= 0) return null;
  return `${worst.label} loses most, ${formatPoints(100 * worst.drop).replace("+", "")} points`;
}
