import type { PositionDistributionRow } from "@/lib/metrics/rows";
import { formatRate } from "@/lib/format/number";
import { linearTicks, positionAxis, valueAxis } from "./axis";
import { inGroups } from "./groups";
import { SERIES_CAP, type FigureModel, type LegendEntry, type PanelModel } from "./model";
import {
  drawnCurves,
  goldSeries,
  positionSeries,
  shared,
  type Group,
  type PositionsOptions,
} from "./position-series";
import { selectCurves } from "./selection";
import { panelsOf } from "./series";
import { formatSignedRate } from "./table-text";

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

/** What lies on the first k positions: PFI_k, the gold's own share, and the excess over it. */
export interface PrefixMass {
  readonly pfi: number | null;
  readonly gold: number | null;
  readonly delta: number | null;
}

/** PFI_k and its excess over gold, read off the two CDFs. */
export function prefixMass(rows: readonly PositionDistributionRow[], k: number): PrefixMass {
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

function readout(entry: LegendEntry, group: Group<PositionDistributionRow>, k: number) {
  const { pfi, gold, delta } = prefixMass(group, k);
  return {
    id: entry.id,
    style: entry.style,
    label: entry.label,
    text: `PFI ${formatRate(pfi)}, gold ${formatRate(gold)}, Δ ${formatSignedRate(delta)}`,
  };
}
