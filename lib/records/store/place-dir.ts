import { chmod, lstat, mkdir, readdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { errorCode } from "./error-code";
import { replaceDirectory } from "./replace-dir";
import { makeWorkDir, removeWorkDir } from "./work-dirs";

/** A kind of directory that Foilscope writes: a run, an item set. */
export interface DirectoryKind {
  /** With its article, for messages: `a run`. */
  readonly name: string;
  /** All files that it may hold. */
  readonly files: ReadonlySet<string>;
  /** Whether a directory holds one, rather than parts of one. */
  readonly stands: (dir: string) => Promise<boolean>;
}

/** Nothing that Foilscope has not written is ever removed. @throws Error naming what is there. */
async function assertOwn(target: string, kind: DirectoryKind): Promise<void> {
  const there = await lstat(target).catch(() => null);
  if (!there) return;
  if (!there.isDirectory()) throw new Error(`${target} is a file: name a directory`);
  const foreign = (await readdir(target)).find((name) => !kind.files.has(name));
  if (foreign !== undefined)
    throw new Error(
      `${target} holds ${foreign}, which is no part of ${kind.name}: name another directory`,
    );
}

const TAKEN: ReadonlySet<string | undefined> = new Set(["ENOTEMPTY", "EEXIST", "EPERM"]);

/** Puts a directory where none is. @returns false where somebody else put one there meanwhile. */
async function placeNew(fresh: string, target: string, kind: DirectoryKind): Promise<boolean> {
  try {
    await rename(fresh, target);
  } catch (error) {
    if (!TAKEN.has(errorCode(error))) throw error;
    if (await kind.stands(target)) return false;
    // Parts without the file that says what they are stand for nothing.
    await replaceDirectory(fresh, target);
  }
  return true;
}

/**
 * Writes a directory beside its place and renames it there: a crash leaves no half of one.
 * @param replace whether one that stands there gives way
 * @returns false where it does not, and one does
 */
export async function placeDirectory(
  target: string,
  kind: DirectoryKind,
  replace: boolean,
  fill: (dir: string) => Promise<void>,
): Promise<boolean> {
  await assertOwn(target, kind);
  const parent = join(target, "..");
  await mkdir(parent, { recursive: true });
  const fresh = makeWorkDir(join(parent, ".writing-"));
  // Temporary directories are private; a store may be shared.
  await chmod(fresh, 0o755);
  try {
    await fill(fresh);
    if (!replace) return await placeNew(fresh, target, kind);
    await replaceDirectory(fresh, target);
    return true;
  } finally {
    await removeWorkDir(fresh);
  }
}
