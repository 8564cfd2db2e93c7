import { z } from "zod";
import { recordSetName, sheetSchema } from "@/lib/audit/sheet";

const setHash = z.string().regex(/^[0-9a-f]{16}$/, "is no hash of an item set");

/** Names an item set in an address. */
export const sheetSetSchema = z.strictObject({ set: setHash });

/** What of an item set a sheet can be drawn from. */
export const sheetBankSchema = z.strictObject({
  set: setHash,
  benchmark: z.string(),
  items: z.int().nonnegative(),
  /** Sections by flag of the stem: of each a sample takes as many items. */
  strata: z.int().nonnegative(),
  /** Whose order of options can be shown; empty where none is frozen. */
  conditions: z.array(z.string()),
});
export type SheetBankReply = z.output<typeof sheetBankSchema>;

/** A sheet to be drawn; `condition` may be null where there are not several. */
export const drawSheetSchema = z.strictObject({
  set: setHash,
  condition: z.string().min(1).nullable().default(null),
  per_stratum: z
    .int({ error: "must be a whole number from 1" })
    .positive("must be a whole number from 1"),
  seed: z.string().min(1, "must be a text or a number"),
  record_set: recordSetName,
});
export type DrawSheet = z.output<typeof drawSheetSchema>;

/** The sheet, with its keys, and the items that it cannot hold. */
export const drawnSheetSchema = z.strictObject({
  sheet: sheetSchema,
  left_out: z.array(z.strictObject({ item_id: z.string(), why: z.string() })),
});
export type DrawnSheetReply = z.output<typeof drawnSheetSchema>;
