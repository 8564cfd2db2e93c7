import type { PointModel } from "./model";

/** The mean of the defined values; null without any. */
function meanOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}

/**
 * Points at consecutive positions, averaged over groups of `width`; the last group may be smaller.
 * A group stands at the middle of its positions. A click on one leads where its points lead.
 */
export function inGroups(points: readonly PointModel[], width: number): PointModel[] {
  if (width <= 1) return [...points];
  const groups: PointModel[] = [];
  for (let start = 0; start < points.length; start += width) {
    const group = points.slice(start, start + width);
    const [first] = group;
    const last = group[group.length - 1];
    if (!first || !last) continue;
    groups.push({
      x: (first.x + last.x) / 2,
      y: meanOf(group.map((point) => point.y)),
      low: meanOf(group.map((point) => point.low)),
      high: meanOf(group.map((point) => point.high)),
      n: null,
      gap: first.gap,
      select: first.select,
    });
  }
  return groups;
}
