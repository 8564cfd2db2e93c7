import type { ChatMessage } from "@/lib/protocol/presented";

/**
 * Words (an apostrophe does not end one) and runs of digits: in no usual vocabulary does a token
 * span two of them.
 */
const RUNS = /[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*|\p{N}+/gu;

/**
 * A number of tokens that a prompt cannot stay below: one for each word and each number. Real
 * counts are two to four times that, so it finds a prompt that was cut by much; the exact count of
 * `countTokens`, where the host has one, finds every cut.
 */
export function leastTokens(messages: readonly ChatMessage[]): number {
  return messages.reduce((sum, { content }) => sum + (content.match(RUNS)?.length ?? 0), 0);
}

/**
 * Whether a host has cut the prompt: it reports fewer prompt tokens than the prompt must have. The
 * row is then `prompt_truncated`, whatever the reply says. A host that reports nothing gives no
 * evidence.
 * @param promptTokens as reported, cached ones included
 * @param least a number of tokens that the prompt cannot stay below
 */
export function promptWasCut(promptTokens: number | null, least: number): boolean {
  return promptTokens !== null && promptTokens < least;
}
