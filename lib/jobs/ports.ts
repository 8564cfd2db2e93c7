import type { Engine } from "@/lib/engine/engine";
import type { Clock } from "@/lib/hosts/clock";
import type { HostConfig } from "@/lib/hosts/config";
import type { BatchHost, HostError, HostProbe, ModelReply, ModelRequest } from "@/lib/hosts/host";
import type { ModelIdentity } from "@/lib/protocol/identity";
import type { JobSpec } from "@/lib/protocol/job-spec";
import type { Cell } from "@/lib/protocol/cells";
import type { ChatMessage, Chunk, Presented, RequestKey } from "@/lib/protocol/presented";
import type { Steps } from "@/lib/protocol/steps";
import type { ItemSet } from "@/lib/records/item-set";

/** All that a job asks, computed where it is needed: it is never held as a list. */
export interface Plan {
  readonly requests: number;
  readonly chunks: number;
  /** Of each model. */
  readonly cells: readonly Cell[];
  chunk(index: number): Chunk;
  keys(chunk: Chunk): readonly RequestKey[];
}

export type { Clock, ModelIdentity };

/** Pure functions of a job spec and its item set. */
export interface Protocol {
  /** Why a spec cannot be asked of its set, in sentences; none where it can. */
  specProblems(spec: JobSpec, set: ItemSet): Steps<readonly string[]>;
  planOf(spec: JobSpec, set: ItemSet): Plan;
  presenterOf(spec: JobSpec, set: ItemSet): (key: RequestKey) => Presented;
  renderPrompt(spec: JobSpec, set: ItemSet): (presented: Presented) => readonly ChatMessage[];
  specHash(spec: JobSpec): string;
  promptHash(spec: JobSpec): string;
  protocolHash(spec: JobSpec, mode: JobSpec["modes"][number]): string;
  /** The run of one model of the spec in one mode. */
  runIdOf(
    spec: JobSpec,
    set: ItemSet,
    model: ModelIdentity,
    mode: JobSpec["modes"][number],
  ): string;
  /** About how many tokens a text has, by one tokenizer for all models. */
  countTokens(text: string): number;
}

/** What became of one request after all its tries. */
export type Asked =
  | { readonly attempts: number; readonly reply: ModelReply }
  | { readonly attempts: number; readonly failure: HostError };

export interface AskLimits {
  readonly attempts: number;
  readonly timeoutMs: number;
}

/** An attached host that asks again by itself where that can help, with one pause for all. */
export interface JobHost {
  readonly config: HostConfig;
  /** Where the host takes files of requests: a job asks it so, and not one by one. */
  readonly batch: BatchHost | null;
  probe(signal: AbortSignal): Promise<HostProbe>;
  /** Whether asking a model to think is another request than asking it to answer directly. */
  tellsModes(model: string, signal: AbortSignal): Promise<boolean>;
  countTokens(request: ModelRequest, signal: AbortSignal): Promise<number | null>;
  /** A number of tokens that a prompt cannot stay below, whatever the tokenizer. */
  leastTokens(messages: readonly ChatMessage[]): number;
  /** Why the longest request does not fit the context of one request, or null. All in tokens. */
  contextFault(
    need: { readonly model: string; readonly promptTokens: number; readonly maxTokens: number },
    context: number | null,
  ): string | null;
  /** @throws the signal's reason when aborted; whatever else goes wrong is a failure. */
  ask(request: ModelRequest, limits: AskLimits, signal: AbortSignal): Promise<Asked>;
}

export interface HostOpener {
  /** @throws Error in one line for a host that is not attached, or whose key is missing */
  open(id: string): Promise<JobHost>;
}

export interface ItemSetReader {
  /** @throws Error in one line for a set that is not there or not whole */
  read(hash: string): Promise<ItemSet>;
}

/** Runs with a native DuckDB that is gone afterwards. */
export type WithEngine = <T>(run: (engine: Engine) => Promise<T>) => Promise<T>;

/** All that jobs stand on and do not make themselves. */
export interface JobPorts {
  readonly protocol: Protocol;
  readonly hosts: HostOpener;
  readonly sets: ItemSetReader;
  readonly clock: Clock;
  readonly withEngine: WithEngine;
  /** Where the run directories of jobs go. */
  readonly runsDir: string;
}
