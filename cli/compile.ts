import { readdir, rm } from "node:fs/promises";
import { resolve } from "node:path";
import type { Command } from "commander";
import { findAllRuns } from "@/lib/records/store/paths";
import { compileInto, type FillStage } from "@/lib/snapshot/compile";
import { stageRuns } from "@/lib/snapshot/open";
import { SNAPSHOT_FILES } from "@/lib/snapshot/schema";
import { idOfRuns, SnapshotService } from "@/lib/snapshot/service";
import { note } from "./support/progress";
import { dataDir } from "@/lib/records/store/paths";
import { runsDir } from "./support/store-dir";

/** Makes way for a snapshot: an earlier one goes, anything else stays. */
async function clear(out: string): Promise<void> {
  const names = await readdir(out).catch(() => []);
  const ours = (name: string) =>
    name === "snapshot.json" || SNAPSHOT_FILES.some((file) => name.startsWith(file));
  const foreign = names.find((name) => !ours(name));
  if (foreign !== undefined)
    throw new Error(`${out} holds ${foreign}, which is no snapshot's: name another directory`);
  await rm(out, { recursive: true, force: true });
}

/** Stages runs and says which could not be read. */
function stageAloud(dirs: readonly string[]): FillStage {
  const fill = stageRuns(dirs);
  return async (engine) => {
    const filled = await fill(engine);
    for (const { message } of filled.warnings) note(message);
    return filled;
  };
}

async function compile(runs: readonly string[], out: string | undefined): Promise<void> {
  const dirs = await findAllRuns(runs, runsDir());
  if (dirs.length === 0) throw new Error(`there is no run in ${runsDir()}: import one first`);
  note(`compiling ${dirs.length} run ${dirs.length === 1 ? "directory" : "directories"} …`);
  if (out === undefined) {
    const snapshots = new SnapshotService(dataDir(), stageAloud);
    const { id } = await snapshots.of(dirs);
    process.stdout.write(`${snapshots.directory(id)}\n`);
    return;
  }
  await clear(out);
  await compileInto(out, await idOfRuns(dirs), stageAloud(dirs));
  process.stdout.write(`${out}\n`);
}

export function registerCompile(program: Command): void {
  program
    .command("compile")
    .description("build the snapshot that the browser opens: cubes, responses, description")
    .argument("[run...]", "run ids, run directories, or directories of them (default: the store)")
    .option("--out <dir>", "where the snapshot goes (default: the store's snapshots)")
    .action((runs: string[], options: { out?: string }) =>
      compile(runs, options.out === undefined ? undefined : resolve(options.out)),
    );
}
