import { HostError, type HostModel, type HostProbe, type ModelRequest } from "@/lib/hosts/host";
import type { ChatMessage } from "@/lib/protocol/presented";
import { cellText } from "../cell";
import type { Evaluation } from "../evaluation";
import type { JobHost } from "../ports";
import type { RunFacts } from "../queue/rows";

/** A job that cannot be asked as it is: the sentence is for the user. */
export class JobRefused extends Error {
  override readonly name = "JobRefused";
}

/** What is known of one model on its host before its first request. */
export interface Preflight {
  readonly facts: RunFacts;
  /** Context that every request of the job needs, in the host's tokens; null where it cannot count. */
  readonly contextTokens: number | null;
  /** Tokens that a prompt of a cell must have at least. */
  promptFloor(cell: string, messages: readonly ChatMessage[]): number;
}

/** Prompts that are looked at; trials beyond the first differ from it little. */
const LOOKED_AT = 20_000;
const COUNTED_CELLS = 64;
const BREATHE_EVERY = 500;
/** The longest prompt of all trials is longer than that of the first. */
const MARGIN = 1.1;
/** A prompt of a cell has at least this share of the tokens that its counted one has per byte. */
const SHARE_OF_COUNTED = 0.7;
/** No known tokenizer puts more bytes of a text into its average token. */
const BYTES_PER_TOKEN = 32;

const bytesOf = (messages: readonly ChatMessage[]): number =>
  messages.reduce((sum, message) => sum + Buffer.byteLength(message.content), 0);

interface Longest {
  readonly cell: string;
  readonly bytes: number;
  readonly messages: readonly ChatMessage[];
  readonly mode: ModelRequest["mode"];
  readonly n: number;
}

/** The longest prompt of every cell of a model, in its first trial. */
async function longestPrompts(evaluation: Evaluation, model: number): Promise<Longest[]> {
  const { plan } = evaluation;
  const longest = new Map<string, Longest>();
  const trials = new Map<string, number>();
  let looked = 0;
  for (let index = 0; index < plan.chunks && looked < LOOKED_AT; index += 1) {
    const chunk = plan.chunk(index);
    if (chunk.model !== model) continue;
    const cell = cellText(chunk.cell);
    const trial = trials.get(cell) ?? chunk.cell.trial;
    trials.set(cell, trial);
    // Trial-major: behind the first trial of a cell that was seen, only others follow.
    if (chunk.cell.trial !== trial) {
      if (chunk.cell.trial > trial + 1) break;
      continue;
    }
    for (const key of plan.keys(chunk)) {
      const messages = evaluation.render(evaluation.present(key));
      const bytes = bytesOf(messages);
      if (bytes > (longest.get(cell)?.bytes ?? -1))
        longest.set(cell, { cell, bytes, messages, mode: modeOf(key.mode), n: key.n_options });
      looked += 1;
      if (looked % BREATHE_EVERY === 0) await new Promise((resolve) => setImmediate(resolve));
    }
  }
  return [...longest.values()].sort((a, b) => b.bytes - a.bytes);
}

function factsOf(host: JobHost, probe: HostProbe, model: HostModel | undefined): RunFacts {
  const { kind, base_url, concurrency, prices } = host.config;
  return {
    kind,
    base_url: base_url === null ? null : withoutCredentials(base_url),
    concurrency,
    prices,
    version: probe.version,
    class: probe.class,
    digest: model?.digest ?? null,
    quantisation: model?.quantisation ?? null,
    parameters: model?.parameters ?? null,
    context: model?.context ?? null,
  };
}

/** An address without user, password, query and fragment: any of them may hold a key. */
function withoutCredentials(address: string): string {
  const url = new URL(address);
  return `${url.origin}${url.pathname}`;
}

function refuseTooLong(longest: Longest, tokens: number, output: number, context: number, on: string) {
  throw new JobRefused(
    `the longest prompt (N=${longest.n}) takes ${tokens} tokens and the answer may take ${output}: more than the context of ${context} that ${on} has. Give the host a larger one, or leave out the largest N`,
  );
}

/**
 * Looks at a host and at the longest prompts before the first request.
 * @throws JobRefused where prompt and answer cannot fit; HostError where the host does not answer
 */
export async function preflight(
  host: JobHost,
  evaluation: Evaluation,
  modelIndex: number,
  signal: AbortSignal,
): Promise<Preflight> {
  const { decoding, models } = evaluation.spec;
  const name = models[modelIndex]?.model ?? "";
  const probe = await host.probe(signal);
  const known = probe.models.find((model) => model.name === name);
  const facts = factsOf(host, probe, known);
  const longest = await longestPrompts(evaluation, modelIndex);
  const perByte = new Map<string, number>();
  let most = 0;
  for (const prompt of longest.slice(0, COUNTED_CELLS)) {
    const { messages, mode } = prompt;
    const request = {
      model: name,
      messages,
      decoding,
      mode,
      labels: [],
      contextTokens: null,
      truth: null,
    };
    const tokens = await host.countTokens(request, signal);
    if (tokens === null) break;
    perByte.set(prompt.cell, tokens / Math.max(1, prompt.bytes));
    most = Math.max(most, tokens);
    if (facts.context !== null && tokens + decoding.max_tokens > facts.context)
      refuseTooLong(prompt, tokens, decoding.max_tokens, facts.context, `${name} on ${host.config.id}`);
  }
  const needed = Math.ceil(most * MARGIN) + decoding.max_tokens;
  return {
    facts,
    contextTokens: most === 0 ? null : Math.min(needed, facts.context ?? Infinity),
    promptFloor(cell, messages) {
      const rate = perByte.get(cell);
      const share = rate === undefined ? 1 / BYTES_PER_TOKEN : rate * SHARE_OF_COUNTED;
      return Math.floor(bytesOf(messages) * share);
    },
  };
}

/** A key's mode as hosts know it. */
export function modeOf(mode: string | null): ModelRequest["mode"] {
  return mode === "direct" || mode === "thinking" ? mode : null;
}

/** What a failed look at a host means to the user. */
export function whyNotAsked(error: unknown, host: string): string {
  if (error instanceof JobRefused) return error.message;
  const said = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
  return error instanceof HostError ? `host ${host} does not answer: ${said}` : said;
}
