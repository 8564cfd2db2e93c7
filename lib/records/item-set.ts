import { z } from "zod";
import { itemFields, optionSchema } from "./item";

export const ITEM_SET_VERSION = 1;

/** set.json: what an item set is and how it was made. */
export const setManifestSchema = z.strictObject({
  version: z.literal(ITEM_SET_VERSION),
  /** The benchmark that responses name, for example `korean-orthography`. */
  benchmark: z.string().min(1),
  name: z.string().min(1),
  kind: z.enum(["error-identification", "fixed-question"]),
  /** BCP 47, for example `ko`. */
  language: z.string().min(2),
  licence: z.string().min(1),
  sources: z.array(z.strictObject({ name: z.string(), sha256: z.string().nullable() })),
  /** Step by step, each with the counts that it left. */
  steps: z.array(
    z.strictObject({ what: z.string(), counts: z.record(z.string(), z.int().nonnegative()) }),
  ),
  seed: z.string().nullable(),
  /** Named sets of pool levels; empty for fixed questions. */
  environments: z.record(z.string(), z.array(z.int().min(1).max(4)).min(1)),
});
export type SetManifest = z.output<typeof setManifestSchema>;

/** An item with its options as values; the benchmark is the set's. */
export const setItemSchema = itemFields
  .omit({ benchmark: true, options: true })
  .extend({ options: z.array(optionSchema) });
export type SetItem = z.output<typeof setItemSchema>;

/** One sentence of a pool of distractors, with what its difficulty was read from (P1, Appendix B). */
export const poolSentenceSchema = z.strictObject({
  sentence_id: z.string().min(1),
  text: z.string().min(1),
  /** Quartile of the score: 1 is easiest. */
  level: z.int().min(1).max(4),
  /** Weighted sum of min-max scaled features, 0 to 1. */
  score: z.number(),
  eojeol: z.int().nonnegative(),
  morphemes: z.int().nonnegative(),
  clause_endings: z.int().nonnegative(),
  high_confusion: z.int().nonnegative(),
  symbol: z.int().nonnegative(),
  /** Why it is never shown; null where it may be. */
  excluded: z.string().nullable(),
});
export type PoolSentence = z.output<typeof poolSentenceSchema>;

/** One frozen presentation of a fixed question. */
export const presentationSchema = z.strictObject({
  item_id: z.string().min(1),
  condition: z.string().min(1),
  permutation: z.int().min(1).nullable(),
  /** Indices into the item's options, as shown. */
  order: z.array(z.int().nonnegative()),
});
export type Presentation = z.output<typeof presentationSchema>;

/** An item set as it is read from its directory; `hash` names it. */
export interface ItemSet {
  readonly hash: string;
  readonly manifest: SetManifest;
  readonly items: readonly SetItem[];
  /** Of error identification; empty otherwise. */
  readonly pool: readonly PoolSentence[];
  /** Of fixed questions; empty otherwise. */
  readonly presentations: readonly Presentation[];
}
