import type { ItemSet } from "@/lib/records/item-set";
import { makeSheets, type SheetPlan } from "./make-sheet";
import type { Sheet } from "./sheet";
import {
  chosenCondition,
  sheetSources,
  type AskedItem,
  type SheetSources,
  type ShownOrder,
} from "./sources";

/** What can be drawn from, and in which orders it was shown. */
export interface Bank {
  readonly benchmark: string;
  readonly itemSet: string | null;
  readonly items: readonly AskedItem[];
  readonly orders: readonly ShownOrder[];
}

/** The questions of an item set. @throws Error where it holds none with options of their own */
export function bankOfSet({ hash, manifest, items, presentations }: ItemSet): Bank {
  if (manifest.kind !== "fixed-question")
    throw new Error(`${hash} holds no questions with options of their own: nothing to audit`);
  const hashes = new Map(items.map((item) => [item.item_id, item.item_hash]));
  const orders = presentations.map((one) => ({
    ...one,
    item_hash: hashes.get(one.item_id) ?? null,
  }));
  return { benchmark: manifest.benchmark, itemSet: hash, items, orders };
}

/** What is asked of a bank. */
export interface Drawing extends Pick<SheetPlan, "seed" | "perStratum" | "recordSets"> {
  /** Null: the only one, where there is one. */
  readonly condition: string | null;
}

export interface DrawnSheets {
  readonly sheets: readonly Sheet[];
  readonly leftOut: SheetSources["leftOut"];
}

/**
 * The sheets of a sample, one a record set, in the order of a condition.
 * @throws Error in one line where the condition has to be named, or there is nothing to draw
 */
export function drawSheets(
  bank: Bank,
  { condition: asked, seed, perStratum, recordSets }: Drawing,
): DrawnSheets {
  const { benchmark, itemSet } = bank;
  const condition = chosenCondition(bank.orders, asked);
  const { items, leftOut } = sheetSources(bank.items, bank.orders, condition);
  const [lost] = leftOut;
  if (items.length === 0 && lost)
    throw new Error(
      `none of the ${leftOut.length} items can be drawn; ${lost.item_id}: ${lost.why}`,
    );
  const plan = { benchmark, itemSet, condition, seed, perStratum, recordSets };
  return { sheets: makeSheets(items, plan), leftOut };
}
