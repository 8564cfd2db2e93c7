import { Option, type Command } from "commander";
import { rescoreRun, textReader, type ReplyReader } from "@/lib/records/rescore";
import { loadRuns } from "@/lib/records/store/load";
import { findRuns } from "@/lib/records/store/paths";
import { writeRuns } from "@/lib/records/store/write";
import { LEGACY_1 } from "@/lib/scoring/legacy-1";
import { SCORER_NAMES } from "@/lib/scoring/scorer";
import { missingEmbeddings, withLegacyReader, type EmbeddingFlags } from "./support/legacy-reader";
import { note, startProgress } from "./support/progress";
import { withScratchEngine } from "./support/scratch";
import { runsDir } from "./support/store-dir";

interface RescoreFlags extends EmbeddingFlags {
  readonly scorer: string;
  readonly into?: string;
  readonly replace?: true;
}

async function rescoreDir(dir: string, reader: ReplyReader, flags: RescoreFlags): Promise<void> {
  const progress = startProgress();
  await withScratchEngine(async (engine) => {
    const { manifests, broken } = await loadRuns(engine, [dir]);
    if (broken[0]) throw new Error(`${broken[0].path}: ${broken[0].reason}`);
    for (const manifest of manifests) {
      const rescored = await rescoreRun(engine, manifest, reader, {
        onProgress: (rows) => progress.update(rows, manifest.planned ?? rows, manifest.name),
      });
      const [written] = await writeRuns(engine, [rescored.manifest], flags.into ?? runsDir(), {
        replace: flags.replace ?? false,
      });
      if (!written || written.state === "refused")
        throw new Error(`${written?.path ?? ""} is there with other rows: --replace replaces it`);
      if (rescored.withoutText > 0)
        note(`${rescored.withoutText} rows have no stored text: they are missing from the new run`);
      if (rescored.withoutOptions > 0)
        note(
          `of ${rescored.withoutOptions} rows the options as shown are not known: they are missing from the new run`,
        );
      process.stdout.write(
        `${rescored.manifest.name}\n  ${rescored.rows} rows, ${written.state} ${written.path}\n`,
      );
    }
  }).finally(() => progress.stop());
}

async function rescoreAll(run: string, reader: ReplyReader, flags: RescoreFlags): Promise<void> {
  const dirs = await findRuns(run, runsDir());
  const failures: unknown[] = [];
  for (const dir of dirs)
    await rescoreDir(dir, reader, flags).catch((error: unknown) => failures.push(error));
  // Of several runs, those that can be read are; what failed is told beside them.
  if (failures.length === dirs.length) throw failures[0];
  for (const error of failures) note(error instanceof Error ? error.message : String(error));
}

export function registerRescore(program: Command): void {
  program
    .command("rescore")
    .description("read the stored texts of a run with another scorer, into a new run")
    .argument("<run>", "run id of the store, or a run directory")
    .addOption(
      new Option("--scorer <name>", "how to read")
        .choices([...SCORER_NAMES, LEGACY_1])
        .makeOptionMandatory(),
    )
    .option("--host <id>", "attached host whose embeddings legacy-1 reads by")
    .option("--embedding-model <name>", "model of that host")
    .option("--into <dir>", "where the new run goes (default: runs/ in the data directory)")
    .option("--replace", "replace the new run where it is there with other rows")
    .action(async (run: string, flags: RescoreFlags, command: Command) => {
      const { scorer, host, embeddingModel } = flags;
      if (scorer !== LEGACY_1) {
        if (host !== undefined || embeddingModel !== undefined)
          command.error(`error: ${scorer} reads the text alone: it takes no host and no model`);
        return rescoreAll(run, textReader(scorer), flags);
      }
      if (host === undefined || embeddingModel === undefined)
        return command.error(`error: ${missingEmbeddings(flags)}`);
      await withLegacyReader(host, embeddingModel, (reader) => rescoreAll(run, reader, flags));
    });
}
