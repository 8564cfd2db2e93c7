import type { SourceWarning } from "@/lib/cubes/warnings";
import { loadRuns, type BrokenRun } from "@/lib/records/store/load";
import { basename } from "node:path";
import type { FillStage } from "./compile";
import { SnapshotService } from "./service";

function brokenWarning({ path, reason }: BrokenRun): SourceWarning {
  const name = basename(path);
  return {
    code: "broken_run",
    message: `the run directory ${name} cannot be read and is left out: ${reason}`,
    runs: [name],
  };
}

/** Stages run directories; one that cannot be read becomes a warning, and the others load. */
export function stageRuns(dirs: readonly string[]): FillStage {
  return async (engine) => {
    const { manifests, broken } = await loadRuns(engine, dirs, { texts: false });
    return { manifests, warnings: broken.map(brokenWarning) };
  };
}

/** The snapshots of a store. */
export function openSnapshots(dataDir: string): SnapshotService {
  return new SnapshotService(dataDir, stageRuns);
}
