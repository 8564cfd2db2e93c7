import { z } from "zod";
import { weightSchema } from "@/lib/records/audit";
import { canonical, shortHash } from "@/lib/records/hashes";

export const SHEET_VERSION = 1;
export const SHEET_ENDING = ".sheet.json";

/** The name of a record set that is drawn: it names files, too. */
export const recordSetName = z
  .string()
  .regex(
    /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,39}$/u,
    "must be letters, digits, dots, dashes and underscores",
  );

const index = z.int().nonnegative();

export const sheetItemSchema = z
  .strictObject({
    item_id: z.string().min(1),
    item_hash: z.string().nullable(),
    section: z.string().nullable(),
    stratum: z.string(),
    weight: weightSchema,
    /** Null where the text is not kept. */
    stem: z.string().nullable(),
    options: z
      .array(z.strictObject({ text: z.string(), origin: z.enum(["original", "borrowed"]) }))
      .min(2),
    /** Index into the options. */
    key: index,
    /** Indices into the options, as they are shown. */
    order: z.array(index).min(2),
  })
  .superRefine(({ options, key, order }, context) => {
    const issue = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message });
    if (key >= options.length) issue("key", "is beyond the options");
    if (order.some((at) => at >= options.length)) issue("order", "shows what is no option");
    if (new Set(order).size !== order.length) issue("order", "shows an option twice");
    if (!order.includes(key)) issue("order", "does not show the key");
  });
export type SheetItem = z.output<typeof sheetItemSchema>;

/**
 * What one reviewer is given: a drawn sample with the options in the order shown. The file holds key
 * and origins, since they are revealed when a first answer is locked: the screen conceals them, a
 * reader of the file sees them.
 */
export const sheetSchema = z.strictObject({
  kind: z.literal("foilscope-audit-sheet"),
  version: z.literal(SHEET_VERSION),
  benchmark: z.string().min(1),
  /** The set of records that this sheet makes: one a reviewer. */
  record_set: z.string().min(1),
  /** Hash of the item set that was drawn from; null where runs were. */
  item_set: z.string().nullable(),
  /** The condition whose order is shown; null where options stand as in the item. */
  condition: z.string().nullable(),
  seed: z.string(),
  per_stratum: z.int().positive(),
  /** Items that the sample stands for. */
  population: z.int().positive(),
  items: z.array(sheetItemSchema).min(1),
});
export type Sheet = z.output<typeof sheetSchema>;

/** What a sheet of any version says of itself. */
const versionSchema = z.object({ kind: sheetSchema.shape.kind, version: z.int() });

/** Names a sheet by what it holds. */
export const sheetId = (sheet: Sheet): string => shortHash(canonical(sheet));

/**
 * Reads a sheet from its text.
 * @throws Error saying in one line what is wrong, and where
 */
export function readSheet(text: string): Sheet {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch (error) {
    throw new Error(`it is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  const { version } = versionSchema.safeParse(given).data ?? {};
  if (version !== undefined && version !== SHEET_VERSION)
    throw new Error(
      `another version of Foilscope wrote it: a sheet of version ${version}, this one reads version ${SHEET_VERSION}`,
    );
  const parsed = sheetSchema.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    // What is wrong with the whole has an empty path.
    throw new Error(`${issue?.path.join(".") || "it"}: ${issue?.message ?? "is no sheet"}`);
  }
  const ids = parsed.data.items.map(({ item_id }) => item_id);
  const twice = ids.find((id, at) => ids.indexOf(id) !== at);
  if (twice !== undefined) throw new Error(`items: ${twice} stands twice`);
  return parsed.data;
}
