import { z } from "zod";
import type { Decoding } from "@/lib/protocol/job-spec";
import type { ChatMessage } from "@/lib/protocol/presented";

export const HOST_KINDS = [
  "ollama",
  "openai-compatible",
  "openai-batch",
  "gemini",
  "simulated",
] as const;
export type HostKind = (typeof HOST_KINDS)[number];

/** An attached host. Its key is the name of an environment variable, never the key itself. */
export const hostConfigSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/, "use small letters, digits and hyphens"),
  kind: z.enum(HOST_KINDS),
  /** Null for hosts that have one address or none. */
  base_url: z
    .url({ protocol: /^https?$/ })
    .nullable()
    .default(null),
  key_variable: z
    .string()
    .regex(/^[A-Z][A-Z0-9_]*$/, "name an environment variable")
    .nullable()
    .default(null),
  /** Prices in one currency for a million tokens, where the user gives them. */
  prices: z
    .strictObject({
      currency: z.string().regex(/^[A-Z]{3}$/),
      prompt: z.number().nonnegative(),
      cached_prompt: z.number().nonnegative().nullable().default(null),
      completion: z.number().nonnegative(),
    })
    .nullable()
    .default(null),
  /** Requests in flight at most, over all jobs. */
  concurrency: z.int().min(1).max(1024).default(4),
});
export type HostConfig = z.output<typeof hostConfigSchema>;

export interface ModelRequest {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly decoding: Decoding;
  readonly mode: "direct" | "thinking" | null;
  /** Labels of the options, for log-probabilities. */
  readonly labels: readonly string[];
  /** Context that the prompt and the output need, in tokens of the host where it is known. */
  readonly contextTokens: number | null;
}

/** One reply, whatever the host calls its parts. Unknown is null, never 0. */
export interface ModelReply {
  readonly text: string;
  readonly reasoning: string | null;
  readonly finishReason: string | null;
  readonly served: string | null;
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
  readonly reasoningTokens: number | null;
  readonly cachedTokens: number | null;
  /** Of this attempt alone. */
  readonly latencyMs: number;
  /** The bodies as sent and received, without credentials. */
  readonly request: string;
  readonly responseBody: string;
  /** Natural logarithms by label, where the host gave them. */
  readonly labelLogprobs: Readonly<Record<string, number>> | null;
  /** Names of decoding parameters that this host cannot take. */
  readonly dropped: readonly string[];
}

/** A request that failed. `again` says whether another try can help. */
export class HostError extends Error {
  override readonly name = "HostError";
  constructor(
    message: string,
    readonly details: {
      readonly status: number | null;
      readonly again: boolean;
      /** Milliseconds that the host asked to be left alone. */
      readonly retryAfterMs: number | null;
      readonly request: string | null;
      readonly responseBody: string | null;
      readonly latencyMs: number | null;
    },
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** One model as a host lists it. */
export interface HostModel {
  readonly name: string;
  readonly digest: string | null;
  readonly quantisation: string | null;
  readonly parameters: number | null;
  /** Context that is loaded or can be used by one request, and that the model was trained for. */
  readonly context: number | null;
  readonly trainedContext: number | null;
}

/** What a host is and can do; null where it does not tell. */
export interface HostProbe {
  readonly version: string | null;
  readonly class: "local" | "api";
  readonly models: readonly HostModel[];
  readonly slots: number | null;
}

/** What one model of a host does with one small question. */
export interface ModelProbe {
  readonly answer: ModelReply;
  readonly thinking: boolean | null;
  readonly structuredOutput: boolean | null;
  readonly logprobs: boolean | null;
  readonly cachedTokens: boolean | null;
}

/** A model host behind one interface; one adapter a kind. Retries are the caller's (lib/hosts/retry). */
export interface ModelHost {
  readonly config: HostConfig;
  probe(signal: AbortSignal): Promise<HostProbe>;
  probeModel(model: string, signal: AbortSignal): Promise<ModelProbe>;
  /**
   * Asks once. Aborting closes the connection.
   * @throws HostError for what the host says or fails to say; the signal's reason when aborted.
   */
  ask(request: ModelRequest, signal: AbortSignal): Promise<ModelReply>;
  /** Exact tokens of a prompt as the model sees it; null where the host cannot tell. */
  countTokens(request: ModelRequest, signal: AbortSignal): Promise<number | null>;
}
