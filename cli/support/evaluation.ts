import { systemClock, type JobPorts } from "@/lib/jobs/ports";
import { withScratchEngine } from "./scratch";

const missing = (what: string) => (): never => {
  throw new Error(`${what} are not part of this build`);
};

/**
 * The one place where jobs meet the protocol, the hosts and the item sets.
 * @param hostsFile the file of attached hosts; that of the data directory where null
 */
export function evaluationPorts(hostsFile: string | null): JobPorts {
  const protocol = missing("prompts and trials");
  return {
    protocol: {
      planOf: protocol,
      presenterOf: protocol,
      renderPrompt: protocol,
      specHash: protocol,
      promptHash: protocol,
      protocolHash: protocol,
      runIdOf: protocol,
      countTokens: protocol,
    },
    hosts: { open: missing(`hosts (${hostsFile ?? "attached"})`) },
    sets: { read: missing("item sets") },
    clock: systemClock,
    withEngine: withScratchEngine,
  };
}
