import { z } from "zod";
import { column, columnsOf } from "./columns";
import { itemFields } from "./item";
import { presentationSchema } from "./item-set";

/** What names an item in the tables beside the responses. */
export const itemName = {
  benchmark: itemFields.shape.benchmark,
  item_id: itemFields.shape.item_id,
  item_hash: itemFields.shape.item_hash,
};

/** SQL: that two rows name one item; no hash equals no hash. */
export const sameItem = (a: string, b: string): string =>
  Object.keys(itemName)
    .map((name) => `${a}.${name} IS NOT DISTINCT FROM ${b}.${name}`)
    .join(" AND ");

/**
 * How an item's options stood under one condition. `order` travels as JSON text in tables (a list of
 * indices into the item's options, as shown) and lies as a list in presentations.parquet.
 */
export const shownFields = z.strictObject({
  ...itemName,
  condition: column("VARCHAR", presentationSchema.shape.condition),
  permutation: column("INTEGER", presentationSchema.shape.permutation),
  order: column("VARCHAR", z.string()),
});
export type Shown = z.infer<typeof shownFields>;
export const SHOWN_COLUMNS = columnsOf(shownFields);
