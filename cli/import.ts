import { stat } from "node:fs/promises";
import { Option, type Command } from "commander";
import type { Engine } from "@/lib/engine/engine";
import { importSources, type ImportedRun, type ImportResult } from "@/lib/records/import";
import type { Manifest } from "@/lib/records/manifest";
import { loadRuns } from "@/lib/records/store/load";
import { placeReviews } from "@/lib/records/store/merge-beside";
import { pathSource } from "@/lib/records/store/path-source";
import { runDirsIn } from "@/lib/records/store/paths";
import { writeRuns } from "@/lib/records/store/write";
import { SCORER_NAMES } from "@/lib/scoring/scorer";
import { RULED_LANGUAGES } from "@/lib/stems/rules";
import { accountJson, accountText, type ImportAccount } from "./support/import-account";
import { sortPaths, type OpenedPaths } from "./support/open-paths";
import { note, printable, startProgress, type Progress } from "./support/progress";
import { withImportEngine } from "./support/scratch";
import { runsDir } from "./support/store-dir";

interface ImportFlags {
  readonly into?: string;
  readonly scorer?: string;
  readonly benchmark?: string;
  readonly language?: string;
  readonly json?: true;
  readonly replace?: true;
}

/** A run that was read from a run directory stands beside the imported ones. */
function loadedRun(manifest: Manifest): ImportedRun {
  const kept = Object.values(manifest.counts).reduce((sum, n) => sum + n, 0);
  const missing = Math.max(0, (manifest.planned ?? kept) - kept);
  return { manifest, kept, missing, rejected: [], rejectedCount: 0 };
}

async function read(
  engine: Engine,
  paths: OpenedPaths,
  flags: ImportFlags,
  progress: Progress,
): Promise<Pick<ImportAccount, "result" | "broken">> {
  const sources = await Promise.all(paths.files.map(pathSource));
  const loaded = await loadRuns(engine, paths.runDirs);
  const result = await importSources(engine, sources, {
    scorer: flags.scorer,
    benchmark: flags.benchmark,
    language: flags.language,
    keep: true,
    onProgress: ({ bytes, total, file, rows }) =>
      progress.update(bytes, total, `${file}: ${rows} rows`),
  });
  const runs = [...loaded.manifests.map(loadedRun), ...result.runs];
  return {
    result: { ...result, runs } satisfies ImportResult,
    broken: [...paths.unread, ...loaded.broken],
  };
}

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => !found.isDirectory(),
    () => false,
  );

async function importPaths(paths: readonly string[], flags: ImportFlags): Promise<ImportAccount> {
  const opened = await sortPaths(paths);
  const into = flags.into ?? runsDir();
  if (await isFile(into)) throw new Error(`${into} is a file: --into names a directory`);
  const progress = startProgress();
  try {
    return await withImportEngine(async (engine) => {
      const { result, broken } = await read(engine, opened, flags, progress);
      const written = await writeRuns(
        engine,
        result.runs.map((run) => run.manifest),
        into,
        {
          replace: flags.replace ?? false,
          onRun: (done, total, runId) => progress.update(done, total, `writing ${runId}`),
        },
      );
      const staged = written.map((run) => ({ ...run, refused: run.state === "refused" }));
      const reviews = await placeReviews(engine, await runDirsIn(into), staged);
      return { result, broken, written, reviews };
    });
  } finally {
    progress.stop();
  }
}

/** Fails, in one line, when nothing of what was asked for is in the store afterwards. */
function check(
  { result, written, broken, reviews }: ImportAccount,
  paths: readonly string[],
): void {
  const refused = written.filter((run) => run.state === "refused");
  for (const run of refused)
    note(`${run.path} holds this run with other rows: --replace puts the new ones in its place`);
  if (written.length > refused.length) return;
  const said = reviews.records + reviews.corrections;
  if (said > 0 && refused.length === 0) {
    if (reviews.placed > 0) return;
    throw new Error(
      reviews.otherItems.length > 0
        ? `none of these ${said} reviewer records stands beside a run: items of one id have other options, another order of them or another key, and no item_hash and list_hash of the records tell that theirs is meant`
        : `no run in the store was asked the items of these ${said} reviewer records (by benchmark, item_id and item_hash): import its responses first`,
    );
  }
  const [first] = result.rejects;
  const why =
    refused.length > 0
      ? `${refused.length} runs are there with other rows (--replace replaces them)`
      : first
        ? `no row was kept; the first of ${result.rejectCount} rejects: ${first.file}${first.line === null ? "" : ` line ${first.line}`}: ${first.reason}`
        : broken[0]
          ? `no run could be read: ${broken[0].path}: ${broken[0].reason}`
          : `no row was found in ${paths.join(", ")}`;
  throw new Error(why);
}

export function registerImport(program: Command): void {
  program
    .command("import")
    .description("read files of responses into run directories, and say what became of each row")
    .argument(
      "<path...>",
      "CSV, TSV, JSON, JSONL, Parquet, zip, logs of Inspect AI and lm-evaluation-harness; run directories and bundles too",
    )
    .option("--into <dir>", "where run directories go (default: runs/ in the data directory)")
    .addOption(
      new Option("--scorer <name>", "reads texts that stand without positions").choices(
        SCORER_NAMES,
      ),
    )
    .option("--benchmark <name>", "benchmark of rows that name none")
    .addOption(
      new Option(
        "--language <tag>",
        "language of questions whose benchmark's name tells none: its rule flags negative stems",
      ).choices(RULED_LANGUAGES),
    )
    .option("--replace", "replace runs that are there with other rows")
    .option("--json", "print one JSON object")
    .action(async (paths: string[], flags: ImportFlags) => {
      const account = await importPaths(paths, flags);
      process.stdout.write(flags.json ? accountJson(account) : printable(accountText(account)));
      check(account, paths);
    });
}
