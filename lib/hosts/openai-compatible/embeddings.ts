import { z } from "zod";
import type { EmbeddingHost } from "@/lib/hosts/host";
import { vectorsOf } from "@/lib/hosts/wire";
import type { Routes } from "./client";

/** A reply of /embeddings for so many texts: each vector says which text it is of. */
const repliedSchema = (texts: number) =>
  z
    .looseObject({
      data: z.array(z.looseObject({ index: z.int(), embedding: z.array(z.number()) })),
    })
    .transform(({ data }) => data.toSorted((a, b) => a.index - b.index))
    .refine((data) => data.every(({ index }, i) => index === i), {
      error: "data holds vectors that are not of one text each",
    })
    .transform((data) => data.map(({ embedding }) => embedding))
    .pipe(vectorsOf(texts));

/** Embeddings by the OpenAI-style route. What is too long for the model is an error of the host. */
export function embeddingsOf(routes: Routes): EmbeddingHost {
  return {
    embed: async (model, texts, signal) => {
      const body = { model, input: texts, encoding_format: "float" };
      return (await routes.post("/embeddings", body, repliedSchema(texts.length), signal)).value;
    },
  };
}
