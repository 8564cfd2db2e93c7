import { join } from "node:path";
import { dataDir } from "@/lib/records/store/paths";

/** Where run directories live, one a run. */
export function runsDir(): string {
  return join(dataDir(), "runs");
}

/** Where compiled snapshots live, one a directory. */
export function snapshotsDir(): string {
  return join(dataDir(), "snapshots");
}

/** Where jobs are kept: the embedded database and the logs of replies. */
export function jobsDir(): string {
  return join(dataDir(), "jobs");
}
