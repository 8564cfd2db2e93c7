import { Ollama } from "ollama";
import { z } from "zod";
import type { HostConfig } from "@/lib/hosts/config";
import type { HostModel, HostProbe, ModelHost, ModelReply, ModelRequest } from "@/lib/hosts/host";
import type { Called, HostHttp } from "@/lib/hosts/http";
import { labelLogprobs } from "@/lib/hosts/label-logprobs";
import { probeModel } from "@/lib/hosts/probe";
import { filled, notZero } from "@/lib/hosts/wire";
import { chatBody } from "./request";
import {
  chatSchema,
  embedSchema,
  infoOf,
  loadedSchema,
  showSchema,
  tagsSchema,
  versionSchema,
  type OllamaChat,
} from "./wire";

function replyOf(called: Called<OllamaChat>, request: ModelRequest): ModelReply {
  const { value } = called;
  const reasoning = filled(value.message.thinking);
  const text = value.message.content ?? "";
  return {
    text,
    reasoning,
    finishReason: value.done_reason ?? null,
    served: value.model ?? null,
    promptTokens: notZero(value.prompt_eval_count),
    completionTokens: notZero(value.eval_count),
    reasoningTokens: null,
    cachedTokens: null,
    latencyMs: called.latencyMs,
    request: called.request,
    responseBody: called.responseBody,
    labelLogprobs: labelLogprobs(value.logprobs, request.labels),
    dropped: [],
  };
}

/** Ollama by its native API: its OpenAI-style route ignores the context and the thinking mode. */
export function ollamaHost(config: HostConfig, http: HostHttp, key: string | null): ModelHost {
  const call = <T extends z.ZodType>(
    signal: AbortSignal,
    schema: T,
    send: (client: Ollama) => Promise<unknown>,
  ): Promise<Called<z.output<T>>> =>
    http.call(signal, schema, (fetch) =>
      send(
        new Ollama({
          host: http.baseUrl,
          fetch,
          ...(key === null ? {} : { headers: { Authorization: `Bearer ${key}` } }),
        }),
      ),
    );

  const ask = async (
    request: ModelRequest,
    signal: AbortSignal,
    format?: object,
  ): Promise<ModelReply> =>
    replyOf(
      await call(signal, chatSchema, (client) =>
        client.chat({ ...chatBody(request), ...(format === undefined ? {} : { format }) }),
      ),
      request,
    );

  async function probe(signal: AbortSignal): Promise<HostProbe> {
    const { value: tags } = await call(signal, tagsSchema, (client) => client.list());
    const { value: loaded } = await call(signal, loadedSchema, (client) => client.ps());
    const { value: version } = await call(signal, versionSchema, (client) => client.version());
    const contexts = new Map(loaded.models.map((one) => [one.name, one.context_length ?? null]));
    const models: HostModel[] = [];
    for (const { name, digest, details } of tags.models) {
      const { value: show } = await call(signal, showSchema, (client) =>
        client.show({ model: name }),
      );
      const info = infoOf(show.model_info);
      models.push({
        name,
        digest: digest ?? null,
        quantisation: filled(details?.quantization_level),
        ...info,
        // Each request brings its own context, up to what the model was trained for.
        context: info.trainedContext ?? contexts.get(name) ?? null,
      });
    }
    return {
      version: `Ollama ${version.version}`,
      class: await http.locality(),
      models,
      slots: null,
    };
  }

  return {
    config,
    batch: null,
    embeddings: {
      embed: async (model, texts, signal) =>
        (
          await call(signal, embedSchema(texts.length), (client) =>
            // Models of sentences read no more than their context, whoever asks them.
            client.embed({ model, input: [...texts], truncate: true }),
          )
        ).value,
    },
    probe,
    probeModel: (model, signal) =>
      probeModel(model, {
        ask: (request) => ask(request, signal),
        askStructured: (request, schema) => ask(request, signal, z.toJSONSchema(schema)),
      }),
    ask: (request, signal) => ask(request, signal),
    tellsModes: () => Promise.resolve(true),
    countTokens: () => Promise.resolve(null),
    close: () => http.close(),
  };
}
