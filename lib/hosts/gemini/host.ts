import { createGoogle } from "@ai-sdk/google";
import { z } from "zod";
import type { HostConfig } from "@/lib/hosts/config";
import {
  HostError,
  type HostModel,
  type ModelHost,
  type ModelReply,
  type ModelRequest,
} from "@/lib/hosts/host";
import type { Called, HostHttp } from "@/lib/hosts/http";
import { probeModel } from "@/lib/hosts/probe";
import { count, filled, notZero, tokenCount, words } from "@/lib/hosts/wire";
import { callOptions, droppedOf, type Generated } from "./request";

/** The counts as Gemini sends them: the client turns what is missing into 0. */
const usageSchema = z.looseObject({
  promptTokenCount: tokenCount,
  candidatesTokenCount: tokenCount,
  thoughtsTokenCount: tokenCount,
  cachedContentTokenCount: tokenCount,
});
/** What the client leaves out of its result. */
const rawSchema = z.looseObject({
  candidates: z.array(z.unknown()).default([]),
  modelVersion: words,
  promptFeedback: z.looseObject({ blockReason: z.string().nullish() }).nullish().catch(null),
  usageMetadata: usageSchema.nullish().catch(null),
});

const listSchema = z.looseObject({
  models: z
    .array(
      z.looseObject({
        name: z.string(),
        inputTokenLimit: count,
        supportedGenerationMethods: z.array(z.string()).nullish(),
      }),
    )
    .default([]),
  nextPageToken: z.string().nullish(),
});
const countedSchema = z.looseObject({ totalTokens: z.int().nonnegative() });

/** Of a thousand models each: a host that always names another page would never end. */
const MOST_PAGES = 20;

const textOf = ({ content }: Generated, type: "text" | "reasoning"): string =>
  content.map((part) => (part.type === type ? part.text : "")).join("");

function sum(...counts: (number | null | undefined)[]): number | null {
  const known = counts.filter((one) => typeof one === "number");
  return known.length === 0 ? null : (tokenCount.parse(known.reduce((a, b) => a + b, 0)) ?? null);
}

function replyOf(called: Called<Generated>, request: ModelRequest): ModelReply {
  const { value, responseBody } = called;
  const raw = rawSchema.parse(JSON.parse(responseBody));
  const text = textOf(value, "text");
  const reasoning = textOf(value, "reasoning") || null;
  if (raw.candidates.length === 0)
    throw new HostError(
      `the host gives no answer (${raw.promptFeedback?.blockReason ?? "it names no reason"})`,
      {
        status: 200,
        again: false,
        retryAfterMs: null,
        request: called.request,
        responseBody,
        latencyMs: called.latencyMs,
      },
    );
  const usage = raw.usageMetadata;
  return {
    text,
    reasoning,
    finishReason: value.finishReason.raw ?? null,
    served: raw.modelVersion ?? null,
    promptTokens: notZero(usage?.promptTokenCount),
    completionTokens: sum(usage?.candidatesTokenCount, usage?.thoughtsTokenCount),
    reasoningTokens: usage?.thoughtsTokenCount ?? null,
    cachedTokens: usage?.cachedContentTokenCount ?? null,
    latencyMs: called.latencyMs,
    request: called.request,
    responseBody,
    labelLogprobs: null,
    dropped: droppedOf(request, value.warnings),
  };
}

/** Google's Gemini API. */
export function geminiHost(config: HostConfig, http: HostHttp, key: string | null): ModelHost {
  const apiKey = key ?? "none";

  async function ask(
    request: ModelRequest,
    signal: AbortSignal,
    schema?: object,
  ): Promise<ModelReply> {
    const called = await http.call(signal, z.custom<Generated>(), async (fetch) =>
      createGoogle({ apiKey, fetch, baseURL: http.baseUrl })(request.model).doGenerate(
        callOptions(request, schema),
      ),
    );
    return replyOf(called, request);
  }

  /** A route that the client does not have. */
  async function json<T extends z.ZodType>(
    path: string,
    schema: T,
    signal: AbortSignal,
    body?: object,
  ): Promise<z.output<T>> {
    const { value } = await http.call(signal, schema, async (fetch) => {
      const response = await fetch(`${http.baseUrl}/${path}`, {
        method: body === undefined ? "GET" : "POST",
        headers: { "x-goog-api-key": apiKey, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return response.json();
    });
    return value;
  }

  async function models(signal: AbortSignal): Promise<HostModel[]> {
    const found: HostModel[] = [];
    let page: string | null = null;
    for (let pages = 0; pages < MOST_PAGES; pages += 1) {
      const token: string = page === null ? "" : `&pageToken=${encodeURIComponent(page)}`;
      const listed: z.output<typeof listSchema> = await json(
        `models?pageSize=1000${token}`,
        listSchema,
        signal,
      );
      for (const model of listed.models)
        if (model.supportedGenerationMethods?.includes("generateContent") !== false)
          found.push({
            name: model.name.replace(/^models\//, ""),
            digest: null,
            quantisation: null,
            parameters: null,
            context: model.inputTokenLimit ?? null,
            trainedContext: null,
          });
      page = filled(listed.nextPageToken);
      if (page === null) break;
    }
    return found;
  }

  return {
    config,
    batch: null,
    embeddings: null,
    ask: (request, signal) => ask(request, signal),
    probe: async (signal) => ({
      version: null,
      class: "api",
      models: await models(signal),
      slots: null,
    }),
    probeModel: (model, signal) =>
      probeModel(model, {
        ask: (request) => ask(request, signal),
        askStructured: (request, schema) => ask(request, signal, z.toJSONSchema(schema)),
      }),
    tellsModes: () => Promise.resolve(true),
    async countTokens({ model, messages }, signal) {
      const contents = messages.map(({ content }) => ({
        role: "user",
        parts: [{ text: content }],
      }));
      const path = `models/${model}:countTokens`;
      return (await json(path, countedSchema, signal, { contents })).totalTokens;
    },
    close: () => http.close(),
  };
}
