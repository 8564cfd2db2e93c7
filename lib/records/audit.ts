import { z } from "zod";
import { column, columnsOf } from "./columns";
import { textProblem } from "./response";
import { itemName } from "./shown";

/**
 * Reviewer records and the corrections of them (P2, section 5.5 and Appendix D). Both are only ever
 * added to: a record keeps what was first said, a correction says what it became, and what counts
 * follows from the two (`audit-corrections.ts`). What a reviewer did not say is null, never "no".
 */

/** How a reviewer reads the stem; the rule's flag stands with the item. */
export const POLARITIES = ["negative", "nonnegative"] as const;
export const CLARITIES = ["clear", "unclear"] as const;

const label = z.string().superRefine((value, context) => {
  const message = textProblem(value);
  if (message !== null) context.addIssue({ code: "custom", message });
});
const told = () => z.boolean().nullable();

/** What the second pass says of one borrowed option. */
export const borrowedSchema = z.strictObject({
  /** Index into the item's options. */
  option: z.int().nonnegative(),
  /** It is a wrong answer, as a distractor has to be. */
  valid: told(),
  /** Somebody who does not know might take it. */
  plausible: told(),
  /** It says what another option says. */
  duplicate: told(),
  /** It refers to something that the question does not show. */
  incomplete_reference: told(),
});
export type BorrowedJudgement = z.infer<typeof borrowedSchema>;

/**
 * How many items a drawn one stands for, its stratum's by those drawn of it: itself at least, and no
 * more than there are of anything that is asked. Sums and shares of such weights are numbers.
 */
export const weightSchema = z.number().min(1).max(1e9);

/** Indices into an item's options, each once, in their order; empty = none is defensible. */
export const answersSchema = z.array(z.int().nonnegative()).transform(asSet);

export function asSet(answers: readonly number[]): number[] {
  return [...new Set(answers)].sort((a, b) => a - b);
}

/** What a record says: the answers of the first pass, and the fields of the second. */
export const judgementSchema = z.strictObject({
  /** Options held defensible; null = unresolved. */
  answers: answersSchema.nullable(),
  polarity: z.enum(POLARITIES).nullable(),
  clarity: z.enum(CLARITIES).nullable(),
  /** The source's key is right. */
  key_support: told(),
  /** Two options say the same. */
  duplicates: told(),
  /** The question belongs to its section. */
  section_fit: told(),
  borrowed: z.array(borrowedSchema).nullable(),
  notes: z.string().nullable(),
});
export type Judgement = z.infer<typeof judgementSchema>;
export type JudgementField = keyof Judgement;
export const JUDGEMENT_FIELDS = Object.keys(judgementSchema.shape) as JudgementField[];

/** An instant with its zone, or a day. */
export const instantSchema = z.union([z.iso.datetime({ offset: true }), z.iso.date()], {
  error: "is no date or instant in ISO 8601 with its zone",
});

const text = () => column("VARCHAR", z.string());
const textOrNull = () => column("VARCHAR", z.string().nullable());
const flag = () => column("BOOLEAN", told());

/**
 * The list of options that indices point into (`listHash`): one item may be listed in several orders.
 * Null where a file does not say.
 */
const list_hash = textOrNull();

/**
 * One reviewer record. `answers` and `borrowed` travel as JSON text and lie as lists in
 * audit.parquet. `weight` is the number of items that the record stands for, its stratum's items by
 * those sampled.
 */
export const auditFields = z.strictObject({
  ...itemName,
  record_set: column("VARCHAR", label),
  list_hash,
  stratum: text(),
  weight: column("DOUBLE", z.number().positive()),
  answers: textOrNull(),
  polarity: column("VARCHAR", judgementSchema.shape.polarity),
  clarity: column("VARCHAR", judgementSchema.shape.clarity),
  key_support: flag(),
  duplicates: flag(),
  section_fit: flag(),
  borrowed: textOrNull(),
  notes: textOrNull(),
  reviewer: textOrNull(),
  /** When the first answer was given for good. */
  locked_at: textOrNull(),
});
export type AuditRecord = z.infer<typeof auditFields>;
export const AUDIT_COLUMNS = columnsOf(auditFields);

/** What a record says beside its answers where nobody has said more. */
export const NOTHING_MORE = {
  polarity: null,
  clarity: null,
  key_support: null,
  duplicates: null,
  section_fit: null,
  borrowed: null,
  notes: null,
  reviewer: null,
  locked_at: null,
} as const satisfies Partial<AuditRecord>;

/** What a reviewer may leave for a second look: a later record then says more, and contradicts nothing. */
export const LATER = [
  "polarity",
  "clarity",
  "key_support",
  "duplicates",
  "section_fit",
  "borrowed",
  "notes",
] as const satisfies readonly (keyof typeof NOTHING_MORE)[];

/** One entry of the correction log. `original` and `revised` are JSON texts of the field's values. */
export const correctionFields = z.strictObject({
  ...itemName,
  record_set: column("VARCHAR", label),
  list_hash,
  field: column("VARCHAR", z.enum(JUDGEMENT_FIELDS)),
  original: text(),
  revised: text(),
  reason: column("VARCHAR", z.string().min(1)),
  /** Who corrected. */
  by: column("VARCHAR", label),
  at: column("VARCHAR", instantSchema),
  /** Another record set that the correction goes by: the two are then not independent. */
  citation: column("VARCHAR", label.nullable()),
});
export type Correction = z.infer<typeof correctionFields>;
export const CORRECTION_COLUMNS = columnsOf(correctionFields);
