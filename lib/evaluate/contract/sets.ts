import { z } from "zod";
import { PADDING_TYPES, PLACEMENTS } from "@/lib/protocol/padding/types";
import { setManifestSchema } from "@/lib/records/item-set";

/** Item sets by their set.json alone; preflight reads and checks one. */
export const itemSetsReplySchema = z.strictObject({
  sets: z.array(z.strictObject({ hash: z.string(), manifest: setManifestSchema })),
  broken: z.array(z.strictObject({ name: z.string(), reason: z.string() })),
});
export type ItemSetsReply = z.output<typeof itemSetsReplySchema>;

export const promptsReplySchema = z.strictObject({
  prompts: z.array(
    z.strictObject({
      id: z.string(),
      kind: z.enum(["error-identification", "fixed-question"]),
      language: z.string(),
      text: z.strictObject({ integers: z.string(), letters: z.string() }),
    }),
  ),
  /** What a text of one's own may name, and what is put there. */
  placeholders: z.array(z.strictObject({ name: z.string(), meaning: z.string() })),
});
export type PromptsReply = z.output<typeof promptsReplySchema>;

/** cl100k_base tokens that a padding adds to a prompt, beside those of the first paper's Table 9. */
export const paddingsReplySchema = z.strictObject({
  paddings: z.array(
    z.strictObject({
      name: z.string(),
      type: z.enum(PADDING_TYPES),
      placement: z.enum(PLACEMENTS),
      tokens: z.int().nonnegative(),
      published: z.int().nonnegative(),
      difference: z.int(),
    }),
  ),
});
export type PaddingsReply = z.output<typeof paddingsReplySchema>;
