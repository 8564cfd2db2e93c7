import { summary, tInterval } from "./means";
import type { Interval } from "./types";

export interface PairedDifference {
  /** Items with a value on both sides. */
  readonly nShared: number;
  /**
   * No side has items of its own: else the mean over the shared ones is not the difference of the
   * sides' means.
   */
  readonly sameItems: boolean;
  /** Mean of second less first over the shared items. */
  readonly mean: number | null;
  /** 95% t interval of that mean over the shared items; null below two. */
  readonly interval: Interval | null;
}

/** Second less first on the same items, by item. An item without a value counts as not asked. */
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
  return {
    nShared: n,
    sameItems: asked(first) === n && asked(second) === n,
    mean,
    interval: tInterval(mean, sd, n),
  };
}
