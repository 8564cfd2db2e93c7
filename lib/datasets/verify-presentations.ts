import type { ItemSetParts, Presentation, SetItem } from "@/lib/records/item-set";
import { ORIGINAL_CONDITION } from "@/lib/protocol/condition-names";
import { SET_FILES, type SetFault } from "./set-files";
import { repeated } from "./repeated";

type Order = readonly number[];
const same = (a: Order, b: Order) => a.length === b.length && a.every((one, i) => one === b[i]);
const ascending = (order: Order) => [...order].sort((a, b) => a - b);

/**
 * Why an order is not what the name of its condition promises; null where it is, and for names that
 * promise nothing.
 * @param kept the original options in the order in which the set shows them alone, where it keeps one
 */
function broken(
  condition: string,
  order: Order,
  kept: Order | undefined,
  item: SetItem,
): string | null {
  const all = [...item.options.keys()];
  const stored = all.filter((index) => item.options[index]?.origin === "original");
  const originals = kept ?? stored;
  const shown = order.filter((index) => originals.includes(index));
  if (condition === ORIGINAL_CONDITION)
    return same(ascending(order), stored) ? null : "is not the original options alone";
  if (!["ten-appended", "ten-interleaved", "ten-permuted"].includes(condition)) return null;
  if (!same(ascending(order), all)) return "does not show every option once";
  if (condition === "ten-permuted") return null;
  if (!same(shown, originals)) return "does not keep the order of the original options";
  return condition === "ten-interleaved" || same(order.slice(0, originals.length), originals)
    ? null
    : "does not show the original options first";
}

const placeOf = ({ item_id, condition, permutation }: Presentation) =>
  `${SET_FILES.presentations}, item ${item_id}, ${condition}, permutation ${permutation ?? "none"}`;

function* orderFaults(shown: Presentation, item: SetItem): Generator<Omit<SetFault, "where">> {
  const beyond = shown.order.find((index) => index >= item.options.length);
  if (beyond !== undefined)
    yield {
      what: "order",
      why: `names option ${beyond}, beyond the ${item.options.length} options (the first is 0)`,
    };
  if (new Set(shown.order).size < shown.order.length)
    yield { what: "order", why: "names an option twice" };
  if (item.key !== null && !shown.order.includes(item.key))
    yield { what: "order", why: `does not show the key, option ${item.key}` };
}

/** What is wrong with the orders that a set keeps. */
export function* presentationFaults({ items, presentations }: ItemSetParts): Generator<SetFault> {
  const byId = new Map(items.map((item) => [item.item_id, item]));
  const kept = new Map(
    presentations
      .filter(
        ({ condition, permutation }) => condition === ORIGINAL_CONDITION && permutation === null,
      )
      .map(({ item_id, order }) => [item_id, order]),
  );
  for (const where of repeated(presentations.map(placeOf)))
    yield { what: "presentation", where, why: "stands more than once" };
  for (const shown of presentations) {
    const where = placeOf(shown);
    const item = byId.get(shown.item_id);
    if (!item) {
      yield { what: "item_id", where, why: `names no item of ${SET_FILES.items}` };
      continue;
    }
    const faults = [...orderFaults(shown, item)];
    for (const fault of faults) yield { ...fault, where };
    const why =
      faults.length > 0 ? null : broken(shown.condition, shown.order, kept.get(item.item_id), item);
    if (why) yield { what: "order", where, why };
  }
}
