import type { Selector } from "@/lib/datasets/augment/build";
import { readChoice, SELECT_INSTRUCTION, selectPrompt } from "@/lib/datasets/augment/select";
import type { HostOpener } from "@/lib/jobs/ports";
import { decodingSchema } from "@/lib/protocol/job-spec";
import { textSha256 } from "@/lib/records/hashes";

/** P2, section 3.2: one call at temperature 0 with these limits, without thinking. */
const DECODING = { temperature: 0, seed: 42, max_tokens: 256 };
const CONTEXT_TOKENS = 16_384;
const LIMITS = { attempts: 5, timeoutMs: 600_000 };

/**
 * A model of an attached host as what chooses among candidates.
 * @param named `HOST:MODEL`
 * @throws Error in one line where there is no such host, or it does not answer
 */
export async function hostSelector(
  hosts: HostOpener,
  named: string,
  signal: AbortSignal,
): Promise<Selector> {
  const at = named.indexOf(":");
  if (at < 1 || at === named.length - 1)
    throw new Error(`"${named}" names no model: write HOST:MODEL, the host as it is attached`);
  const [id, model] = [named.slice(0, at), named.slice(at + 1)];
  const host = await hosts.open(id);
  const probe = await host.probe(signal);
  const known = probe.models.find(({ name }) => name === model);
  const about = [probe.version, known?.digest, known?.quantisation].filter(Boolean).join(", ");
  return {
    name: `five of up to 100 by the model ${model}`,
    sources: [
      { name: `selector: ${model} (${host.config.kind}${about && `, ${about}`})`, sha256: null },
      { name: "selector's instruction", sha256: textSha256(SELECT_INSTRUCTION) },
    ],
    async choose(recipient, candidates) {
      const request = {
        model,
        messages: [{ role: "user" as const, content: selectPrompt(recipient, candidates) }],
        decoding: decodingSchema.parse(DECODING),
        mode: "direct" as const,
        labels: [],
        contextTokens: CONTEXT_TOKENS,
        truth: null,
      };
      const asked = await host.ask(request, LIMITS, signal);
      if ("failure" in asked)
        throw new Error(`host ${id} failed at question ${recipient.id}: ${asked.failure.message}`);
      return readChoice(asked.reply.text, candidates.length);
    },
  };
}
