import { z } from "zod";
import { column, columnsOf } from "./columns";
import { itemFields } from "./item";
import { presentationSchema } from "./item-set";

/** What names an item in the tables beside the responses. */
const itemName = {
  benchmark: itemFields.shape.benchmark,
  item_id: itemFields.shape.item_id,
  item_hash: itemFields.shape.item_hash,
};

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

/**
 * One reviewer record: which options of an item its record set holds defensible. `answers` travels as
 * JSON text (indices into the item's options; null = unresolved) and lies as a list in audit.parquet.
 * `weight` is the number of items that the record stands for, its stratum's items by those sampled.
 */
export const auditFields = z.strictObject({
  ...itemName,
  record_set: column("VARCHAR", z.string().min(1)),
  stratum: column("VARCHAR", z.string()),
  weight: column("DOUBLE", z.number().positive()),
  answers: column("VARCHAR", z.string().nullable()),
});
export type AuditRecord = z.infer<typeof auditFields>;
export const AUDIT_COLUMNS = columnsOf(auditFields);
