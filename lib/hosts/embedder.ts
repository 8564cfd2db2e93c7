import { systemClock, type Clock } from "./clock";
import type { HostProbe, ModelHost } from "./host";
import { hostPause } from "./pause";
import { askPatiently } from "./retry";
import { adaptiveSlots } from "./slots";

/** Texts of one request: hosts take more, but a request that fails is asked again as a whole. */
const BATCH = 64;
const LIMITS = { attempts: 5, timeoutMs: 120_000 };

/** A model that embeds, with what its host tells of it. */
export interface Embedder {
  readonly model: string;
  /** Null where the host does not tell. */
  readonly digest: string | null;
  readonly host: {
    readonly kind: string;
    readonly version: string | null;
    readonly class: HostProbe["class"];
  };
  /**
   * Vectors of the texts in their order, all of one length; every text is asked for once.
   * @throws Error in one line naming the host, where a request fails for good
   */
  embed(texts: readonly string[]): Promise<readonly (readonly number[])[]>;
}

function batchesOf(texts: readonly string[]): (readonly string[])[] {
  return Array.from({ length: Math.ceil(texts.length / BATCH) }, (_, i) =>
    texts.slice(i * BATCH, (i + 1) * BATCH),
  );
}

/** Ollama names a model without a tag by its latest one. */
const isNamed = (name: string, model: string): boolean =>
  name === model || name === `${model}:latest`;

/**
 * A model of an open host that embeds, asked by the rules of every other request: retries, pauses
 * and as many requests at once as the host was attached with.
 * @throws Error in one line where hosts of this kind are not asked for embeddings; HostError where
 *   the host does not say what it is
 */
export async function openEmbedder(
  host: ModelHost,
  model: string,
  signal: AbortSignal,
  clock: Clock = systemClock,
): Promise<Embedder> {
  const { id, kind, concurrency } = host.config;
  const { embeddings } = host;
  if (embeddings === null)
    throw new Error(
      `host ${id} is ${kind}, which is not asked for embeddings: an ollama or openai-compatible host is needed`,
    );
  const probe = await host.probe(signal);
  const pause = hostPause(clock);
  const slots = adaptiveSlots(concurrency);

  const embedBatch = async (texts: readonly string[], own: AbortSignal) => {
    const asked = await askPatiently({
      ...LIMITS,
      ask: (limited) => embeddings.embed(model, texts, limited),
      pause,
      slots,
      clock,
      random: Math.random,
      signal: own,
    });
    if (asked.kind === "reply") return asked.reply;
    throw new Error(`host ${id} gives no embeddings by ${model}: ${asked.error.message}`);
  };

  return {
    model,
    digest: probe.models.find(({ name }) => isNamed(name, model))?.digest ?? null,
    host: { kind, version: probe.version, class: probe.class },
    async embed(texts) {
      const failed = new AbortController();
      const own = AbortSignal.any([signal, failed.signal]);
      const asked = batchesOf(texts).map((batch) => embedBatch(batch, own));
      try {
        const vectors = (await Promise.all(asked)).flat();
        const lengths = new Set(vectors.map(({ length }) => length));
        if (lengths.size > 1)
          throw new Error(`host ${id} gives vectors of several lengths by ${model}`);
        return vectors;
      } catch (error) {
        failed.abort(error);
        await Promise.allSettled(asked);
        throw error;
      }
    },
  };
}
