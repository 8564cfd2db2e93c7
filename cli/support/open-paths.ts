import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { isRunDir, runDirsIn } from "@/lib/records/store/paths";

/** What PATH arguments point at: run directories to load, and files to import. */
export interface OpenedPaths {
  readonly runDirs: readonly string[];
  readonly files: readonly string[];
}

async function filesIn(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
    .map((entry) => join(dir, entry.name))
    .sort();
}

async function sortOut(path: string): Promise<OpenedPaths> {
  const found = await stat(path).catch(() => null);
  if (!found) throw new Error(`${path}: no such file or directory`);
  if (!found.isDirectory()) return { runDirs: [], files: [path] };
  if (await isRunDir(path)) return { runDirs: [path], files: [] };
  const runDirs = await runDirsIn(path);
  if (runDirs.length > 0) return { runDirs, files: [] };
  const files = await filesIn(path);
  if (files.length === 0) throw new Error(`${path}: no runs and no files in it`);
  return { runDirs: [], files };
}

/**
 * Sorts PATH arguments: run directories, directories of run directories, files, and directories of
 * files.
 * @throws Error in one line for what is not there.
 */
export async function sortPaths(paths: readonly string[]): Promise<OpenedPaths> {
  const all = await Promise.all(paths.map(sortOut));
  return {
    runDirs: [...new Set(all.flatMap((one) => one.runDirs))],
    files: [...new Set(all.flatMap((one) => one.files))],
  };
}
