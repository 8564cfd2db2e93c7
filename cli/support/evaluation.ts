import { resolve } from "node:path";
import { evaluationPorts as portsOf } from "@/lib/evaluate/server/ports";
import { hostsFile } from "@/lib/hosts/config-store";
import type { JobPorts } from "@/lib/jobs/ports";
import { dataDir } from "@/lib/records/store/paths";
import { withScratchEngine } from "./scratch";
import { runsDir } from "./store-dir";

/** Where a command was told to look and to write; what it was not told is in the data directory. */
export interface EvaluationFlags {
  /** The file of attached hosts. */
  readonly hosts?: string;
  readonly into?: string;
}

/** What jobs of a command stand on. */
export function evaluationPorts({ hosts, into }: EvaluationFlags = {}): JobPorts {
  return portsOf({
    hostsFile: hosts === undefined ? hostsFile(dataDir()) : resolve(hosts),
    environment: process.env,
    withEngine: withScratchEngine,
    runsDir: resolve(into ?? runsDir()),
  });
}
