import { z } from "zod";
import { count, tokenCount, tokenPlaces, vectorsOf, words } from "@/lib/hosts/wire";

/** A reply of /api/chat. */
export const chatSchema = z.looseObject({
  model: words,
  message: z.looseObject({ content: z.string().nullish(), thinking: words }),
  done: z.literal(true, "says that it is not done"),
  done_reason: words,
  /** Cached and processed tokens together. */
  prompt_eval_count: tokenCount,
  eval_count: tokenCount,
  logprobs: tokenPlaces,
});
export type OllamaChat = z.output<typeof chatSchema>;

/** A reply of /api/embed for so many texts. */
export const embedSchema = (texts: number) =>
  z.looseObject({ embeddings: vectorsOf(texts) }).transform(({ embeddings }) => embeddings);

const details = z.looseObject({ quantization_level: words }).nullish().catch(null);

export const tagsSchema = z.looseObject({
  models: z.array(z.looseObject({ name: z.string(), digest: words, details })),
});

/** /api/ps: what is loaded, and with how much context. */
export const loadedSchema = z.looseObject({
  models: z.array(z.looseObject({ name: z.string(), context_length: count })),
});

/** /api/show: keys are named after the architecture, as `llama.context_length`. */
export const showSchema = z.looseObject({
  model_info: z.record(z.string(), z.unknown()).nullish().catch(null),
});

export const versionSchema = z.looseObject({ version: z.string() });

/** Exact parameters and trained context out of `model_info`. */
export function infoOf(info: Readonly<Record<string, unknown>> | null | undefined): {
  readonly parameters: number | null;
  readonly trainedContext: number | null;
} {
  const numberAt = (key: string): number | null => {
    const value = z.int().positive().safeParse(info?.[key]);
    return value.success ? value.data : null;
  };
  const architecture = info?.["general.architecture"];
  return {
    parameters: numberAt("general.parameter_count"),
    trainedContext:
      typeof architecture === "string" ? numberAt(`${architecture}.context_length`) : null,
  };
}
