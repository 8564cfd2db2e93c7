import type { ItemMetricRow } from "@/lib/metrics/rows";
import type { PairedRow } from "@/lib/metrics/paired";
import { summary, tInterval } from "@/lib/stats/means";
import { isDistinguishable } from "@/lib/stats/several";
import type { Interval } from "@/lib/stats/types";

/** Accuracy by item of one curve at one N. */
export type ItemScores = ReadonlyMap<string, number>;

export function itemScores(rows: readonly ItemMetricRow[]): ItemScores {
  return new Map(
    rows.flatMap(({ item_id, item_hash, accuracy }) =>
      // One id with another question is another item.
      accuracy === null ? [] : [[JSON.stringify([item_id, item_hash]), accuracy] as const],
    ),
  );
}

/**
 * 95% t interval over shared items of the difference of item means, a minus b. Null below two shared
 * items. Interval of zero width where every item differs by the same.
 */
export function differenceInterval(a: ItemScores, b: ItemScores): Interval | null {
  const differences = [...a].flatMap(([item, score]) => {
    const other = b.get(item);
    return other === undefined ? [] : [score - other];
  });
  const { mean, sd, n } = summary(differences);
  return tInterval(mean, sd, n);
}

/** How a row relates to the leader of its group. */
export type Tie =
  /** The best of its group. */
  | "leader"
  /** The paired difference from the leader covers 0, or McNemar's p is 0.05 or more. */
  | "not_distinguishable"
  /** No paired difference is known; the two intervals overlap, which is weaker and no test. */
  | "intervals_overlap";

export interface Contender {
  readonly id: string;
  readonly interval: readonly [number, number] | null;
  readonly scores: ItemScores | null;
}

/** Two runs item by item, whichever of them leads; null where they share no item. */
export type PairOf = (leader: string, row: string) => PairedRow | null;

/** Whether two fixed runs can be told apart; null where too few pairs say anything. */
function distinguishable({ n_shared, interval, p }: PairedRow): boolean | null {
  return n_shared === 0 ? null : isDistinguishable(interval, p);
}

function tieWith(leader: Contender, row: Contender, pairOf: PairOf): Tie | null {
  const pair = pairOf(leader.id, row.id);
  const apart = pair && distinguishable(pair);
  if (apart !== null) return apart ? null : "not_distinguishable";
  if (leader.scores && row.scores) {
    const interval = differenceInterval(leader.scores, row.scores);
    if (interval) return isDistinguishable(interval, null) ? null : "not_distinguishable";
  }
  if (!leader.interval || !row.interval) return null;
  const overlap = leader.interval[0] <= row.interval[1] && row.interval[0] <= leader.interval[1];
  return overlap ? "intervals_overlap" : null;
}

interface Place {
  readonly group: number;
  readonly tie: Tie;
  /** The comparison with the leader of its group, where there is one. */
  readonly pair: PairedRow | null;
}

/**
 * Groups of near-ties down a ranking (best first). A row joins the group above it while it ties with
 * that group's leader; the first that does not leads the next group. "Not distinguishable" is not
 * transitive: the group says something about its leader alone.
 */
export function tieGroups(
  ranking: readonly Contender[],
  pairOf: PairOf = () => null,
): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  let leader: Contender | null = null;
  let group = 0;
  for (const row of ranking) {
    const tie: Tie | null = leader ? tieWith(leader, row, pairOf) : null;
    if (tie === null) {
      leader = row;
      group += 1;
    }
    const pair = tie && leader ? pairOf(leader.id, row.id) : null;
    places.set(row.id, { group, tie: tie ?? "leader", pair });
  }
  return places;
}
