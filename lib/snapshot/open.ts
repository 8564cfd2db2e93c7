import type { SourceWarning } from "@/lib/cubes/warnings";
import { loadRuns, type BrokenRun } from "@/lib/records/store/load";
import { basename } from "node:path";
import type { Engine } from "@/lib/engine/engine";
import type { Staged } from "./compile";
import { SnapshotService } from "./service";

function brokenWarning({ path, run, reason }: BrokenRun): SourceWarning {
  const name = basename(path);
  const what =
    run === undefined ? `the run directory ${name}` : `run ${run} of the run directory ${name}`;
  return {
    code: "broken_run",
    message: `${what} cannot be read and is left out: ${reason}`,
    runs: [run ?? name],
  };
}

/** Staged runs, and the directory that each was read from, by its id. */
export interface StagedRuns extends Staged {
  readonly dirs: ReadonlyMap<string, string>;
}

/** Stages run directories; one that cannot be read becomes a warning, and the others load. */
export function stageRuns(dirs: readonly string[]): (engine: Engine) => Promise<StagedRuns> {
  return async (engine) => {
    const loaded = await loadRuns(engine, dirs, { texts: false });
    return {
      manifests: loaded.manifests,
      dirs: loaded.dirs,
      warnings: loaded.broken.map(brokenWarning),
    };
  };
}

/** The snapshots of a store. */
export function openSnapshots(dataDir: string): SnapshotService {
  return new SnapshotService(dataDir, stageRuns);
}
