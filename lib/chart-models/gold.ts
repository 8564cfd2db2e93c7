import type { PositionDistributionRow } from "@/lib/metrics/rows";
import { formatPercent, formatRate } from "@/lib/format/number";
import { positionAxis, valueAxis } from "./axis";
import type { FigureModel, PanelModel, PointModel } from "./model";
import { NEUTRAL_STYLE } from "./palette";
import { byCurve, panelsOf } from "./series";

/** More bars than this are drawn in groups of positions. */
const MOST_BARS = 100;
/**
 * A gold distribution whose CDF is further than this from that of a uniform one is said to be far
 * from it. An effect size and not a test: whatever made it, diagnostics must then be read against
 * the gold curve.
 */
export const FAR_FROM_UNIFORM = 0.05;

/** Largest distance between the gold CDF and a uniform one; null without gold. */
export function distanceFromUniform(
  rows: readonly PositionDistributionRow[],
  n: number,
): number | null {
  const distances = rows.flatMap(({ cdf_gold, position }) =>
    cdf_gold === null ? [] : [Math.abs(cdf_gold - position / n)],
  );
  return distances.length === 0 ? null : Math.max(...distances);
}

/** Distinct gold distributions among curves: those that agree at every position count once. */
function distinctGolds(rows: readonly PositionDistributionRow[]): PositionDistributionRow[][] {
  const distinct = new Map<string, PositionDistributionRow[]>();
  for (const group of byCurve(rows).values()) {
    const sorted = [...group].sort((a, b) => a.position - b.position);
    const key = sorted.map((row) => row.p_gold?.toPrecision(10) ?? "~").join();
    if (!distinct.has(key)) distinct.set(key, sorted);
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

function warningOf(golds: readonly PositionDistributionRow[][], n: number): string | null {
  const distances = golds.flatMap((gold) => distanceFromUniform(gold, n) ?? []);
  const far = Math.max(0, ...distances);
  if (far <= FAR_FROM_UNIFORM) return null;
  const worst = golds
    .flat()
    .find((row) => row.cdf_gold !== null && Math.abs(row.cdf_gold - row.position / n) === far);
  if (!worst) return null;
  return (
    `Gold positions are far from uniform (KS ${formatRate(far)}): the first ${worst.position} of ` +
    `${n} positions hold ${formatPercent(worst.cdf_gold)} of gold, uniform would ` +
    `${formatPercent(worst.position / n)}. Read the responses against gold.`
  );
}

/** Histogram of the gold positions with the uniform level; a warning where it is far from it. */
export function prepareGold(rows: readonly PositionDistributionRow[], n: number): FigureModel {
  const width = Math.ceil(n / MOST_BARS);
  const panels = panelsOf(rows).map(({ id, title, rows: inPanel }): PanelModel => {
    const golds = distinctGolds(inPanel);
    const sums = golds.map((gold) => grouped(gold, width));
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
