import type { ItemSetParts, OptionSource } from "@/lib/records/item-set";
import { STEMS_ELSEWHERE } from "./augment/steps";
import { canonicalStem } from "./augment/wording";

/** How many donors lend to so many items. */
export interface Lending {
  readonly items: number;
  readonly donors: number;
}

/** How the items of an augmented set hang together by what they borrow (P2, section 5.4). */
export interface ProvenanceCounts {
  readonly items: number;
  /** Borrowed options. */
  readonly additions: number;
  /** Distinct questions that options are borrowed from. */
  readonly donors: number;
  /** Donors by the number of items that they lend to, from one item up. */
  readonly lending: readonly Lending[];
  /** Donors that lend to several items. */
  readonly sharedDonors: number;
  /** Items that share a donor with another item. */
  readonly itemsSharingDonors: number;
  /** Additions whose donor is an item of the set. */
  readonly fromSelected: number;
  /** Items that have such an addition. */
  readonly itemsWithSelected: number;
  /** Additions from another part of the source than their item's; null where a part is not known. */
  readonly crossSplit: number | null;
  /** Items whose stem another item of the set has too. */
  readonly repeatedStems: number;
  /** Items whose stem also stands in another part of the source, as counted when the set was made; null where it was not. */
  readonly stemsInAnotherSplit: number | null;
}

type Pair = readonly [value: string, item: string];

/** By value, the items that have it. */
function itemsOf(pairs: readonly Pair[]): ReadonlySet<string>[] {
  const items = new Map<string, Set<string>>();
  for (const [value, item] of pairs) items.set(value, (items.get(value) ?? new Set()).add(item));
  return [...items.values()];
}

/** Of these, the ones that several items have. */
const shared = (groups: readonly ReadonlySet<string>[]) => groups.filter((own) => own.size > 1);

function lendingOf(donors: readonly ReadonlySet<string>[]): Lending[] {
  const sizes = Map.groupBy(donors, ({ size }) => size);
  return [...sizes]
    .map(([items, own]) => ({ items, donors: own.length }))
    .sort((a, b) => a.items - b.items);
}

const itemsIn = (groups: readonly ReadonlySet<string>[]): number =>
  new Set(groups.flatMap((group) => [...group])).size;

function crossSplit(
  borrowed: readonly OptionSource[],
  own: readonly OptionSource[],
): number | null {
  const splits = new Map(own.map((row) => [row.item_id, row.donor_split]));
  const pairs = borrowed.map((row) => [splits.get(row.item_id) ?? null, row.donor_split] as const);
  if (pairs.some(([item, donor]) => item === null || donor === null)) return null;
  return pairs.filter(([item, donor]) => item !== donor).length;
}

/**
 * Donor sharing, additions from selected items, additions across parts of the source, and repeated
 * stems (P2, section 5.4).
 * @returns null for a set without provenance
 */
export function provenanceOf({
  manifest,
  items,
  provenance,
}: Pick<ItemSetParts, "manifest" | "items" | "provenance">): ProvenanceCounts | null {
  if (provenance === undefined) return null;
  const borrowed = provenance.filter((row) => row.donor_item !== row.item_id);
  const own = provenance.filter((row) => row.donor_item === row.item_id);
  const selected = new Set(items.map((item) => item.item_id));
  const fromSelected = borrowed.filter((row) => selected.has(row.donor_item));
  const donors = itemsOf(borrowed.map((row) => [row.donor_item, row.item_id]));
  const lenders = shared(donors);
  const stems = items.flatMap(({ stem, item_id }) =>
    stem === null ? [] : [[canonicalStem(stem), item_id] as const],
  );
  return {
    items: items.length,
    additions: borrowed.length,
    donors: donors.length,
    lending: lendingOf(donors),
    sharedDonors: lenders.length,
    itemsSharingDonors: itemsIn(lenders),
    fromSelected: fromSelected.length,
    itemsWithSelected: new Set(fromSelected.map((row) => row.item_id)).size,
    crossSplit: crossSplit(borrowed, own),
    repeatedStems: itemsIn(shared(itemsOf(stems))),
    stemsInAnotherSplit:
      manifest.steps.map(({ counts }) => counts[STEMS_ELSEWHERE]).find((n) => n !== undefined) ??
      null,
  };
}
