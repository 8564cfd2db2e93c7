import { HostError, type HostModel, type HostProbe, type ModelRequest } from "@/lib/hosts/host";
import type { ChatMessage } from "@/lib/protocol/presented";
import type { JobModel, JobSpec } from "@/lib/protocol/job-spec";
import type { Steps } from "@/lib/protocol/steps";
import { cellText } from "../cell";
import { modeOf } from "../mode";
import type { Evaluation } from "../evaluation";
import type { JobHost, Protocol } from "../ports";
import type { RunFacts } from "../queue/rows";

/** A job that cannot be asked as it is: the sentence is for the user. */
export class JobRefused extends Error {
  override readonly name = "JobRefused";
}

/** What is known of one model on its host before its first request. */
export interface Preflight {
  readonly facts: RunFacts;
  /** Context that the longest request of the job needs, in tokens: the same for all. */
  readonly contextTokens: number;
  /** Tokens that a prompt of a cell must have at least. */
  promptFloor(cell: string, messages: readonly ChatMessage[]): number;
}

/** Prompts that are looked at; trials beyond the first differ from it little. */
const LOOKED_AT = 20_000;
const COUNTED_CELLS = 16;
const BREATHE_EVERY = 500;
/** The longest prompt of all trials is longer than that of the first. */
const MARGIN = 1.1;
/** A prompt of a cell has at least this share of the tokens that its counted one has per byte. */
const SHARE_OF_COUNTED = 0.7;
/** Where the host cannot count: another tokenizer may make so many times as many tokens. */
const ESTIMATE_MARGIN = 1.5;
/** A context is asked for in steps, so that jobs that differ little do not load a model anew. */
const CONTEXT_STEP = 512;

const bytesOf = (messages: readonly ChatMessage[]): number =>
  messages.reduce((sum, message) => sum + Buffer.byteLength(message.content), 0);

/** The longest prompt of a cell. */
export interface Longest {
  readonly cell: string;
  readonly environment: string | null;
  readonly padding: string;
  readonly bytes: number;
  readonly messages: readonly ChatMessage[];
  readonly mode: ModelRequest["mode"];
}

/** The longest prompt of every cell of a model, in its first trial; the longest first. */
export function* longestPrompts(evaluation: Evaluation, model: number): Steps<Longest[]> {
  const { plan } = evaluation;
  const longest = new Map<string, Longest>();
  const first = plan.chunks > 0 ? plan.chunk(0).cell.trial : 0;
  let looked = 0;
  for (let index = 0; index < plan.chunks && looked < LOOKED_AT; index += 1) {
    const chunk = plan.chunk(index);
    // Trial-major: behind the first trial of all cells only others follow.
    if (chunk.cell.trial !== first) break;
    if (chunk.model !== model) continue;
    const { environment, padding } = chunk.cell;
    const cell = cellText(chunk.cell);
    for (const key of plan.keys(chunk)) {
      const messages = evaluation.render(evaluation.present(key));
      const bytes = bytesOf(messages);
      if (bytes > (longest.get(cell)?.bytes ?? -1))
        longest.set(cell, { cell, environment, padding, bytes, messages, mode: modeOf(key.mode) });
      looked += 1;
      yield;
    }
  }
  return [...longest.values()].sort((a, b) => b.bytes - a.bytes);
}

/**
 * The prompts that are worth counting: the longest of every environment, padding and mode, since a
 * tokenizer makes much of one language or symbol and little of another.
 * @param longest the longest first
 */
export function longestOfKinds(longest: readonly Longest[]): Longest[] {
  const kinds = Map.groupBy(longest, ({ environment, padding, mode }) =>
    JSON.stringify([environment, padding, mode]),
  );
  return [...kinds.values()].flatMap((own) => own.slice(0, 1));
}

/** One of each kind, then the longest of the others. */
function toCount(longest: readonly Longest[]): Longest[] {
  const kinds = longestOfKinds(longest);
  const others = longest.filter((one) => !kinds.includes(one));
  return [...kinds, ...others.slice(0, Math.max(0, COUNTED_CELLS - kinds.length))];
}

/** Carries steps out beside all else that the worker does. */
async function breathing<T>(steps: Steps<T>): Promise<T> {
  for (let done = 1; ; done += 1) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (done % BREATHE_EVERY === 0) await new Promise((resolve) => setImmediate(resolve));
  }
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

/** Tokens of prompts: by byte for each counted cell, and the most of all. */
async function countOnHost(
  host: JobHost,
  evaluation: Evaluation,
  model: string,
  prompts: readonly Longest[],
  signal: AbortSignal,
) {
  const perByte = new Map<string, number>();
  let most = 0;
  for (const { cell, bytes, messages, mode } of prompts) {
    const { decoding } = evaluation.spec;
    const request = {
      model,
      messages,
      decoding,
      mode,
      labels: [],
      contextTokens: null,
      truth: null,
    };
    const tokens = await host.countTokens(request, signal);
    if (tokens === null) break;
    perByte.set(cell, tokens / Math.max(1, bytes));
    most = Math.max(most, tokens);
  }
  return { perByte, most };
}

/**
 * Refuses to ask in two modes where the host cannot be told which: the same requests would become
 * two runs, and what chance makes of them a difference between modes.
 * @throws JobRefused
 */
export async function assertModesDiffer(
  host: Pick<JobHost, "tellsModes">,
  { modes }: Pick<JobSpec, "modes">,
  model: JobModel,
  signal: AbortSignal,
): Promise<void> {
  if (modes.length < 2 || (await host.tellsModes(model.model, signal))) return;
  throw new JobRefused(
    `${model.model} on ${model.host} cannot be told whether to think: its direct and its thinking run would be the same requests. Ask it in one mode`,
  );
}

/**
 * Looks at a host and at the longest prompts before the first request.
 * @throws JobRefused where modes are one request, or prompt and answer cannot fit; HostError where the host does not answer
 */
export async function preflight(
  host: JobHost,
  protocol: Protocol,
  evaluation: Evaluation,
  modelIndex: number,
  signal: AbortSignal,
): Promise<Preflight> {
  const { decoding, models } = evaluation.spec;
  const asked = models[modelIndex];
  const name = asked?.model ?? "";
  const probe = await host.probe(signal);
  if (asked) await assertModesDiffer(host, evaluation.spec, asked, signal);
  const known = probe.models.find((model) => model.name === name);
  const facts = factsOf(host, probe, known);
  const longest = toCount(await breathing(longestPrompts(evaluation, modelIndex)));
  const { perByte, most } = await countOnHost(host, evaluation, name, longest, signal);
  const need = { model: name, promptTokens: most, maxTokens: decoding.max_tokens };
  const fault = host.contextFault(need, facts.context);
  if (fault !== null) throw new JobRefused(fault);
  const estimated = Math.max(
    0,
    ...longest.map(({ messages }) =>
      messages.reduce((sum, message) => sum + protocol.countTokens(message.content), 0),
    ),
  );
  const prompt = most > 0 ? most * MARGIN : estimated * ESTIMATE_MARGIN;
  const needed = Math.ceil((prompt + decoding.max_tokens) / CONTEXT_STEP) * CONTEXT_STEP;
  return {
    facts,
    contextTokens: Math.min(needed, facts.context ?? Infinity),
    promptFloor(cell, messages) {
      const rate = perByte.get(cell) ?? 0;
      const counted = Math.floor(bytesOf(messages) * rate * SHARE_OF_COUNTED);
      return Math.max(counted, host.leastTokens(messages));
    },
  };
}

/** What a failed look at a host means to the user. */
export function whyNotAsked(error: unknown, host: string): string {
  if (error instanceof JobRefused) return error.message;
  const said = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
  return error instanceof HostError ? `host ${host} does not answer: ${said}` : said;
}
