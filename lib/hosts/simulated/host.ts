import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { generatorOf } from "@/lib/protocol/random";
import { answer, fallbackOf, knownProbability } from "@/lib/simulate/law";
import type { SimulatedModel } from "@/lib/simulate/spec";
import type { Clock } from "@/lib/hosts/clock";
import type { HostConfig, HostSimulation } from "@/lib/hosts/config";
import { HostError, type ModelHost, type ModelReply, type ModelRequest } from "@/lib/hosts/host";
import { probeModel } from "@/lib/hosts/probe";

/** What a simulated host offers where its configuration names no models. */
const BUILT_IN: HostSimulation = {
  seed: "foilscope",
  delay_ms: 0,
  models: [
    { name: "content", policy: "content", a: 0.95, s: 0.6, invalid: 0 },
    { name: "uniform", policy: "uniform", a: 0.9, s: 4, invalid: 0.01 },
    { name: "primacy", policy: "primacy", a: 0.85, s: 4, q: 0.9, invalid: 0.01 },
    { name: "tail", policy: "tail", a: 0.85, s: 4, q: 0.9, invalid: 0.01 },
  ],
};

/** Difficulty of an item, from 0.2 to 3.8 as in simulated runs, by its id. */
function difficultyOf(seed: string, itemId: string): number {
  return 0.2 + 3.6 * uniformFloat64(generatorOf("simulated-host", "difficulty", seed, itemId));
}

/**
 * The label that a policy picks for a presented item, or a text that no scorer reads. It depends on
 * the seed, the model and the messages alone: the same question has the same answer.
 */
function answerOf(seed: string, model: SimulatedModel, request: ModelRequest): string {
  const { labels, messages, truth } = request;
  const stream = JSON.stringify(messages.map(({ role, content }) => [role, content]));
  const random = generatorOf("simulated-host", "answers", seed, model.name, stream);
  // A question that is none of an item's (a probe) has no right answer to know.
  const goldPos = truth?.goldPos ?? 1;
  const environment = truth?.environment === "full" ? "full" : "easy";
  const known =
    truth === null
      ? 0
      : knownProbability(model, difficultyOf(seed, truth.itemId), environment, labels.length);
  const fallback = fallbackOf(model, labels.length);
  const position = answer(random, goldPos, { invalid: model.invalid, known, fallback });
  return position === null ? "I cannot tell." : (labels[position - 1] ?? "I cannot tell.");
}

function unknownModel(name: string, models: readonly SimulatedModel[]): HostError {
  const offered = models.map((model) => model.name).join(", ");
  return new HostError(`the simulated host has no model "${name}"; it has ${offered}`, {
    status: null,
    again: false,
    retryAfterMs: null,
    request: null,
    responseBody: null,
    latencyMs: null,
  });
}

/**
 * Answers by known policies in place of a model. Its replies are no measurement: runs on a host of
 * this kind are `simulated`.
 */
export function simulatedHost(config: HostConfig, clock: Clock): ModelHost {
  const { seed, models, delay_ms } = config.simulation ?? BUILT_IN;

  async function ask(request: ModelRequest, signal: AbortSignal): Promise<ModelReply> {
    const model = models.find(({ name }) => name === request.model);
    if (model === undefined) throw unknownModel(request.model, models);
    const started = performance.now();
    if (delay_ms > 0) await clock.sleep(delay_ms, signal);
    signal.throwIfAborted();
    const text = answerOf(seed, model, request);
    const { model: asked, messages, decoding, mode } = request;
    return {
      text,
      reasoning: null,
      finishReason: "stop",
      served: `simulated:${model.policy}`,
      promptTokens: null,
      completionTokens: null,
      reasoningTokens: null,
      cachedTokens: null,
      latencyMs: performance.now() - started,
      request: JSON.stringify({ model: asked, messages, decoding, mode }),
      responseBody: JSON.stringify({ simulated: true, text }),
      labelLogprobs: null,
      dropped: [],
    };
  }

  return {
    config,
    batch: null,
    embeddings: null,
    ask,
    probe: () =>
      Promise.resolve({
        version: "simulated",
        class: "local",
        slots: null,
        models: models.map(({ name }) => ({
          name,
          digest: null,
          quantisation: null,
          parameters: null,
          context: null,
          trainedContext: null,
        })),
      }),
    probeModel: (model, signal) =>
      probeModel(model, {
        ask: (request) => ask(request, signal),
        askStructured: (request) => ask(request, signal),
      }),
    tellsModes: () => Promise.resolve(true),
    countTokens: () => Promise.resolve(null),
    close: () => Promise.resolve(),
  };
}
