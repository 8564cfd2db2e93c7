import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Engine } from "@/lib/engine/engine";
import { isOneOf, text } from "@/lib/engine/sql";
import { manifestSchema, type Manifest } from "@/lib/records/manifest";
import { RAW_COLUMNS } from "@/lib/records/raw";
import { RESPONSE_COLUMNS } from "@/lib/records/response";
import { namesOf } from "@/lib/records/stage";
import type { Column } from "@/lib/records/columns";
import { carryReviews, hasRows } from "./merge-beside";
import { BESIDE, copy, copyItems, copyRaw, copyResponses, itemsOf, SHOWN } from "./parquet-sql";
import { isRunDir, ITEMS_FILE, MANIFEST_FILE, RAW_FILE, RESPONSES_FILE, runDirName } from "./paths";
import { placeDirectory, type DirectoryKind } from "./place-dir";

/** What became of one run that was to be written. */
export interface WrittenRun {
  readonly runId: string;
  readonly path: string;
  /** `unchanged`: it was there with the same rows. `refused`: it was there with other rows. */
  readonly state: "written" | "replaced" | "unchanged" | "refused";
}

export interface WriteOptions {
  /**
   * Replaces runs that are there with other rows, or without what says how their items were shown;
   * where told by their directories, some of them. Null: it went while that was asked.
   */
  readonly replace?: boolean | ((path: string) => Promise<boolean | null>);
  /** With `replace`, also a run whose rows are the same but of which the manifest says something else. */
  readonly manifestCounts?: boolean;
  readonly onRun?: (done: number, total: number, runId: string) => void;
}

async function writeFiles(
  engine: Engine,
  manifests: readonly Manifest[],
  dir: string,
  asList: boolean,
): Promise<void> {
  const where = isOneOf(
    "run_id",
    manifests.map((manifest) => manifest.run_id),
  );
  await engine.exec(copyResponses(where, join(dir, RESPONSES_FILE)));
  if (await hasRows(engine, `SELECT 1 AS one FROM stage.raw WHERE ${where}`))
    await engine.exec(copyRaw(where, join(dir, RAW_FILE)));
  if (await hasRows(engine, itemsOf(where, "1 AS one")))
    await engine.exec(copyItems(where, join(dir, ITEMS_FILE)));
  for (const { file, of } of BESIDE)
    if (await hasRows(engine, of(where))) await engine.exec(copy(of(where), join(dir, file)));
  const content = asList ? manifests : manifests[0];
  await writeFile(join(dir, MANIFEST_FILE), `${JSON.stringify(content, null, 2)}\n`);
}

const RUN: DirectoryKind = {
  name: "a run",
  files: new Set([
    MANIFEST_FILE,
    RESPONSES_FILE,
    RAW_FILE,
    ITEMS_FILE,
    ...BESIDE.map(({ file }) => file),
  ]),
  stands: isRunDir,
};

/** Whether a stored file holds exactly the staged rows of a run. Rows are unique by their key. */
async function sameTable(
  engine: Engine,
  runId: string,
  table: "responses" | "raw",
  columns: readonly Column[],
  path: string,
): Promise<boolean> {
  const names = namesOf(columns);
  const staged = `SELECT ${names} FROM stage.${table} WHERE run_id = ${text(runId)}`;
  const stored = `SELECT ${names} FROM read_parquet(${text(path)})`;
  const differs = `(${staged} EXCEPT ${stored}) UNION ALL (${stored} EXCEPT ${staged})`;
  // A missing or foreign file differs.
  return hasRows(engine, differs).then(
    (any) => !any,
    () => false,
  );
}

/** Whether a directory has how the run's items were shown, as far as that is staged. */
async function hasShown(engine: Engine, runId: string, dir: string): Promise<boolean> {
  const { file, columns, of } = SHOWN;
  const staged = of(isOneOf("run_id", [runId]));
  if (!(await hasRows(engine, staged))) return true;
  const stored = `SELECT ${namesOf(columns)} FROM read_parquet(${text(join(dir, file))})`;
  // A missing or foreign file has none.
  return hasRows(engine, `${staged} EXCEPT ${stored}`).then(
    (any) => !any,
    () => false,
  );
}

/** The manifest of the run that a directory holds; null for a bundle or a broken one. */
async function heldRun(dir: string): Promise<Manifest | null> {
  try {
    const content: unknown = JSON.parse(await readFile(join(dir, MANIFEST_FILE), "utf8"));
    return manifestSchema.parse(content);
  } catch {
    return null;
  }
}

/** Whether a directory holds the same rows under the same id. */
async function sameRun(engine: Engine, runId: string, dir: string): Promise<boolean> {
  if ((await heldRun(dir))?.run_id !== runId) return false;
  if (!(await sameTable(engine, runId, "responses", RESPONSE_COLUMNS, join(dir, RESPONSES_FILE))))
    return false;
  const anyRaw = await hasRows(
    engine,
    `SELECT 1 AS one FROM stage.raw WHERE run_id = ${text(runId)}`,
  );
  return !anyRaw || sameTable(engine, runId, "raw", RAW_COLUMNS, join(dir, RAW_FILE));
}

async function sameManifest(manifest: Manifest, dir: string): Promise<boolean> {
  return isDeepStrictEqual(await heldRun(dir), manifestSchema.parse(manifest));
}

async function writeRun(
  engine: Engine,
  manifest: Manifest,
  path: string,
  { replace = false, manifestCounts = false }: WriteOptions,
): Promise<WrittenRun["state"]> {
  for (;;) {
    const there = await isRunDir(path);
    const replaces = there && (typeof replace === "boolean" ? replace : await replace(path));
    // It went while it was looked at.
    if (replaces === null) continue;
    const same =
      there &&
      !(manifestCounts && !(await sameManifest(manifest, path))) &&
      // Where it is not replaced nothing could be done about it, and its rows are the same.
      (!replaces || (await hasShown(engine, manifest.run_id, path))) &&
      (await sameRun(engine, manifest.run_id, path));
    if (same) return "unchanged";
    if (there && !replaces) return "refused";
    const fill = async (fresh: string) => {
      await writeFiles(engine, [manifest], fresh, false);
      // Other rows of the run say nothing against what reviewers said of its items.
      if (there) await carryReviews(engine, path, fresh);
    };
    if (await placeDirectory(path, RUN, there, fill)) return there ? "replaced" : "written";
    // Another import was faster: what it wrote is looked at like any other run.
  }
}

/**
 * Writes staged runs as run directories, each in one step.
 * @param dir holds the run directories; made when missing
 */
export async function writeRuns(
  engine: Engine,
  manifests: readonly Manifest[],
  dir: string,
  options: WriteOptions = {},
): Promise<WrittenRun[]> {
  const written: WrittenRun[] = [];
  for (const manifest of manifests) {
    const runId = manifest.run_id;
    const path = join(dir, runDirName(runId));
    const state = await writeRun(engine, manifest, path, options);
    written.push({ runId, path, state });
    options.onRun?.(written.length, manifests.length, runId);
  }
  return written;
}

/**
 * Writes staged runs into one directory (a bundle): the same files, with a list of manifests.
 * @throws Error when something stands there already.
 */
export async function writeBundle(
  engine: Engine,
  manifests: readonly Manifest[],
  dir: string,
): Promise<void> {
  const fill = (fresh: string) => writeFiles(engine, manifests, fresh, true);
  if ((await isRunDir(dir)) || !(await placeDirectory(dir, RUN, false, fill)))
    throw new Error(`${dir} holds runs already: name another directory`);
}
