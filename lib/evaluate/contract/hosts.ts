import { z } from "zod";
import { hostConfigSchema } from "@/lib/hosts/config";

const nullableText = z.string().nullable();
const nullableCount = z.number().nullable();

/** An attached host as the list shows it. Its key is never in it, only the variable's name. */
export const attachedHostSchema = z.strictObject({
  config: hostConfigSchema,
  /** Where its requests go; null for hosts that answer inside the server. */
  address: nullableText,
  /** Whether the variable that names its key is set where the server runs; null where it needs none. */
  key_set: z.boolean().nullable(),
  /** Why it cannot be asked, in one sentence; null where it can be tried. */
  fault: nullableText,
});
export type AttachedHost = z.output<typeof attachedHostSchema>;

export const hostsReplySchema = z.strictObject({
  hosts: z.array(attachedHostSchema),
  /** Entries of hosts.json that cannot be read: they stay in the file. */
  broken: z.array(z.strictObject({ index: z.int().nonnegative(), reason: z.string() })),
});
export type HostsReply = z.output<typeof hostsReplySchema>;

export const hostModelSchema = z.strictObject({
  name: z.string(),
  digest: nullableText,
  quantisation: nullableText,
  parameters: nullableCount,
  /** Tokens that one request can use now; null where the host does not tell. */
  context: nullableCount,
  trained_context: nullableCount,
});

/** What a host is and can do; null where it does not tell. */
export const hostProbeSchema = z.strictObject({
  version: nullableText,
  class: z.enum(["local", "api"]),
  models: z.array(hostModelSchema),
  slots: nullableCount,
});
export type HostProbeReply = z.output<typeof hostProbeSchema>;

export const probeModelSchema = z.strictObject({ model: z.string().min(1) });

/** What one model does with small questions; null is "cannot tell". */
export const modelProbeSchema = z.strictObject({
  text: z.string(),
  served: nullableText,
  latency_ms: nullableCount,
  prompt_tokens: nullableCount,
  completion_tokens: nullableCount,
  dropped: z.array(z.string()),
  thinking: z.boolean().nullable(),
  structured_output: z.boolean().nullable(),
  logprobs: z.boolean().nullable(),
  cached_tokens: z.boolean().nullable(),
});
export type ModelProbeReply = z.output<typeof modelProbeSchema>;

export const detachedSchema = z.strictObject({ detached: z.boolean() });
