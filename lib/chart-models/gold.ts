import type { PositionDistributionRow } from "@/lib/metrics/rows";
import type { CellSize } from "@/lib/metrics/sections/cell-sizes";
import { formatPercent, formatRate } from "@/lib/format/number";
import { goldIsFarFromUniform } from "@/lib/stats/uniformity";
import { positionAxis, valueAxis } from "./axis";
import type { FigureModel, PanelModel, PointModel } from "./model";
import { NEUTRAL_STYLE } from "./palette";
import { byCurve, curveKey, panelsOf } from "./series";

/** More bars than this are drawn in groups of positions. */
const MOST_BARS = 100;
/** The independent placements of gold behind a curve at this N. */
function drawsOf(cell: CellSize, fixed: ReadonlySet<string>): number {
  // Synchronised trials show every item the same placement: a trial is then one draw, not one an item.
  return fixed.has(cell.series_id) ? cell.n_responses : cell.n_trials;
}

interface Gold {
  readonly rows: readonly PositionDistributionRow[];
  readonly draws: number;
}

/** Distinct gold distributions among curves: those that agree at every position count once. */
function distinctGolds(
  rows: readonly PositionDistributionRow[],
  draws: ReadonlyMap<string, number>,
): Gold[] {
  const distinct = new Map<string, Gold>();
  for (const [curve, group] of byCurve(rows)) {
    const sorted = [...group].sort((a, b) => a.position - b.position);
    const key = sorted.map((row) => row.p_gold?.toPrecision(10) ?? "~").join();
    if (!distinct.has(key)) distinct.set(key, { rows: sorted, draws: draws.get(curve) ?? 0 });
  }
  return [...distinct.values()];
}

/** Shares summed over groups of `width` positions, at the middle of each group. */
function grouped(rows: readonly PositionDistributionRow[], width: number): Map<number, number> {
  const sums = new Map<number, number>();
  for (const { position, p_gold } of rows) {
    if (p_gold === null) continue;
    const middle = Math.floor((position - 1) / width) * width + (width + 1) / 2;
    sums.set(middle, (sums.get(middle) ?? 0) + p_gold);
  }
  return sums;
}

/** Where the gold CDF is furthest from that of a uniform one. */
function furthest(rows: readonly PositionDistributionRow[], n: number) {
  const distance = (row: PositionDistributionRow) =>
    row.cdf_gold === null ? 0 : Math.abs(row.cdf_gold - row.position / n);
  return rows.reduce<{ row: PositionDistributionRow; distance: number } | null>(
    (best, row) =>
      best && best.distance >= distance(row) ? best : { row, distance: distance(row) },
    null,
  );
}

function warningOf(golds: readonly Gold[], n: number): string | null {
  const far = golds
    .filter(({ rows, draws }) =>
      goldIsFarFromUniform(
        rows.map((row) => row.p_gold ?? 0),
        draws,
      ),
    )
    .flatMap(({ rows }) => furthest(rows, n) ?? [])
    .sort((a, b) => b.distance - a.distance)[0];
  if (!far) return null;
  return (
    `Gold positions are far from uniform: the first ${far.row.position} of ${n} positions hold ` +
    `${formatPercent(far.row.cdf_gold)} of gold, uniform would ` +
    `${formatPercent(far.row.position / n)} (KS ${formatRate(far.distance)}). ` +
    `Read the responses against gold.`
  );
}

/**
 * Histogram of the gold positions with the uniform level; a warning where it is far from it.
 * @param cells the sizes of the same cells, which know how many placements there were
 */
export function prepareGold(
  rows: readonly PositionDistributionRow[],
  n: number,
  cells: readonly CellSize[],
  fixed: ReadonlySet<string>,
): FigureModel {
  const draws = new Map(cells.map((cell) => [curveKey(cell), drawsOf(cell, fixed)]));
  const width = Math.ceil(n / MOST_BARS);
  const panels = panelsOf(rows).map(({ id, title, rows: inPanel }): PanelModel => {
    const golds = distinctGolds(inPanel, draws);
    const sums = golds.map((gold) => grouped(gold.rows, width));
    const places = [...new Set(sums.flatMap((sum) => [...sum.keys()]))].sort((a, b) => a - b);
    const points = places.map((x): PointModel => {
      const shares = sums.flatMap((sum) => sum.get(x) ?? []);
      const [low, high] = [Math.min(...shares), Math.max(...shares)];
      const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
      return { x, y: mean, low, high, n: null, gap: null, select: null };
    });
    return {
      id,
      title,
      series: [
        {
          id: "gold",
          label: golds.length > 1 ? "gold (mean and range)" : "gold",
          mark: "bar",
          style: NEUTRAL_STYLE,
          interval: golds.length > 1 ? "whisker" : "none",
          simulated: false,
          role: "data",
          markerEvery: 0,
          points,
        },
      ],
      shade: null,
      levels: [{ y: width / n, label: "uniform" }],
      readouts: [],
      warning: warningOf(golds, n),
    };
  });
  return {
    x: positionAxis(n, 0.5),
    y: valueAxis(
      width > 1 ? `share of gold by ${width} positions` : "share of gold",
      panels.flatMap((panel) => panel.series[0]?.points.map((point) => point.high) ?? []),
      [0],
    ),
    panels,
    labels: "none",
    legend: [],
    valueName: "share of gold",
    intervalName: null,
    countOf: "responses",
    cap: null,
    notes: [],
  };
}
