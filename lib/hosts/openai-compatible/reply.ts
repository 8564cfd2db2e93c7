import { z } from "zod";
import type { ModelReply } from "@/lib/hosts/host";
import { labelLogprobs, type TokenPlace } from "@/lib/hosts/label-logprobs";
import type { Called } from "@/lib/hosts/http";
import { filled, notZero, tokenCount, tokenPlaces, words } from "@/lib/hosts/wire";

const part = z.looseObject({
  type: z.string(),
  text: words,
  thinking: z
    .union([z.string(), z.array(z.looseObject({ text: words }))])
    .nullish()
    .catch(null),
});
type Part = z.output<typeof part>;

const message = z.looseObject({
  content: z.union([z.string(), z.array(part)]).nullish(),
  refusal: words,
  reasoning_content: words,
  reasoning: words,
  thinking: words,
});

const choice = z.looseObject({
  message,
  finish_reason: words,
  logprobs: z.object({ content: tokenPlaces }).nullish().catch(null),
});

const details = <T extends z.ZodRawShape>(shape: T) => z.object(shape).nullish().catch(null);

/** A chat completion, as far as it is read; hosts add to it. */
export const completionSchema = z.looseObject({
  model: words,
  choices: z.array(choice).min(1, "holds no choice"),
  usage: details({
    prompt_tokens: tokenCount,
    completion_tokens: tokenCount,
    prompt_tokens_details: details({ cached_tokens: tokenCount }),
    completion_tokens_details: details({ reasoning_tokens: tokenCount }),
    prompt_cache_hit_tokens: tokenCount,
  }),
  /** llama.cpp. */
  timings: details({ cache_n: tokenCount }),
});
export type Completion = z.output<typeof completionSchema>;

function thoughtsOf({ thinking }: Part): string {
  if (typeof thinking === "string") return thinking;
  return (thinking ?? []).map(({ text }) => text ?? "").join("");
}

/** Text and reasoning of a message: what a host calls reasoning is never text. */
function wordsOf(said: z.output<typeof message>): { text: string; reasoning: string | null } {
  const parts = Array.isArray(said.content) ? said.content : [];
  const text =
    typeof said.content === "string"
      ? said.content
      : parts
          .filter(({ type }) => type === "text")
          .map((one) => one.text ?? "")
          .join("");
  return {
    text: text === "" ? (said.refusal ?? "") : text,
    reasoning:
      filled(said.reasoning_content) ??
      filled(said.reasoning) ??
      filled(said.thinking) ??
      filled(parts.map(thoughtsOf).join("")),
  };
}

/** The places of the visible text: some hosts list the tokens of the reasoning before them. */
function visiblePlaces(
  places: readonly TokenPlace[],
  text: string,
  reasoned: boolean,
): readonly TokenPlace[] {
  if (!reasoned) return places;
  let tail = "";
  for (let start = places.length - 1; start >= 0; start -= 1) {
    tail = (places[start]?.token ?? "") + tail;
    if (text.trim() !== "" && tail.trim() === text.trim()) return places.slice(start);
  }
  return [];
}

/** A completion as a reply, with what was sent and dropped. */
export function replyOf(
  completion: Completion,
  wire: Pick<Called<unknown>, "request" | "responseBody"> & { readonly latencyMs: number | null },
  labels: readonly string[],
  dropped: readonly string[],
): ModelReply {
  const [first] = completion.choices;
  if (first === undefined) throw new RangeError("a completion has a choice by its schema");
  const { usage, timings } = completion;
  const { text, reasoning } = wordsOf(first.message);
  const places = visiblePlaces(first.logprobs?.content ?? [], text, reasoning !== null);
  const said = text !== "" || reasoning !== null;
  return {
    text,
    reasoning,
    finishReason: first.finish_reason ?? null,
    served: completion.model ?? null,
    promptTokens: notZero(usage?.prompt_tokens),
    completionTokens: said ? notZero(usage?.completion_tokens) : (usage?.completion_tokens ?? null),
    reasoningTokens: usage?.completion_tokens_details?.reasoning_tokens ?? null,
    cachedTokens:
      usage?.prompt_tokens_details?.cached_tokens ??
      usage?.prompt_cache_hit_tokens ??
      timings?.cache_n ??
      null,
    latencyMs: wire.latencyMs,
    request: wire.request,
    responseBody: wire.responseBody,
    labelLogprobs: labelLogprobs(places, labels),
    dropped,
  };
}
