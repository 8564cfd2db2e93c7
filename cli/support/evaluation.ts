import { resolve } from "node:path";
import { evaluationPorts as portsOf } from "@/lib/evaluate/server/ports";
import { hostsFile } from "@/lib/hosts/config-store";
import type { JobPorts } from "@/lib/jobs/ports";
import { dataDir } from "@/lib/records/store/paths";
import { withScratchEngine } from "./scratch";

/**
 * What jobs of a command stand on.
 * @param hosts the file of attached hosts; that of the data directory where null
 */
export function evaluationPorts(hosts: string | null): JobPorts {
  return portsOf({
    hostsFile: hosts === null ? hostsFile(dataDir()) : resolve(hosts),
    environment: process.env,
    withEngine: withScratchEngine,
  });
}
