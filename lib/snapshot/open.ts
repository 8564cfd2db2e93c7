import type { SourceWarning } from "@/lib/cubes/warnings";
import { loadRuns, type BrokenRun } from "@/lib/records/store/load";
import { itemSetsIn } from "@/lib/datasets/store";
import { basename } from "node:path";
import type { Engine } from "@/lib/engine/engine";
import type { Staged } from "./compile";
import { itemSetsOf } from "./item-sets";
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

/**
 * Stages run directories, and what is known of the item sets that they were asked. A run that cannot
 * be read becomes a warning, and so does an item set; the others load.
 * @param setsDir the item sets of the store
 */
export function stageRuns(
  dirs: readonly string[],
  setsDir: string,
): (engine: Engine) => Promise<StagedRuns> {
  return async (engine) => {
    const loaded = await loadRuns(engine, dirs, { texts: false });
    const { itemSets, warnings } = await itemSetsOf(loaded.manifests, setsDir);
    return {
      manifests: loaded.manifests,
      dirs: loaded.dirs,
      itemSets,
      warnings: [...loaded.broken.map(brokenWarning), ...warnings],
    };
  };
}

/** The snapshots of a store. */
export function openSnapshots(dataDir: string): SnapshotService {
  return new SnapshotService(dataDir, (dirs) => stageRuns(dirs, itemSetsIn(dataDir)));
}
