import { z } from "zod";
import type { TokenPlace } from "./label-logprobs";

/** A count that is no count is unknown; it does not spoil the answer beside it. */
export const count = z.int().nonnegative().nullish().catch(null);

/** Tokens of one reply, as far as a row's columns count. */
export const tokenCount = z.int32().nonnegative().nullish().catch(null);

/** A text that may be missing; anything else in its place is missing too. */
export const words = z.string().nullish().catch(null);

/** A prompt has tokens, and so has a text: 0 is a host that does not count. */
export function notZero(tokens: number | null | undefined): number | null {
  return tokens === 0 ? null : (tokens ?? null);
}

/** An empty text stands for none. */
export function filled(text: string | null | undefined): string | null {
  return text === "" ? null : (text ?? null);
}

const logprob = { token: z.string(), logprob: z.number() };

/** Tokens of a reply with their likeliest alternatives, as OpenAI and Ollama send them. */
export const tokenPlaces = z
  .array(z.object({ ...logprob, top_logprobs: z.array(z.object(logprob)).nullish().catch(null) }))
  .nullish()
  .catch(null)
  .transform((places): readonly TokenPlace[] =>
    (places ?? []).map(({ top_logprobs, ...place }) => ({ ...place, top: top_logprobs ?? [] })),
  );

/** Vectors of so many texts, all of one length. A number that is none spoils them all. */
export const vectorsOf = (texts: number) =>
  z
    .array(z.array(z.number()).min(1))
    .length(texts, `holds no vector for each of ${texts} texts`)
    .refine((vectors) => new Set(vectors.map((vector) => vector.length)).size <= 1, {
      error: "holds vectors of several lengths",
    });
