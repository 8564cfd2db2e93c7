import { summary, tInterval } from "./means";
import type { Interval } from "./types";

export interface PairedDifference {
  /** Items with a value on both sides. */
  readonly nShared: number;
  /** Mean of second less first over the shared items. */
  readonly mean: number | null;
  /** 95% t interval of that mean; null below two items, or where a side has items of its own. */
  readonly interval: Interval | null;
}

/**
 * Second less first on the same items, by item. An item without a value counts as not asked. Where
 * the sides have different items, the mean over the shared ones is not the difference of their means,
 * and no interval is given.
 */
export function pairedDifference(
  first: ReadonlyMap<string, number | null>,
  second: ReadonlyMap<string, number | null>,
): PairedDifference {
  const differences = [...first].flatMap(([item, a]) => {
    const b = second.get(item) ?? null;
    return a === null || b === null ? [] : [b - a];
  });
  const { n, mean, sd } = summary(differences);
  const asked = (side: ReadonlyMap<string, number | null>) =>
    [...side.values()].filter((value) => value !== null).length;
  const same = asked(first) === n && asked(second) === n;
  return { nShared: n, mean, interval: same ? tInterval(mean, sd, n) : null };
}
