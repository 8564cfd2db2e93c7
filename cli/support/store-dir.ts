import { join, resolve } from "node:path";

/** The data directory: FOILSCOPE_DATA, or `.foilscope` where the command runs. */
export function dataDir(): string {
  return resolve(process.env.FOILSCOPE_DATA ?? ".foilscope");
}

/** Where run directories live, one a run. */
export function runsDir(): string {
  return join(dataDir(), "runs");
}

/** Where compiled snapshots live, one a directory. */
export function snapshotsDir(): string {
  return join(dataDir(), "snapshots");
}
