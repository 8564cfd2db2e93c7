import type { ItemMetricRow } from "@/lib/metrics/rows";
import { trialDifferenceInterval } from "@/lib/stats/proportions";
import { itemNames, type ItemName } from "./item-names";
import { itemKey } from "./item-scores";
import { byCurve, curveKey, type Curve } from "./series";

/** One item at one N of a curve. */
export interface ItemPoint {
  readonly n: number;
  readonly accuracy: number | null;
  /** z over trials; null below two. */
  readonly interval: readonly [number, number] | null;
  readonly responses: number;
}

/** One item over the N of one curve. */
export interface ItemLine {
  readonly id: string;
  /** Names the item in all curves (`itemKey`); its id may name others, too. */
  readonly key: string;
  readonly item: string;
  readonly name: ItemName;
  readonly section: string | null;
  readonly curve: Curve;
  /** Ascending in N. */
  readonly points: readonly ItemPoint[];
  /**
   * Accuracy at the lower N of the curve's ends minus at the higher; null where the curve has one N,
   * or the item lacks an end of it.
   */
  readonly drop: number | null;
  /** Of the drop, z over trials; null below two at either end. */
  readonly dropInterval: readonly [number, number] | null;
}

/** All items of one curve. */
export interface ItemCurve {
  readonly key: string;
  readonly curve: Curve;
  /** The ends over which its items drop: the chosen pair of N, else its lowest and its highest. */
  readonly low: number;
  readonly high: number;
  /** Its N, ascending. */
  readonly counts: readonly number[];
  /** No item is seen at two N: each question has its own, once. */
  readonly fixed: boolean;
  readonly lines: readonly ItemLine[];
}

function dropOf(points: readonly ItemPoint[], low: number, high: number) {
  const [from, to] = [low, high].map((n) => points.find((point) => point.n === n));
  if (low === high || !from || !to || from.accuracy === null || to.accuracy === null)
    return { drop: null, dropInterval: null };
  return { drop: from.accuracy - to.accuracy, dropInterval: trialDifferenceInterval(from, to) };
}

function lineOf(
  key: string,
  rows: readonly ItemMetricRow[],
  names: ReadonlyMap<string, ItemName>,
  [low, high]: readonly [number, number],
): ItemLine[] {
  const [first] = rows;
  if (!first) return [];
  const points = rows
    .map((row) => ({
      n: row.n_options,
      accuracy: row.accuracy,
      interval: row.acc_trial_ci,
      responses: row.n,
    }))
    .sort((a, b) => a.n - b.n);
  return [
    {
      id: `${curveKey(first)}|${key}`,
      key,
      item: first.item_id,
      name: names.get(key) ?? { label: first.item_id, question: null },
      section: first.section,
      curve: first,
      points,
      ...dropOf(points, low, high),
    },
  ];
}

/**
 * Items by curve, one id with several questions as several items; in a fixed series no item drops,
 * for none is seen at two N.
 */
export function itemCurves(
  rows: readonly ItemMetricRow[],
  fixed: ReadonlySet<string>,
  pair: readonly [number, number] | null,
): ItemCurve[] {
  const names = itemNames(rows);
  return [...byCurve(rows)].flatMap(([key, own]) => {
    const [curve] = own;
    if (!curve) return [];
    const counts = [...new Set(own.map((row) => row.n_options))].sort((a, b) => a - b);
    const [low, high] = pair ?? [counts[0] ?? 0, counts[counts.length - 1] ?? 0];
    const isFixed = fixed.has(curve.series_id);
    const ends = isFixed ? ([low, low] as const) : ([low, high] as const);
    const lines = [...Map.groupBy(own, itemKey)].flatMap(([item, of]) =>
      lineOf(item, of, names, ends),
    );
    return [{ key, curve, low, high, counts, fixed: isFixed, lines }];
  });
}

/** The pairs of N over which some curve drops, the widest of the lowest N first. */
export function dropPairs(curves: readonly ItemCurve[]): { n_low: number; n_high: number }[] {
  const pairs = curves
    .filter((own) => !own.fixed)
    .flatMap(({ counts }) =>
      counts.flatMap((n_low, i) => counts.slice(i + 1).map((n_high) => ({ n_low, n_high }))),
    );
  return [...new Map(pairs.map((pair) => [`${pair.n_low}-${pair.n_high}`, pair])).values()];
}

/** "at N=4 minus at N=100", or in words where the curves differ in their ends. */
export function dropText(curves: readonly ItemCurve[]): string {
  const dropping = curves.filter((own) => own.lines.some((line) => line.drop !== null));
  const [first] = dropping;
  return first && dropping.every((own) => own.low === first.low && own.high === first.high)
    ? `at N=${first.low} minus at N=${first.high}`
    : "at the lowest N of the curve minus at the highest";
}

/** Largest drop first; what has none goes last, wrong before right. */
export function byDrop(a: ItemLine, b: ItemLine): number {
  if (a.drop !== null && b.drop !== null) return b.drop - a.drop;
  if (a.drop !== null || b.drop !== null) return a.drop === null ? 1 : -1;
  return (lastOf(a)?.accuracy ?? 2) - (lastOf(b)?.accuracy ?? 2);
}

/** The item at its highest N. */
export function lastOf(line: ItemLine): ItemPoint | undefined {
  return line.points[line.points.length - 1];
}

/** Mean of the drops that are defined; null without any. */
export function meanDrop(lines: readonly ItemLine[]): number | null {
  const known = lines.flatMap(({ drop }) => drop ?? []);
  return known.length === 0 ? null : known.reduce((sum, drop) => sum + drop, 0) / known.length;
}

/** An item with the mean of its drops over curves. */
export interface RankedItem {
  readonly key: string;
  readonly label: string;
  readonly drop: number;
}

/** Items by the mean of their drops over curves, the largest first; ties by name. */
export function rankedItems(curves: readonly ItemCurve[]): RankedItem[] {
  const lines = curves.flatMap((curve) => curve.lines).filter((line) => line.drop !== null);
  return [...Map.groupBy(lines, (line) => line.key)]
    .flatMap(([key, own]) => {
      const drop = meanDrop(own);
      return drop === null ? [] : [{ key, label: own[0]?.name.label ?? key, drop }];
    })
    .sort((a, b) => b.drop - a.drop || (a.label < b.label ? -1 : 1));
}
