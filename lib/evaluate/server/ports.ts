import { systemClock } from "@/lib/hosts/clock";
import { addressPolicy, ALLOW_VARIABLE } from "@/lib/hosts/addresses";
import type { Environment } from "@/lib/hosts/open";
import type { JobPorts, WithEngine } from "@/lib/jobs/ports";
import { JobHosts } from "./job-hosts";
import { protocol } from "./protocol";
import { ItemSets } from "./sets";

export interface PortsOptions {
  /** The file of attached hosts. */
  readonly hostsFile: string;
  /** Keys, and which addresses hosts may have. */
  readonly environment: Environment;
  readonly withEngine: WithEngine;
  /** Where the run directories of jobs go. */
  readonly runsDir: string;
}

export interface EvaluationPorts extends JobPorts {
  readonly hosts: JobHosts;
  readonly sets: ItemSets;
}

/**
 * The one place where jobs meet the protocol, the hosts and the item sets.
 * @throws Error naming a setting that cannot be read
 */
export function evaluationPorts(options: PortsOptions): EvaluationPorts {
  const { hostsFile, environment, withEngine, runsDir } = options;
  return {
    protocol,
    hosts: new JobHosts(hostsFile, {
      environment,
      policy: addressPolicy(environment[ALLOW_VARIABLE]),
    }),
    sets: new ItemSets(),
    clock: systemClock,
    withEngine,
    runsDir,
  };
}
