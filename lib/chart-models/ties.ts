import type { PairedRow } from "@/lib/metrics/paired";
import { pairedDifference } from "@/lib/stats/paired-items";
import { isDistinguishable } from "@/lib/stats/several";
import type { ItemScores } from "./item-scores";

/** How a row relates to the leader of its group. */
export type Tie =
  /** The best of its group. */
  | "leader"
  /** The paired difference from the leader covers 0, or McNemar's p is 0.05 or more. */
  | "not_distinguishable"
  /** No paired difference is known; the two intervals overlap, which is weaker and no test. */
  | "intervals_overlap";

/** What parts the leader of a group from the leader of the group above. */
export type Parting =
  /** The paired difference, by its test. */
  | "distinguishable"
  /** No paired difference is known; the two intervals do not overlap, which is no test. */
  | "intervals_apart"
  /** Nothing: no shared items to test, and no intervals on one scale. */
  | "untested";

export interface Contender {
  readonly id: string;
  readonly interval: readonly [number, number] | null;
  /** Names what the interval is of: intervals of other scales are never set against each other. */
  readonly scale: string;
  readonly scores: ItemScores | null;
}

/** Two runs item by item, whichever of them leads; null where they share no item. */
export type PairOf = (leader: string, row: string) => PairedRow | null;

/** Whether two can be told apart item by item; null where too few pairs say anything. */
function distinguishable(leader: Contender, row: Contender, pair: PairedRow | null) {
  const apart = pair && pair.n_shared > 0 ? isDistinguishable(pair.interval, pair.p) : null;
  if (apart !== null || !leader.scores || !row.scores) return apart;
  return isDistinguishable(pairedDifference(row.scores, leader.scores).interval, null);
}

function relation(
  leader: Contender,
  row: Contender,
  pair: PairedRow | null,
): Exclude<Tie, "leader"> | Parting {
  const apart = distinguishable(leader, row, pair);
  if (apart !== null) return apart ? "distinguishable" : "not_distinguishable";
  if (!leader.interval || !row.interval || leader.scale !== row.scale) return "untested";
  const overlap = leader.interval[0] <= row.interval[1] && row.interval[0] <= leader.interval[1];
  return overlap ? "intervals_overlap" : "intervals_apart";
}

export interface Place {
  readonly group: number;
  readonly tie: Tie;
  /** The row that it was compared with: the leader of its group, or of the group above. */
  readonly versus: string | null;
  /** Of the leader of a group that is not the first. */
  readonly parting: Parting | null;
  /** That comparison item by item, where there is one. */
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
    const pair: PairedRow | null = leader && pairOf(leader.id, row.id);
    const how = leader && relation(leader, row, pair);
    const versus: string | null = leader?.id ?? null;
    if (how === "not_distinguishable" || how === "intervals_overlap")
      places.set(row.id, { group, tie: how, versus, parting: null, pair });
    else {
      leader = row;
      group += 1;
      places.set(row.id, { group, tie: "leader", versus, parting: how, pair });
    }
  }
  return places;
}
