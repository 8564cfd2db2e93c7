import { mkdir, readdir } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Command } from "commander";
import { itemSetsDir } from "@/lib/datasets/store";
import { errorCode } from "@/lib/records/store/error-code";
import { dataDir, findAllRuns } from "@/lib/records/store/paths";
import { replaceDirectory } from "@/lib/records/store/replace-dir";
import { makeWorkDir, removeWorkDir } from "@/lib/records/store/work-dirs";
import { compileInto } from "@/lib/snapshot/compile";
import { SNAPSHOT_FILES } from "@/lib/snapshot/schema";
import { pinRuns, SnapshotService } from "@/lib/snapshot/service";
import { note } from "./support/progress";
import { stageAloud } from "./support/stage-aloud";
import { runsDir } from "./support/store-dir";

const OWN_FILES: ReadonlySet<string> = new Set([
  "snapshot.json",
  ...SNAPSHOT_FILES.flatMap((file) => [file, `${file}.br`, `${file}.gz`]),
]);

/** Only an earlier snapshot is replaced: anything else stays. @throws Error naming what is there. */
async function assertOwn(out: string): Promise<void> {
  const names = await readdir(out).catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return [];
    if (errorCode(error) === "ENOTDIR") throw new Error(`${out} is a file: name a directory`);
    throw error;
  });
  const foreign = names.find((name) => !OWN_FILES.has(name));
  if (foreign !== undefined)
    throw new Error(`${out} holds ${foreign}, which is no snapshot's: name another directory`);
}

/** Compiles beside the place: a snapshot that is there stays until the new one is whole. */
async function compileTo(out: string, dirs: readonly string[]): Promise<void> {
  await assertOwn(out);
  await mkdir(dirname(out), { recursive: true });
  const beside = makeWorkDir(join(dirname(out), ".snapshot-"));
  try {
    const fresh = join(beside, "fresh");
    const { id, fill } = await pinRuns(dirs, itemSetsDir(), stageAloud(dirs));
    await compileInto(fresh, id, fill);
    await replaceDirectory(fresh, out);
  } finally {
    await removeWorkDir(beside);
  }
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
  await compileTo(out, dirs);
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
