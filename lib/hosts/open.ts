import type { AddressPolicy, Resolve } from "./addresses";
import { systemClock } from "./clock";
import type { HostConfig, HostKind } from "./config";
import { geminiHost } from "./gemini/host";
import type { ModelHost } from "./host";
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
  return environment[key_variable]?.trim()
    ? null
    : `host ${id}: the environment variable ${key_variable}, which should hold its key, is not set where Foilscope runs`;
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
  return overHttp(config, hostHttp({ baseUrl, key, policy, resolve }), key);
}
