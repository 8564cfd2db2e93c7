import type { Decoding } from "@/lib/protocol/job-spec";
import type { ModelRequest } from "@/lib/hosts/host";

/** A chat completion as OpenAI-style hosts send it. */
export function completion(content: string | null, more: Partial<Record<string, unknown>> = {}) {
  const { message, ...rest } = more;
  return {
    id: "chatcmpl-1",
    object: "chat.completion",
    model: "small-model",
    choices: [
      {
        index: 0,
        finish_reason: "stop",
        message: { role: "assistant", content, ...(message as object | undefined) },
      },
    ],
    usage: { prompt_tokens: 21, completion_tokens: 2, total_tokens: 23 },
    ...rest,
  };
}

/** A reply of Ollama's /api/chat. */
export function ollamaChat(content: string, more: Partial<Record<string, unknown>> = {}) {
  const { message, ...rest } = more;
  return {
    model: "gemma3:270m",
    message: { role: "assistant", content, ...(message as object | undefined) },
    done: true,
    done_reason: "stop",
    prompt_eval_count: 21,
    eval_count: 2,
    ...rest,
  };
}

const PLAIN: Decoding = {
  temperature: null,
  top_p: null,
  top_k: null,
  max_tokens: 32,
  seed: null,
  label_logprobs: false,
};

/** A small request; `decoding` is merged. */
export function requestFor(
  change: Partial<Omit<ModelRequest, "decoding">> & { decoding?: Partial<Decoding> } = {},
): ModelRequest {
  const { decoding, ...rest } = change;
  return {
    model: "small-model",
    messages: [{ role: "user", content: "1. one\n2. two\nWhich?" }],
    mode: null,
    labels: ["1", "2"],
    contextTokens: null,
    truth: null,
    ...rest,
    decoding: { ...PLAIN, ...decoding },
  };
}
