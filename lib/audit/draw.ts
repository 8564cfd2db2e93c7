import { seededOrder } from "@/lib/records/seeded-order";

/** What a sample is drawn by. */
export interface Drawable {
  readonly item_id: string;
  readonly section: string | null;
  /** Flag of the stem; null where nothing says. */
  readonly stem_negative: boolean | null;
}

/** An item of the sample, and what it stands for. */
export interface Drawn<T> {
  readonly item: T;
  /** Section and flag, as JSON. */
  readonly stratum: string;
  /** Items of its stratum by those drawn of it: N_h / n_h. */
  readonly weight: number;
}

/** Section and flag of an item. */
export function stratumOf({ section, stem_negative }: Omit<Drawable, "item_id">): string {
  return JSON.stringify([section, stem_negative]);
}

/**
 * A sample stratified by section and flag (P2, Appendix D): the first `perStratum` items of each
 * stratum in the seed's order, all of a smaller one. The weights sum to the number of items.
 * @returns the sample in the seed's order, strata mixed
 */
export function drawAudit<T extends Drawable>(
  items: readonly T[],
  perStratum: number,
  seed: string,
): Drawn<T>[] {
  const ordered = seededOrder(items, ({ item_id }) => item_id, seed).map(({ item }) => item);
  const strata = Map.groupBy(ordered, stratumOf);
  const rank = new Map(ordered.map((item, at) => [item, at]));
  return [...strata]
    .flatMap(([stratum, own]) => {
      const drawn = own.slice(0, perStratum);
      return drawn.map((item) => ({ item, stratum, weight: own.length / drawn.length }));
    })
    .sort((a, b) => (rank.get(a.item) ?? 0) - (rank.get(b.item) ?? 0));
}
