import { readHosts } from "@/lib/hosts/config-store";
import type { HostConfig } from "@/lib/hosts/config";
import type { HostProbe, ModelProbe } from "@/lib/hosts/host";
import { addressOf, hostFault, type Environment } from "@/lib/hosts/open";
import type { AttachedHost, HostProbeReply, HostsReply, ModelProbeReply } from "../contract/hosts";

function attachedOf(config: HostConfig, environment: Environment): AttachedHost {
  const { key_variable } = config;
  return {
    config,
    address: addressOf(config),
    key_set: key_variable === null ? null : Boolean(environment[key_variable]?.trim()),
    fault: hostFault(config, environment),
  };
}

/** @throws Error in one line where the file of hosts cannot be read as a whole */
export async function listHosts(dataDir: string, environment: Environment): Promise<HostsReply> {
  const { hosts, broken } = await readHosts(dataDir);
  return {
    hosts: hosts.map((config) => attachedOf(config, environment)),
    broken: [...broken],
  };
}

export function probeReply(probe: HostProbe): HostProbeReply {
  return {
    version: probe.version,
    class: probe.class,
    slots: probe.slots,
    models: probe.models.map(({ trainedContext, ...model }) => ({
      ...model,
      trained_context: trainedContext,
    })),
  };
}

export function modelProbeReply(probe: ModelProbe): ModelProbeReply {
  const { answer } = probe;
  return {
    text: answer.text,
    served: answer.served,
    latency_ms: answer.latencyMs,
    prompt_tokens: answer.promptTokens,
    completion_tokens: answer.completionTokens,
    dropped: [...answer.dropped],
    thinking: probe.thinking,
    structured_output: probe.structuredOutput,
    logprobs: probe.logprobs,
    cached_tokens: probe.cachedTokens,
  };
}
