import type { AddressPolicy, Resolve } from "./addresses";
import { systemClock } from "./clock";
import type { HostConfig, HostKind } from "./config";
import { geminiHost } from "./gemini/host";
import { HostError, type ModelHost } from "./host";
import { hostHttp, type HostHttp } from "./http";
import { ollamaHost } from "./ollama/host";
import { openAiBatchHost } from "./openai-batch/host";
import { openAiCompatibleHost } from "./openai-compatible/host";
import { simulatedHost } from "./simulated/host";

export type Environment = Readonly<Partial<Record<string, string>>>;

/** Where a kind of host is found when nobody says otherwise. */
const USUAL_ADDRESS: Partial<Record<HostKind, string>> = {
  ollama: "http://127.0.0.1:11434",
  "openai-batch": "https://api.openai.com/v1",
  gemini: "https://generativelanguage.googleapis.com/v1beta",
};

const NEEDS_KEY: ReadonlySet<HostKind> = new Set<HostKind>(["openai-batch", "gemini"]);

/** What a header can carry. Errors of clients would quote the key. */
const SENDABLE = /^[\x20-\x7e]+$/;

/** The address that requests go to; null for hosts that have none. */
export function addressOf(config: HostConfig): string | null {
  const address = config.base_url ?? USUAL_ADDRESS[config.kind] ?? null;
  return address?.replace(/\/+$/, "") ?? null;
}

/** Why a host cannot be asked, known before anything is sent; null where it can be tried. */
export function hostFault(config: HostConfig, environment: Environment): string | null {
  const { id, kind, key_variable } = config;
  if (key_variable === null)
    return NEEDS_KEY.has(kind)
      ? `host ${id}: ${kind} needs a key; name the environment variable that holds it`
      : null;
  const key = environment[key_variable]?.trim();
  if (!key)
    return `host ${id}: the environment variable ${key_variable}, which should hold its key, is not set where Foilscope runs`;
  return SENDABLE.test(key)
    ? null
    : `host ${id}: the environment variable ${key_variable} holds what cannot be a key (a line break, or a character that is not of ASCII)`;
}

export interface OpenOptions {
  /** Where keys are looked up: process.env of the server. */
  readonly environment: Environment;
  readonly policy: AddressPolicy;
  /** Names to addresses; the system's resolver where left out. */
  readonly resolve?: Resolve;
}

function overHttp(config: HostConfig, http: HostHttp, key: string | null): ModelHost {
  switch (config.kind) {
    case "ollama":
      return ollamaHost(config, http, key);
    case "openai-compatible":
      return openAiCompatibleHost(config, http, key);
    case "openai-batch":
      return openAiBatchHost(config, http, key);
    case "gemini":
      return geminiHost(config, http, key);
    case "simulated":
      throw new RangeError("a simulated host has no address");
  }
}

/** Looking at a host takes so long at most: it lists models and counts tokens, and generates nothing. */
const LOOK_MS = 60_000;

/** Runs a look at a host under a time limit of its own. @throws HostError where that runs out */
async function looking<T>(
  id: string,
  signal: AbortSignal,
  look: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new Error("time limit")), LOOK_MS);
  try {
    return await look(AbortSignal.any([signal, late.signal]));
  } catch (error) {
    signal.throwIfAborted();
    if (!late.signal.aborted) throw error;
    throw new HostError(`host ${id} did not say within ${LOOK_MS / 1000} s what it is`, {
      status: null,
      again: true,
      retryAfterMs: null,
      request: null,
      responseBody: null,
      latencyMs: null,
    });
  } finally {
    clearTimeout(timer);
  }
}

/** A host that is silent when it is looked at holds nobody up for ever. */
function notSilent(host: ModelHost): ModelHost {
  const { id } = host.config;
  return {
    ...host,
    probe: (signal) => looking(id, signal, (own) => host.probe(own)),
    tellsModes: (model, signal) => looking(id, signal, (own) => host.tellsModes(model, own)),
    countTokens: (request, signal) => looking(id, signal, (own) => host.countTokens(request, own)),
  };
}

/**
 * Opens an attached host. Nothing is sent yet.
 * @throws Error in one sentence (`hostFault`) where its key is missing.
 */
export function openHost(config: HostConfig, options: OpenOptions): ModelHost {
  const fault = hostFault(config, options.environment);
  if (fault !== null) throw new Error(fault);
  const baseUrl = addressOf(config);
  if (baseUrl === null) return simulatedHost(config, systemClock);
  const { key_variable } = config;
  const key = key_variable === null ? null : (options.environment[key_variable]?.trim() ?? null);
  const { policy, resolve } = options;
  return notSilent(overHttp(config, hostHttp({ baseUrl, key, policy, resolve }), key));
}
