import { createWriteStream } from "node:fs";
import { rename, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { Option, type Command } from "commander";
import { selectRows } from "@/lib/export/rows/columns";
import { exportRows, ROW_FORMATS, type RowFormat } from "@/lib/export/rows/export";
import type { Engine } from "@/lib/engine/engine";
import type { Manifest } from "@/lib/records/manifest";
import { loadRuns } from "@/lib/records/store/load";
import { findAllRuns } from "@/lib/records/store/paths";
import { makeWorkDir, removeWorkDir } from "@/lib/records/store/work-dirs";
import { writeBundle } from "@/lib/records/store/write";
import { assertRead } from "./support/open-paths";
import { startProgress, type Progress } from "./support/progress";
import { withScratchEngine } from "./support/scratch";
import { runsDir } from "./support/store-dir";

interface ExportFlags {
  readonly format: RowFormat | "bundle";
  readonly out?: string;
}

/** Writes a file that is there only when it is whole: what breaks off never gets its name. */
async function writeWhole(pieces: AsyncIterable<Uint8Array>, out: string): Promise<void> {
  if ((await stat(out).catch(() => null))?.isDirectory())
    throw new Error(`${out} is a directory: name a file`);
  const dir = makeWorkDir(join(dirname(out), ".exporting-"));
  try {
    const fresh = join(dir, "rows");
    await pipeline(pieces, createWriteStream(fresh));
    await rename(fresh, out);
  } finally {
    await removeWorkDir(dir);
  }
}

async function writeRows(
  engine: Engine,
  manifests: readonly Manifest[],
  format: RowFormat,
  out: string | undefined,
  progress: Progress,
): Promise<void> {
  const total = manifests.reduce((sum, manifest) => sum + (manifest.planned ?? 0), 0);
  const pieces = exportRows(engine, selectRows("stage.responses", manifests, true), format, {
    onProgress: (rows) => progress.update(rows, total, `${rows} rows`),
  });
  if (out === undefined) await pipeline(pieces, process.stdout, { end: false });
  else await writeWhole(pieces, resolve(out));
}

async function exportRuns(runs: readonly string[], flags: ExportFlags): Promise<void> {
  const { format, out } = flags;
  if (out === undefined && (format === "bundle" || (format === "parquet" && process.stdout.isTTY)))
    throw new Error(`--format ${format} needs --out`);
  const dirs = await findAllRuns(runs, runsDir());
  const progress = startProgress();
  await withScratchEngine(async (engine) => {
    const { manifests, broken } = await loadRuns(engine, dirs);
    assertRead(broken);
    if (format === "bundle") await writeBundle(engine, manifests, out ?? "");
    else await writeRows(engine, manifests, format, out, progress);
  }).finally(() => progress.stop());
}

export function registerExport(program: Command): void {
  program
    .command("export")
    .description("write the response rows of runs, all columns; they import again to the same rows")
    .argument("<run...>", "run ids of the store, run directories, directories of run directories")
    .addOption(
      new Option("--format <format>", "csv, jsonl and parquet hold rows, a bundle whole runs")
        .choices([...ROW_FORMATS, "bundle"])
        .makeOptionMandatory(),
    )
    .option("--out <file>", "file to write, or directory of a bundle (default: stdout)")
    .action(exportRuns);
}
