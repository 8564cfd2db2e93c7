import { z } from "zod";
import { column, columnsOf, type Column } from "./columns";
import { itemHash } from "./hashes";
import { ITEM_COLUMNS, itemFields, optionSchema } from "./item";
import { textProblem } from "./response";

export const ITEM_SET_VERSION = 1;

/** A text that survives every path: never empty, well formed. */
const text = z.string().superRefine((value, context) => {
  const message = textProblem(value);
  if (message !== null) context.addIssue({ code: "custom", message });
});
const level = z.int().min(1).max(4);

/** set.json: what an item set is and how it was made. */
export const setManifestSchema = z.strictObject({
  version: z.literal(ITEM_SET_VERSION),
  /** The benchmark that responses name, for example `korean-orthography`. */
  benchmark: text,
  name: text,
  kind: z.enum(["error-identification", "fixed-question"]),
  /** BCP 47, for example `ko`. */
  language: z.string().min(2),
  licence: text,
  sources: z.array(
    z.strictObject({
      name: text,
      sha256: z
        .string()
        .regex(/^[0-9a-f]{64}$/, "is no SHA-256 in hexadecimal digits")
        .nullable(),
    }),
  ),
  /** Step by step, each with the counts that it left. */
  steps: z.array(
    z.strictObject({ what: text, counts: z.record(z.string(), z.int().nonnegative()) }),
  ),
  seed: z.string().nullable(),
  /** Named sets of pool levels; empty for fixed questions. */
  environments: z.record(z.string().min(1), z.array(level).min(1)),
});
export type SetManifest = z.output<typeof setManifestSchema>;

/** An item with its options as values; the benchmark is the set's. */
export const setItemSchema = itemFields
  .omit({ benchmark: true, options: true })
  .extend({ options: z.array(optionSchema) });
export type SetItem = z.output<typeof setItemSchema>;

/** Columns of items.parquet in an item set; `options` is a list of structs. */
export const SET_ITEM_COLUMNS: readonly Column[] = ITEM_COLUMNS.filter(
  (c) => c.name !== "benchmark",
);

const count = () => column("INTEGER", z.int32().nonnegative());
const flag = () => column("INTEGER", z.int().min(0).max(1));

/** One sentence of a pool of distractors, with what its difficulty was read from (P1, Appendix B). */
export const poolSentenceSchema = z.strictObject({
  sentence_id: column("VARCHAR", text),
  text: column("VARCHAR", text),
  /** Quartile of the score among the sentences that may be shown: 1 is easiest. */
  level: column("INTEGER", level),
  /** Weighted sum of features, min-max scaled over the sentences that may be shown; 0 to 1. */
  score: column("DOUBLE", z.number().min(0).max(1)),
  eojeol: count(),
  morphemes: count(),
  clause_endings: count(),
  /** 0 or 1. */
  high_confusion: flag(),
  /** 0 or 1. */
  symbol: flag(),
  /** Why it is never shown; null where it may be. */
  excluded: column("VARCHAR", text.nullable()),
});
export type PoolSentence = z.output<typeof poolSentenceSchema>;
export const POOL_COLUMNS = columnsOf(poolSentenceSchema);

/** One frozen presentation of a fixed question. */
export const presentationSchema = z.strictObject({
  item_id: z.string().min(1),
  condition: z.string().min(1),
  permutation: z.int().min(1).nullable(),
  /** Indices into the item's options, as shown. */
  order: z.array(z.int().nonnegative()),
});
export type Presentation = z.output<typeof presentationSchema>;

/** Columns of presentations.parquet; `order` is a list of integers. */
export const PRESENTATION_COLUMNS: readonly Column[] = [
  { name: "item_id", sql: "VARCHAR", nullable: false },
  { name: "condition", sql: "VARCHAR", nullable: false },
  { name: "permutation", sql: "INTEGER", nullable: true },
  { name: "order", sql: "VARCHAR", nullable: false },
];

/** Where the text of one option stands in the source of a set; originals stand in their own question. */
export const optionSourceSchema = z.strictObject({
  item_id: column("VARCHAR", text),
  /** Zero-based index into the item's options. */
  option: column("INTEGER", z.int32().nonnegative()),
  /** The question that it stands in: the item itself for an original. */
  donor_item: column("VARCHAR", text),
  /** The part of the source, where it has parts. */
  donor_split: column("VARCHAR", text.nullable()),
  /** One-based line of the source file. */
  donor_row: column("INTEGER", z.int32().positive()),
  /** Zero-based index into the options of that line. */
  donor_option: column("INTEGER", z.int32().nonnegative()),
  donor_section: column("VARCHAR", text),
  /** SHA-256 over the UTF-8 of the text as it stands there, hexadecimal. */
  text_sha256: column("VARCHAR", z.string().regex(/^[0-9a-f]{64}$/, "is no SHA-256")),
});
export type OptionSource = z.output<typeof optionSourceSchema>;
export const OPTION_SOURCE_COLUMNS = columnsOf(optionSourceSchema);

/** What an item set holds, before it has a name. */
export interface ItemSetParts {
  readonly manifest: SetManifest;
  readonly items: readonly SetItem[];
  /** Of error identification, sentences that are never shown included; empty otherwise. */
  readonly pool: readonly PoolSentence[];
  /** Of fixed questions; empty otherwise. */
  readonly presentations: readonly Presentation[];
  /** Of sets with borrowed options whose source is known, a row an option; absent otherwise. */
  readonly provenance?: readonly OptionSource[];
}

/** An item set as it is read from its directory; `hash` names it. */
export interface ItemSet extends ItemSetParts {
  /** 16 hexadecimal digits. */
  readonly hash: string;
}

/**
 * The hash that names an item however it is presented. An item of error identification is its target
 * alone: the sentences beside it come from a pool. A fixed question is its stem, its original options
 * and its key.
 * @returns null where the item lacks one of them
 */
export function hashOfItem(item: Omit<SetItem, "item_hash">): string | null {
  if (item.target !== null) return itemHash("", [], item.target);
  const key = item.key === null ? undefined : item.options[item.key];
  if (item.stem === null || key === undefined) return null;
  const originals = item.options.filter((option) => option.origin === "original");
  return itemHash(
    item.stem,
    originals.map((option) => option.text),
    key.text,
  );
}
