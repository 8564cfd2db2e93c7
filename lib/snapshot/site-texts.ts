import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { queryRows } from "@/lib/engine/decode";
import { EngineError, type Engine } from "@/lib/engine/engine";
import { text } from "@/lib/engine/sql";
import type { Manifest } from "@/lib/records/manifest";
import { KEY_COLUMNS } from "@/lib/records/response";
import { ITEMS_FILE, RAW_FILE, RESPONSES_FILE } from "@/lib/records/store/paths";
import { responseKeySchema } from "@/lib/rows/key";
import type { RawReply } from "./api";
import { readRaw, type FindRun } from "./raw";
import {
  fileOfKey,
  folderOfRun,
  SHARD_ROWS,
  textsFileSchema,
  textsIndexSchema,
  type TextsIndex,
} from "./site-layout";
import { SITE_TEXTS, SITE_TEXTS_INDEX } from "./site-paths";

/** Keys asked for at a time. */
const PAGE = 2000;

/** A run to be written, and where it lies. */
export interface SiteRun {
  readonly manifest: Manifest;
  readonly dir: string;
}

async function hasTexts({ manifest, dir }: SiteRun, find: FindRun): Promise<boolean> {
  const holds = (path: string) =>
    [RAW_FILE, ITEMS_FILE].some((file) => existsSync(join(path, file)));
  if (holds(dir)) return true;
  const source = manifest.source_run === null ? null : await find(manifest.source_run);
  return source !== null && holds(source);
}

/** All texts of a run by the file they go to. */
async function filesOf(engine: Engine, { manifest, dir }: SiteRun, find: FindRun) {
  const keys = await queryRows(
    engine,
    responseKeySchema,
    `SELECT ${KEY_COLUMNS.join(", ")} FROM read_parquet(${text(join(dir, RESPONSES_FILE))})
      WHERE run_id = ${text(manifest.run_id)}`,
  );
  const count = Math.max(1, Math.ceil(keys.length / SHARD_ROWS));
  const files = Array.from({ length: count }, (): RawReply[] => []);
  for (let at = 0; at < keys.length; at += PAGE) {
    const page = keys.slice(at, at + PAGE);
    const rows = await readRaw(engine, find, manifest.run_id, page);
    for (const row of rows) if (row) files[fileOfKey(row.key, count)]?.push(row);
  }
  return files;
}

/**
 * Writes the texts of runs as the files of a static site (lib/snapshot/site-layout.ts).
 * @param onRun told after each run
 */
export async function writeSiteTexts(
  engine: Engine,
  runs: readonly SiteRun[],
  site: string,
  onRun: (done: number, runId: string) => void,
): Promise<void> {
  const dirs = new Map(runs.map((run) => [run.manifest.run_id, run.dir]));
  const find: FindRun = (runId) => Promise.resolve(dirs.get(runId) ?? null);
  const index: TextsIndex = {};
  await mkdir(join(site, SITE_TEXTS), { recursive: true });
  for (const [done, run] of runs.entries()) {
    const { run_id } = run.manifest;
    if (await hasTexts(run, find)) {
      const files = await filesOf(engine, run, find).catch((error: unknown) => {
        if (!(error instanceof EngineError)) throw error;
        throw new Error(
          `the texts of ${run.dir} cannot be read (${error.message.split("\n")[0] ?? ""}): mend or leave out that directory, or export without texts`,
          { cause: error },
        );
      });
      const folder = folderOfRun(run_id);
      await mkdir(join(site, SITE_TEXTS, folder), { recursive: true });
      for (const [number, rows] of files.entries())
        await writeFile(
          join(site, SITE_TEXTS, folder, `${number}.json`),
          JSON.stringify(textsFileSchema.parse(rows)),
        );
      index[run_id] = { folder, files: files.length };
    }
    onRun(done + 1, run_id);
  }
  await writeFile(join(site, SITE_TEXTS_INDEX), JSON.stringify(textsIndexSchema.parse(index)));
}
