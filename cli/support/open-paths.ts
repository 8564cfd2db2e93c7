import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { resultsNameOf } from "@/lib/records/importers/lm-eval-results";
import { isRunDir, runDirsIn } from "@/lib/records/store/paths";

/** What PATH arguments point at: run directories to load, and files to import. */
export interface OpenedPaths {
  readonly runDirs: readonly string[];
  readonly files: readonly string[];
  /** What is not there, or holds nothing, and why. */
  readonly unread: readonly UnreadPath[];
}

export interface UnreadPath {
  readonly path: string;
  readonly reason: string;
}

/**
 * A report or an export that lacks what was asked for would be a wrong one.
 * @throws Error naming the first path that could not be read.
 */
export function assertRead(unread: readonly UnreadPath[]): void {
  const [first] = unread;
  if (!first) return;
  const more = unread.length > 1 ? `; and ${unread.length - 1} more could not be read` : "";
  throw new Error(
    `${first.path}: ${first.reason}${more} (put it right, or name the others without it)`,
  );
}

async function filesIn(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
    .map((entry) => join(dir, entry.name))
    .sort();
}

/** A file, and what was written beside it to say what it is of. */
async function withCompanion(path: string): Promise<string[]> {
  const name = resultsNameOf(basename(path));
  if (name === null) return [path];
  const beside = join(dirname(path), name);
  const found = await stat(beside).catch(() => null);
  return found?.isFile() ? [path, beside] : [path];
}

const NONE: OpenedPaths = { runDirs: [], files: [], unread: [] };
const unread = (path: string, reason: string): OpenedPaths => ({
  ...NONE,
  unread: [{ path, reason }],
});

async function sortOut(path: string): Promise<OpenedPaths> {
  const found = await stat(path).catch(() => null);
  if (!found) return unread(path, "no such file or directory");
  if (!found.isDirectory()) return { ...NONE, files: await withCompanion(path) };
  if (await isRunDir(path)) return { ...NONE, runDirs: [path] };
  const runDirs = await runDirsIn(path);
  if (runDirs.length > 0) return { ...NONE, runDirs };
  const files = await filesIn(path);
  return files.length === 0 ? unread(path, "no runs and no files in it") : { ...NONE, files };
}

/**
 * Sorts PATH arguments: run directories, directories of run directories, files, and directories of
 * files. What is not there does not stop the others.
 */
export async function sortPaths(paths: readonly string[]): Promise<OpenedPaths> {
  const all = await Promise.all(paths.map(sortOut));
  return {
    runDirs: [...new Set(all.flatMap((one) => one.runDirs))],
    files: [...new Set(all.flatMap((one) => one.files))],
    unread: all.flatMap((one) => one.unread),
  };
}
