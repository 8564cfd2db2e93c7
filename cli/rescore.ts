import { Option, type Command } from "commander";
import { rescoreRun } from "@/lib/records/rescore";
import { loadRuns } from "@/lib/records/store/load";
import { findRuns } from "@/lib/records/store/paths";
import { writeRuns } from "@/lib/records/store/write";
import { SCORER_NAMES } from "@/lib/scoring/scorer";
import { note, startProgress } from "./support/progress";
import { withScratchEngine } from "./support/scratch";
import { runsDir } from "./support/store-dir";

interface RescoreFlags {
  readonly scorer: string;
  readonly into?: string;
  readonly replace?: true;
}

async function rescoreDir(dir: string, flags: RescoreFlags): Promise<void> {
  const progress = startProgress();
  await withScratchEngine(async (engine) => {
    const { manifests, broken } = await loadRuns(engine, [dir]);
    if (broken[0]) throw new Error(`${broken[0].path}: ${broken[0].reason}`);
    for (const manifest of manifests) {
      const rescored = await rescoreRun(engine, manifest, flags.scorer, {
        onProgress: (rows) => progress.update(rows, manifest.planned ?? rows, manifest.name),
      });
      const [written] = await writeRuns(engine, [rescored.manifest], flags.into ?? runsDir(), {
        replace: flags.replace ?? false,
      });
      if (!written || written.state === "refused")
        throw new Error(`${written?.path ?? ""} is there with other rows: --replace replaces it`);
      if (rescored.withoutText > 0)
        note(`${rescored.withoutText} rows have no stored text: they are missing from the new run`);
      process.stdout.write(
        `${rescored.manifest.name}\n  ${rescored.rows} rows, ${written.state} ${written.path}\n`,
      );
    }
  }).finally(() => progress.stop());
}

export function registerRescore(program: Command): void {
  program
    .command("rescore")
    .description("read the stored texts of a run with another scorer, into a new run")
    .argument("<run>", "run id of the store, or a run directory")
    .addOption(
      new Option("--scorer <name>", "how to read").choices(SCORER_NAMES).makeOptionMandatory(),
    )
    .option("--into <dir>", "where the new run goes (default: runs/ in the data directory)")
    .option("--replace", "replace the new run where it is there with other rows")
    .action(async (run: string, flags: RescoreFlags) => {
      const dirs = await findRuns(run, runsDir());
      const failures: unknown[] = [];
      for (const dir of dirs)
        await rescoreDir(dir, flags).catch((error: unknown) => failures.push(error));
      // Of several runs, those that can be read are; what failed is told beside them.
      if (failures.length === dirs.length) throw failures[0];
      for (const error of failures) note(error instanceof Error ? error.message : String(error));
    });
}
