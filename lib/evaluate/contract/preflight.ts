import { z } from "zod";
import { jobSpecSchema } from "@/lib/protocol/job-spec";

const count = z.int().nonnegative();

export const preflightBodySchema = z.strictObject({ spec: jobSpecSchema });

/** What one model of a spec will take. */
export const modelPreflightSchema = z.strictObject({
  host: z.string(),
  model: z.string(),
  /** Why its host cannot be asked; null where it answered. */
  fault: z.string().nullable(),
  /** Whether the host lists the model; null where it lists none. */
  listed: z.boolean().nullable(),
  /** Tokens of one request; null where the host does not tell. */
  context: z.number().nullable(),
  /** Tokens of the longest planned prompt. */
  longest: count,
  /** The host's own tokenizer counted; otherwise cl100k_base stands for it. */
  counted: z.boolean(),
  /** Why the longest prompt cannot fit, and the largest N that does. */
  refusal: z.string().nullable(),
  /** Requests of this model. */
  requests: count,
  /** As earlier runs of this model on this host took; null where there was none. */
  seconds: z.number().nonnegative().nullable(),
  /**
   * Prompts at the full price and with what can come from a cache; answers at most. In the host's own
   * tokens where it counted, at the highest and the lowest of its counts for ours.
   */
  cost: z
    .strictObject({
      currency: z.string(),
      prompts_most: z.number().nonnegative(),
      prompts_least: z.number().nonnegative(),
      answers_most: z.number().nonnegative(),
    })
    .nullable(),
});
export type ModelPreflight = z.output<typeof modelPreflightSchema>;

/** What a spec will take, before it is started. */
export const preflightReplySchema = z.strictObject({
  requests: count,
  items: count,
  cells: count,
  /** By condition and N, of fixed questions alone; `requests` of all models together. */
  conditions: z.array(
    z.strictObject({
      condition: z.string().nullable(),
      n_options: z.int(),
      items: count,
      /** Orders of the options in which each item is asked. */
      orders: count,
      requests: count,
    }),
  ),
  /** cl100k_base, all models together. */
  prompt_tokens: count,
  /** Output ceiling times requests. */
  answer_tokens_most: count,
  longest: z.array(z.strictObject({ n_options: z.int(), tokens: count })),
  /** Share of the prompt tokens that a host which keeps prefixes need not compute again. */
  reusable: z.number().nullable(),
  /** Trials that were counted; fewer than planned where the rest is scaled up. */
  trials_counted: count,
  models: z.array(modelPreflightSchema),
});
export type PreflightReply = z.output<typeof preflightReplySchema>;
