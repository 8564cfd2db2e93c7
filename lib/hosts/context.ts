/** What the longest request of a job needs of one model's context. */
export interface ContextNeed {
  readonly model: string;
  /** Tokens of the longest planned prompt. */
  readonly promptTokens: number;
  /** Output ceiling. */
  readonly maxTokens: number;
}

/**
 * Why a model cannot be asked a job's longest prompt, or null. It is checked before the first
 * request: a prompt that is cut without a word looks like a bad answer.
 * @param context tokens of one request (llama.cpp divides its context by its slots); null where
 *   the host does not tell, which refuses nothing
 */
export function contextFault(need: ContextNeed, context: number | null): string | null {
  const wanted = need.promptTokens + need.maxTokens;
  if (context === null || wanted <= context) return null;
  return (
    `${need.model}: the longest prompt (${need.promptTokens} tokens) and the output ceiling ` +
    `(${need.maxTokens}) need ${wanted} tokens, but a request has ${context} on this host; ` +
    "ask for fewer options or tokens, or give the model more context"
  );
}
