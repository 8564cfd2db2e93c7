import type { SetItem } from "@/lib/records/item-set";
import type { SheetSource } from "./make-sheet";

export type AskedItem = Pick<
  SetItem,
  "item_id" | "item_hash" | "section" | "stem_negative" | "stem" | "options" | "key"
>;

/** One order in which an item's options were frozen. */
export interface ShownOrder {
  readonly item_id: string;
  readonly item_hash: string | null;
  readonly condition: string;
  readonly permutation: number | null;
  readonly order: readonly number[];
}

/** Items that a sheet can hold, and why the others cannot. */
export interface SheetSources {
  readonly items: readonly SheetSource[];
  readonly leftOut: readonly { readonly item_id: string; readonly why: string }[];
}

const nameOf = (of: Pick<ShownOrder, "item_id" | "item_hash">) =>
  JSON.stringify([of.item_id, of.item_hash]);

/** The conditions under which orders were frozen, by name. */
export function conditionsOf(orders: readonly Pick<ShownOrder, "condition">[]): string[] {
  return [...new Set(orders.map(({ condition }) => condition))].sort();
}

/**
 * The condition whose order sheets show: the one asked for, else the only one; null where nothing is
 * frozen, and options stand as in the item.
 * @throws Error naming the choices
 */
export function chosenCondition(
  orders: readonly Pick<ShownOrder, "condition">[],
  asked: string | null,
): string | null {
  const known = conditionsOf(orders);
  if (asked !== null && !known.includes(asked))
    throw new Error(
      `no condition "${asked}": ${known.length === 0 ? "no order is frozen" : known.join(", ")}`,
    );
  if (asked !== null) return asked;
  if (known.length > 1)
    throw new Error(`name the condition whose order is shown: ${known.join(", ")}`);
  return known[0] ?? null;
}

/** Items with their options in the first order of a condition. */
export function sheetSources(
  items: readonly AskedItem[],
  orders: readonly ShownOrder[],
  condition: string | null,
): SheetSources {
  const frozen = new Map<string, ShownOrder>();
  for (const one of orders) {
    if (one.condition !== condition) continue;
    const held = frozen.get(nameOf(one));
    if (!held || (one.permutation ?? 0) < (held.permutation ?? 0)) frozen.set(nameOf(one), one);
  }
  const byId = Map.groupBy(items, ({ item_id }) => item_id);
  const sources: SheetSource[] = [];
  const leftOut: { item_id: string; why: string }[] = [];
  for (const [item_id, versions] of byId) {
    const [item] = versions;
    const leave = (why: string) => leftOut.push({ item_id, why });
    if (!item || versions.length > 1) leave(`${versions.length} versions stand under this id`);
    else if (item.key === null || item.options.length < 2)
      leave("its options or key are not known");
    else {
      const order = condition === null ? [...item.options.keys()] : frozen.get(nameOf(item))?.order;
      if (!order) leave(`it has no order of ${condition ?? ""}`);
      else if (!order.includes(item.key)) leave("its order does not show the key");
      else sources.push({ ...item, key: item.key, order: [...order] });
    }
  }
  return { items: sources, leftOut };
}
