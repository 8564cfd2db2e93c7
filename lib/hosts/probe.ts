import { z } from "zod";
import type { Decoding } from "@/lib/protocol/job-spec";
import { HostError, type ModelProbe, type ModelReply, type ModelRequest } from "./host";

/** What an adapter gives for probing one model. */
export interface ProbedModel {
  ask(request: ModelRequest): Promise<ModelReply>;
  /** Asks for a reply in the form of a schema, by whatever the host calls that. */
  askStructured(request: ModelRequest, schema: z.ZodType): Promise<ModelReply>;
}

const PLAIN: Decoding = {
  temperature: 0,
  top_p: null,
  top_k: null,
  max_tokens: 16,
  seed: null,
  label_logprobs: false,
};
/** Enough to see reasoning begin, and for a short answer in a form. */
const TRIAL_TOKENS = 32;
const LABELS = ["1", "2", "3", "4"];
const QUESTION = [
  "1. The cat sleeps on the chair.",
  "2. The cats sleeps on the chair.",
  "3. The dog runs in the park.",
  "4. The bird sings in the tree.",
  "Which one of these sentences is wrong? Reply with its number alone.",
].join("\n");

/** The context that the small questions of a probe need, in tokens. */
export const PROBE_CONTEXT = 4096;

function requestOf(model: string, change: Partial<ModelRequest> = {}): ModelRequest {
  return {
    model,
    messages: [{ role: "user", content: QUESTION }],
    decoding: PLAIN,
    mode: null,
    labels: LABELS,
    contextTokens: PROBE_CONTEXT,
    truth: null,
    ...change,
  };
}

const structuredAnswer = z.strictObject({ answer: z.enum(["1", "2", "3", "4"]) });

function isStructured(text: string): boolean {
  try {
    return structuredAnswer.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}

/** A refusal (400, 404, 422 and the like) is a "no"; a failure that may pass tells nothing. */
async function tried(look: () => Promise<boolean | null>): Promise<boolean | null> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof HostError) return error.details.again ? null : false;
    throw error;
  }
}

const THOUGHT = /<think(?:ing)?>/i;
const reasoned = ({ reasoning, reasoningTokens, text }: ModelReply): boolean =>
  reasoning !== null || (reasoningTokens ?? 0) > 0 || THOUGHT.test(text);

/**
 * Asks one model a few small questions, one after another.
 * @throws HostError when even the plain question fails.
 */
export async function probeModel(model: string, probed: ProbedModel): Promise<ModelProbe> {
  const answer = await probed.ask(requestOf(model));
  const thinking = await tried(async () => {
    const decoding = { ...PLAIN, max_tokens: TRIAL_TOKENS };
    const reply = await probed.ask(requestOf(model, { mode: "thinking", decoding }));
    return reasoned(reply) ? true : reply.dropped.includes("mode") ? null : false;
  });
  const structuredOutput = await tried(async () => {
    const decoding = { ...PLAIN, max_tokens: TRIAL_TOKENS };
    const reply = await probed.askStructured(requestOf(model, { decoding }), structuredAnswer);
    return isStructured(reply.text);
  });
  const logprobs = await tried(async () => {
    const decoding = { ...PLAIN, label_logprobs: true };
    const reply = await probed.ask(requestOf(model, { decoding }));
    if (reply.labelLogprobs !== null) return true;
    return reply.dropped.includes("label_logprobs") ? false : null;
  });
  // By now the same prompt has been asked: a host that tells of its cache has something to tell.
  const cachedTokens = await tried(
    async () => (await probed.ask(requestOf(model))).cachedTokens !== null,
  );
  return { answer, thinking, structuredOutput, logprobs, cachedTokens };
}
