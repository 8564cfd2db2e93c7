import type { GoldBinRow, PositionDistributionRow, PositionsRow } from "@/lib/metrics/rows";
import { formatRate } from "@/lib/format/number";
import { linearTicks, positionAxis, valueAxis } from "./axis";
import { fitOf } from "./fit";
import { inGroups } from "./groups";
import {
  SERIES_CAP,
  type FigureModel,
  type LegendEntry,
  type PanelModel,
  type PointModel,
  type SeriesModel,
  type SeriesStyle,
} from "./model";
import { NEUTRAL_STYLE } from "./palette";
import { formatSignedRate } from "./table-text";
import { lineKey, selectCurves, type CurveSelection } from "./selection";
import { byCurve, curveFilters, curveKey, panelsOf, type Curve } from "./series";

export interface PositionsOptions {
  readonly styles: ReadonlyMap<string, SeriesStyle>;
  readonly hidden: readonly string[];
}

const NO_CHOICE = "no valid response";

/**
 * The largest number of first positions that a slider may choose at N options. All N positions hold
 * everything by definition, so that it stays below N.
 */
export function maxK(n: number): number {
  return Math.max(1, Math.min(20, n - 1));
}

/** The k in use at N options: the one asked for where it says something, else the first position. */
export function usableK(k: number, n: number): number {
  return k <= maxK(n) ? k : n > 20 ? maxK(n) : 1;
}

/** PFI_k and its excess over gold, read off the two CDFs. */
export function prefixMass(
  rows: readonly PositionDistributionRow[],
  k: number,
): { pfi: number | null; gold: number | null; delta: number | null } {
  const row = rows.find((candidate) => candidate.position === k);
  const pfi = row?.cdf_response ?? null;
  const gold = row?.cdf_gold ?? null;
  return { pfi, gold, delta: pfi === null || gold === null ? null : pfi - gold };
}

/** CDF of response positions against that of the gold positions, the first k shaded. */
export function prepareCdf(
  rows: readonly PositionDistributionRow[],
  n: number,
  k: number,
  options: PositionsOptions,
): FigureModel {
  const selection = selectCurves(rows, options.styles, options.hidden, SERIES_CAP);
  const panels = panelsOf(rows).map(({ id, title, rows: inPanel }): PanelModel => {
    const drawn = drawnCurves(inPanel, selection);
    return {
      id,
      title,
      series: [
        ...goldSeries(drawn, "step", (row) => row.cdf_gold, { x: 0, y: 0 }),
        ...drawn.map(([entry, group]) =>
          positionSeries(entry, group, "step", (row) => row.cdf_response, { x: 0, y: 0 }),
        ),
      ],
      shade: {
        from: 0,
        to: k,
        label: k === 1 ? "shaded: the first position" : `shaded: the first ${k} positions`,
      },
      levels: [],
      readouts: drawn.map(([entry, group]) => readout(entry, group, k)),
      warning: null,
    };
  });
  return {
    x: positionAxis(n, 0),
    y: { label: "cumulative share", scale: "linear", domain: [0, 1], ticks: linearTicks([0, 1]) },
    panels,
    ...shared(selection),
    valueName: "share up to here",
  };
}

/** More places than this are drawn in groups: single positions are mostly noise. */
const MOST_PLACES = 20;

/**
 * Share of responses at a position against the share of gold there; at large N the mean share over
 * groups of neighbouring positions.
 */
export function prepareDensity(
  rows: readonly PositionDistributionRow[],
  n: number,
  options: PositionsOptions,
): FigureModel {
  const selection = selectCurves(rows, options.styles, options.hidden, SERIES_CAP);
  const width = Math.ceil(n / MOST_PLACES);
  const panels = panelsOf(rows).map(({ id, title, rows: inPanel }): PanelModel => {
    const drawn = drawnCurves(inPanel, selection);
    const series = [
      ...goldSeries(drawn, "line", (row) => row.p_gold, null),
      ...drawn.map(([entry, group]) =>
        positionSeries(entry, group, "line", (row) => row.p_response, null),
      ),
    ];
    return {
      id,
      title,
      series: series.map((one) => ({
        ...one,
        markerEvery: one.role === "data" ? Math.max(1, Math.round(n / width / 7)) : 0,
        points: inGroups(one.points, width),
      })),
      shade: null,
      levels: [{ y: 1 / n, label: "uniform" }],
      readouts: [],
      warning: null,
    };
  });
  return {
    x: positionAxis(n, 0.5),
    y: valueAxis(
      width > 1 ? `mean share, ${width} positions` : "share",
      panels.flatMap((panel) => panel.series.flatMap((one) => one.points.map((p) => p.y))),
      [0],
    ),
    panels,
    ...shared(selection),
    valueName: width > 1 ? "mean share here" : "share at this position",
  };
}

/** Accuracy by the decile of the gold position, with the fitted slope. */
export function prepareDeciles(
  bins: readonly GoldBinRow[],
  positions: readonly PositionsRow[],
  options: PositionsOptions,
): FigureModel {
  const selection = selectCurves(bins, options.styles, options.hidden, SERIES_CAP);
  const slopes = new Map(positions.map((row) => [curveKey(row), row.slope]));
  const panels = panelsOf(bins).map(({ id, title, rows }): PanelModel => {
    const drawn = drawnCurves(rows, selection);
    return {
      id,
      title,
      series: drawn.flatMap(([entry, group]) => decileSeries(entry, group, slopes)),
      shade: null,
      levels: [],
      readouts: drawn.map(([entry, group]) => ({
        id: entry.id,
        style: entry.style,
        label: entry.label,
        text: `slope ${formatSignedRate(slopes.get(curveKey(group[0])) ?? null)} per decile`,
      })),
      warning: null,
    };
  });
  return {
    x: {
      label: "decile of the gold position",
      scale: "linear",
      domain: [0.5, 10.5],
      ticks: Array.from({ length: 10 }, (_, i) => ({ value: i + 1, label: String(i + 1) })),
    },
    y: valueAxis(
      "accuracy",
      bins.map((row) => row.accuracy),
      [0, 1],
    ),
    panels,
    ...shared(selection),
    valueName: "accuracy",
  };
}

type Group<T> = readonly [T, ...T[]];

/** The curves of a panel that are drawn, in the legend's order. */
function drawnCurves<T extends Curve>(
  rows: readonly T[],
  selection: CurveSelection,
): (readonly [LegendEntry, Group<T>])[] {
  return [...byCurve(rows).values()].flatMap((group) => {
    const [first, ...rest] = group;
    const entry = first && selection.byId.get(lineKey(first));
    return first && entry?.state === "shown" ? [[entry, [first, ...rest]] as const] : [];
  });
}

function shared(selection: CurveSelection) {
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

function positionSeries(
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

const bare = (x: number, y: number | null): PointModel => ({
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
function goldSeries(
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

function readout(entry: LegendEntry, group: Group<PositionDistributionRow>, k: number) {
  const { pfi, gold, delta } = prefixMass(group, k);
  return {
    id: entry.id,
    style: entry.style,
    label: entry.label,
    text: `PFI ${formatRate(pfi)}, gold ${formatRate(gold)}, Δ ${formatSignedRate(delta)}`,
  };
}

function decileSeries(
  entry: LegendEntry,
  group: Group<GoldBinRow>,
  slopes: ReadonlyMap<string, number | null>,
): SeriesModel[] {
  const byBin = new Map(group.map((row) => [row.bin, row]));
  const points = Array.from({ length: 10 }, (_, index): PointModel => {
    const row = byBin.get(index + 1);
    if (!row) return { ...bare(index + 1, null), gap: "no gold in this decile" };
    return {
      ...bare(row.bin, row.accuracy),
      n: row.n,
      gap: row.accuracy === null ? "no gold in this decile" : null,
      select: curveFilters(row, row.n_options),
    };
  });
  const fit = fitOf(points, slopes.get(curveKey(group[0])) ?? null);
  const base = { id: entry.id, label: entry.label, style: entry.style, simulated: entry.simulated };
  const line: SeriesModel[] = fit
    ? [
        {
          ...base,
          id: `${entry.id}#fit`,
          label: `${entry.label}, fitted`,
          style: { ...entry.style, marker: null, dash: "dashed" },
          mark: "line",
          interval: "none",
          role: "reference",
          markerEvery: 0,
          points: fit.map(([x, y]) => bare(x, y)),
        },
      ]
    : [];
  return [
    ...line,
    { ...base, mark: "line", interval: "none", role: "data", markerEvery: 1, points },
  ];
}
