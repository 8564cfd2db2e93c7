import { drawAudit, type Drawable } from "./draw";
import { sheetSchema, SHEET_VERSION, type Sheet, type SheetItem } from "./sheet";

/** An item that a sheet can hold: its options are known, and which of them is the key. */
export interface SheetSource
  extends Drawable, Pick<SheetItem, "item_hash" | "stem" | "options" | "key" | "order"> {}

export interface SheetPlan {
  readonly benchmark: string;
  readonly itemSet: string | null;
  readonly condition: string | null;
  readonly seed: string;
  readonly perStratum: number;
  /** Names of the record sets: a sheet each, with the same items. */
  readonly recordSets: readonly string[];
}

/**
 * The sheets of a sample, one a record set.
 * @throws Error where there is nothing to draw from
 */
export function makeSheets(items: readonly SheetSource[], plan: SheetPlan): Sheet[] {
  if (items.length === 0) throw new Error("there is no item with options and a key to draw");
  const drawn = drawAudit(items, plan.perStratum, plan.seed).map(
    ({ item, stratum, weight }): SheetItem => ({
      ...{ item_id: item.item_id, item_hash: item.item_hash, section: item.section },
      ...{ stratum, weight, stem: item.stem, key: item.key, order: [...item.order] },
      options: item.options.map(({ text, origin }) => ({ text, origin })),
    }),
  );
  return plan.recordSets.map((record_set) =>
    sheetSchema.parse({
      kind: "foilscope-audit-sheet",
      version: SHEET_VERSION,
      benchmark: plan.benchmark,
      record_set,
      item_set: plan.itemSet,
      condition: plan.condition,
      seed: plan.seed,
      per_stratum: plan.perStratum,
      population: items.length,
      items: drawn,
    }),
  );
}
