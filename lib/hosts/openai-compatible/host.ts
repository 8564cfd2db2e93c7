import { z } from "zod";
import type { HostConfig } from "@/lib/hosts/config";
import { HostError, type ModelHost, type ModelReply, type ModelRequest } from "@/lib/hosts/host";
import type { HostHttp } from "@/lib/hosts/http";
import { probeModel } from "@/lib/hosts/probe";
import { errorOfBody } from "@/lib/hosts/said";
import { routesOf } from "./client";
import { countPrompt } from "./count";
import { embeddingsOf } from "./embeddings";
import { detectDialect, type Dialect } from "./dialect";
import { listHost } from "./listing";
import { completionSchema, replyOf } from "./reply";
import { chatBody, refusedParameter, tellsModes, type Droppable } from "./request";

const BAD_REQUEST = 400;

/** What a 400 says that this host does not take of a model; null where it is about something else. */
function refusalOf(error: unknown): Droppable | null {
  if (!(error instanceof HostError) || error.details.status !== BAD_REQUEST) return null;
  return refusedParameter(errorOfBody(error.details.responseBody ?? "").parameter);
}

/** Any server with OpenAI-style chat completions. */
export function openAiCompatibleHost(
  config: HostConfig,
  http: HostHttp,
  key: string | null,
): ModelHost {
  const routes = routesOf(http, key);
  let known: Dialect | null = null;
  const dialectOf = async (signal: AbortSignal): Promise<Dialect> =>
    (known ??= await detectDialect(routes, signal));
  const refused = new Map<string, Set<Droppable>>();
  const refusedOf = (model: string): Set<Droppable> => {
    const names = refused.get(model) ?? new Set<Droppable>();
    refused.set(model, names);
    return names;
  };

  /**
   * Asks, and asks again without a parameter that the host refuses by name: each at most once, for
   * this and every later request of the model.
   */
  async function ask(
    request: ModelRequest,
    signal: AbortSignal,
    more: Readonly<Record<string, unknown>> = {},
  ): Promise<ModelReply> {
    const dialect = await dialectOf(signal);
    for (;;) {
      const without = new Set(refusedOf(request.model));
      const { body, dropped } = chatBody(request, dialect, without);
      try {
        const called = await routes.post(
          "/chat/completions",
          { ...body, ...more },
          completionSchema,
          signal,
        );
        return replyOf(called.value, called, request.labels, dropped);
      } catch (error) {
        const name = refusalOf(error);
        if (name === null || without.has(name)) throw error;
        refusedOf(request.model).add(name);
      }
    }
  }

  return {
    config,
    batch: null,
    embeddings: embeddingsOf(routes),
    ask: (request, signal) => ask(request, signal),
    probe: async (signal) => listHost(routes, await dialectOf(signal), signal),
    probeModel: (model, signal) =>
      probeModel(model, {
        ask: (request) => ask(request, signal),
        askStructured: (request, schema) =>
          ask(request, signal, {
            response_format: {
              type: "json_schema",
              json_schema: { name: "answer", strict: true, schema: z.toJSONSchema(schema) },
            },
          }),
      }),
    tellsModes: async (model, signal) =>
      tellsModes(model, await dialectOf(signal), refusedOf(model)),
    countTokens: async (request, signal) =>
      countPrompt(routes, await dialectOf(signal), request, signal),
    close: () => http.close(),
  };
}
