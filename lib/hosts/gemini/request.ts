import type { createGoogle } from "@ai-sdk/google";
import type { ModelRequest } from "@/lib/hosts/host";

type Model = ReturnType<ReturnType<typeof createGoogle>>;
export type CallOptions = Parameters<Model["doGenerate"]>[0];
export type Generated = Awaited<ReturnType<Model["doGenerate"]>>;

/** Options of one call. What a model makes of `reasoning` is the client's table, by model. */
export function callOptions(request: ModelRequest, schema?: object): CallOptions {
  const { messages, decoding, mode } = request;
  return {
    prompt: messages.map(({ role, content }) =>
      role === "system"
        ? { role, content }
        : { role, content: [{ type: "text" as const, text: content }] },
    ),
    maxOutputTokens: decoding.max_tokens,
    ...(decoding.temperature === null ? {} : { temperature: decoding.temperature }),
    ...(decoding.top_p === null ? {} : { topP: decoding.top_p }),
    ...(decoding.top_k === null ? {} : { topK: decoding.top_k }),
    ...(decoding.seed === null ? {} : { seed: decoding.seed }),
    ...(mode === "direct" ? { reasoning: "none" as const } : {}),
    ...(mode === "thinking"
      ? { providerOptions: { google: { thinkingConfig: { includeThoughts: true } } } }
      : {}),
    ...(schema === undefined ? {} : { responseFormat: { type: "json" as const, schema } }),
  };
}

/** What was asked for and not sent: log-probabilities, and what the client warns of. */
export function droppedOf(request: ModelRequest, warnings: Generated["warnings"]): string[] {
  const dropped = request.decoding.label_logprobs ? ["label_logprobs"] : [];
  const ofMode = warnings.some(
    (warning) => "feature" in warning && warning.feature.startsWith("reasoning"),
  );
  return ofMode ? [...dropped, "mode"] : dropped;
}
