import type { ModelRequest } from "@/lib/hosts/host";

/** Tokens that a chat template may add around the messages. */
const TEMPLATE_TOKENS = 256;
/** Another `num_ctx` loads the model anew: unknown needs are met in few, large steps. */
const CONTEXT_STEP = 4096;
/** Ollama's limit. */
const MAX_TOP_LOGPROBS = 20;
const SPELLINGS = 2;

/**
 * Context for a request of which nobody said what it needs: no token is shorter than a byte, so a
 * prompt cannot have more tokens than bytes.
 */
function enoughContext({ messages, decoding }: ModelRequest): number {
  const bytes = messages.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0);
  const tokens = bytes + TEMPLATE_TOKENS + decoding.max_tokens;
  return Math.ceil(tokens / CONTEXT_STEP) * CONTEXT_STEP;
}

/**
 * The body of /api/chat. `num_ctx` is always sent (its default of 4k cuts a long list of options),
 * and neither the prompt may be cut (`truncate`) nor the context shifted under a long reply
 * (`shift`): what does not fit is an error.
 */
export function chatBody(request: ModelRequest) {
  const { model, messages, decoding, mode, labels } = request;
  const { temperature, top_p, top_k, seed, max_tokens, label_logprobs } = decoding;
  return {
    model,
    messages: messages.map(({ role, content }) => ({ role, content })),
    stream: false as const,
    truncate: false,
    shift: false,
    ...(mode === null ? {} : { think: mode === "thinking" }),
    ...(label_logprobs
      ? {
          logprobs: true,
          top_logprobs: Math.min(MAX_TOP_LOGPROBS, Math.max(1, labels.length * SPELLINGS)),
        }
      : {}),
    options: {
      num_ctx: request.contextTokens ?? enoughContext(request),
      num_predict: max_tokens,
      ...(temperature === null ? {} : { temperature }),
      ...(top_p === null ? {} : { top_p }),
      ...(top_k === null ? {} : { top_k }),
      ...(seed === null ? {} : { seed }),
    },
  };
}
