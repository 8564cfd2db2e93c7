import { z } from "zod";
import { column, columnsOf } from "./columns";

/** One option of a fixed question: its text, and where it came from. */
export const optionSchema = z.strictObject({
  text: z.string(),
  origin: z.enum(["original", "borrowed"]),
  donor_item: z.string().nullable(),
  donor_option: z.int().nonnegative().nullable(),
});
export type ItemOption = z.infer<typeof optionSchema>;

/**
 * One item of an item set. `options` travels as JSON text in tables (a list of `ItemOption`; it is
 * empty where options are sampled from a pool) and becomes a list of structs in items.parquet.
 * `key` is a zero-based index into options.
 */
export const itemFields = z.strictObject({
  benchmark: column("VARCHAR", z.string()),
  item_id: column("VARCHAR", z.string()),
  stem: column("VARCHAR", z.string().nullable()),
  target: column("VARCHAR", z.string().nullable()),
  target_base: column("VARCHAR", z.string().nullable()),
  options: column("VARCHAR", z.string()),
  key: column("INTEGER", z.int().nonnegative().nullable()),
  section: column("VARCHAR", z.string().nullable()),
  sub_category: column("VARCHAR", z.string().nullable()),
  stem_negative: column("BOOLEAN", z.boolean().nullable()),
  stem_evidence: column("VARCHAR", z.string().nullable()),
  item_hash: column("VARCHAR", z.string().nullable()),
});
export type Item = z.infer<typeof itemFields>;
export const ITEM_COLUMNS = columnsOf(itemFields);
