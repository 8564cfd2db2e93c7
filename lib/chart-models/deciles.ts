import type { GoldBinRow, PositionsRow } from "@/lib/metrics/rows";
import { valueAxis } from "./axis";
import { fitSeries } from "./fit";
import {
  SERIES_CAP,
  type FigureModel,
  type LegendEntry,
  type PanelModel,
  type PointModel,
  type SeriesModel,
} from "./model";
import { bare, drawnCurves, shared, type Group, type PositionsOptions } from "./position-series";
import { selectCurves } from "./selection";
import { curveFilters, curveKey, panelsOf } from "./series";
import { formatSignedRate } from "./table-text";

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
  const base = { id: entry.id, label: entry.label, style: entry.style, simulated: entry.simulated };
  return [
    ...fitSeries(base, points, slopes.get(curveKey(group[0])) ?? null),
    { ...base, mark: "line", interval: "none", role: "data", markerEvery: 1, points },
  ];
}
