import { readdir, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { shortHash } from "@/lib/records/hashes";

export const MANIFEST_FILE = "manifest.json";
export const RESPONSES_FILE = "responses.parquet";
export const RAW_FILE = "raw.parquet";
export const ITEMS_FILE = "items.parquet";
export const PRESENTATIONS_FILE = "presentations.parquet";
export const AUDIT_FILE = "audit.parquet";
export const CORRECTIONS_FILE = "corrections.parquet";

/** The data directory: FOILSCOPE_DATA, or `.foilscope` where the program runs. */
export function dataDir(): string {
  // Empty means unset: the working directory itself is never the store.
  return resolve(/* turbopackIgnore: true */ process.env.FOILSCOPE_DATA || ".foilscope");
}

const PLAIN_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,119}$/;

/**
 * The name of a run's directory: its id where that is a plain file name, else what is plain of it
 * with a hash that tells it apart.
 */
export function runDirName(runId: string): string {
  if (PLAIN_NAME.test(runId) && !runId.endsWith(".")) return runId;
  const plain = runId.replace(/[^A-Za-z0-9._-]+/g, "_").replace(/^[^A-Za-z0-9]+/, "");
  return `${plain.slice(0, 80)}~${shortHash(runId)}`;
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isFile() ?? false;
}

/** Whether a directory holds a run, or several as a bundle. */
export function isRunDir(path: string): Promise<boolean> {
  return isFile(join(path, MANIFEST_FILE));
}

/** Run directories directly inside a directory, in the order of their names. */
export async function runDirsIn(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
  const dirs = entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
    .map((entry) => join(path, entry.name))
    .sort();
  const held = await Promise.all(dirs.map(isRunDir));
  return dirs.filter((_, i) => held[i]);
}

/**
 * The run directories that a RUN argument means: a run directory, a directory of run directories,
 * or a run id of the store.
 * @param runsDir the store's directory of runs
 * @throws Error in one line for what is none of these.
 */
export async function findRuns(run: string, runsDir: string): Promise<string[]> {
  const path = resolve(run);
  if (await isRunDir(path)) return [path];
  const inside = await runDirsIn(path);
  if (inside.length > 0) return inside;
  const stored = join(runsDir, runDirName(run));
  if (await isRunDir(stored)) return [stored];
  throw new Error(`no run "${run}": neither a run id in ${runsDir} nor a directory with runs`);
}

/** All run directories of the arguments, each once; those of the store where none is given. */
export async function findAllRuns(runs: readonly string[], runsDir: string): Promise<string[]> {
  if (runs.length === 0) return runDirsIn(runsDir);
  const found = await Promise.all(runs.map((run) => findRuns(run, runsDir)));
  return [...new Set(found.flat())];
}
