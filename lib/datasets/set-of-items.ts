import type { Item } from "@/lib/records/item";
import {
  ITEM_SET_VERSION,
  setItemSchema,
  type ItemSetParts,
  type Presentation,
  type SetItem,
  type SetManifest,
} from "@/lib/records/item-set";

/** An item of a table, whose options are JSON text, as an item set holds it. */
function setItemOf(item: Item): SetItem {
  return setItemSchema.strip().parse({ ...item, options: JSON.parse(item.options) as unknown });
}

const originalsOf = (item: SetItem): number[] =>
  item.options.flatMap((option, i) => (option.origin === "original" ? [i] : []));

/**
 * The originals in their order. The condition is `five-original` (P2) where every question has five
 * of them, and `original` otherwise.
 */
function originalPresentations(items: readonly SetItem[]): Presentation[] {
  const orders = items.map((item) => ({ item_id: item.item_id, order: originalsOf(item) }));
  const condition = orders.every(({ order }) => order.length === 5) ? "five-original" : "original";
  return orders.map(({ item_id, order }) => ({ item_id, condition, permutation: null, order }));
}

/** What only whoever makes the set knows. */
export type AboutSet = Pick<SetManifest, "name" | "language" | "licence" | "sources" | "steps">;

/**
 * A set of fixed questions out of items of one benchmark, presented with their original options in
 * their order.
 * @throws Error where there is no item, or items are of several benchmarks
 */
export function setOfItems(items: readonly Item[], about: AboutSet): ItemSetParts {
  const [benchmark, ...others] = new Set(items.map((item) => item.benchmark));
  if (benchmark === undefined) throw new Error("an item set needs an item");
  if (others.length > 0)
    throw new Error(`items of one benchmark make a set: ${[benchmark, ...others].join(", ")}`);
  const setItems = items.map(setItemOf);
  return {
    manifest: {
      version: ITEM_SET_VERSION,
      benchmark,
      kind: "fixed-question",
      seed: null,
      environments: {},
      ...about,
    },
    items: setItems,
    pool: [],
    presentations: originalPresentations(setItems),
  };
}
