import { mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { errorCode } from "./error-code";
import { hasEnded, markOf, ownerOf, thisOwner } from "./owner";

/** Directories of work under way in this process: what is finished is renamed out of them. */
const underWay = new Set<string>();
/** Directories that this process has swept. */
const swept = new Set<string>();

/** Begins the names of directories that hold what is being replaced. */
const REPLACED = ".replaced-";

/** A directory whose name says which process it belongs to. @param prefix path that it begins with */
const ownDir = (prefix: string): string => mkdtempSync(`${prefix}${markOf(thisOwner())}`);

/** Makes a directory for work under way. @param prefix path that its name begins with */
export function makeWorkDir(prefix: string): string {
  sweepWorkDirs(dirname(prefix));
  // Made and noted within one turn: a signal between the two would leave it behind.
  const dir = ownDir(prefix);
  underWay.add(dir);
  return dir;
}

/** Removes such a directory, whatever is left of it. */
export async function removeWorkDir(dir: string): Promise<void> {
  await rm(dir, { recursive: true, force: true });
  underWay.delete(dir);
}

/**
 * Makes a directory beside `target` that holds what stood there while it is replaced. It is not noted
 * as work under way, since it may hold the only copy: a process that ends meanwhile leaves it, and
 * the next one puts it back.
 */
export const makeAside = (target: string): string => ownDir(join(dirname(target), REPLACED));

/** Removes all of them at once, for a process that is told to end. */
export function removeWorkDirsNow(): void {
  for (const dir of underWay)
    try {
      rmSync(dir, { recursive: true, force: true, maxRetries: 3 });
    } catch {
      // A thread of the engine still writes there: the rest must go all the same.
    }
  underWay.clear();
}

const TAKEN: ReadonlySet<string | undefined> = new Set(["ENOTEMPTY", "EEXIST", "EPERM"]);

/** Puts back what was moved aside, where nothing has taken its place. */
function putBack(aside: string): void {
  for (const name of readdirSync(aside))
    try {
      renameSync(join(aside, name), join(aside, "..", name));
    } catch (error) {
      if (!TAKEN.has(errorCode(error))) throw error;
    }
}

function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name);
  } catch {
    // Not there yet, or nothing that this user may look into.
    return [];
  }
}

/**
 * Removes what processes left in a directory that were killed at their work, once in the life of this
 * process. Work of a living process, or of another machine that shares the directory, stays; so does
 * what does not say whose it is.
 */
export function sweepWorkDirs(dir: string): void {
  const place = resolve(dir);
  if (swept.has(place)) return;
  swept.add(place);
  for (const name of namesIn(place)) {
    const owner = ownerOf(name);
    if (owner === null || !hasEnded(owner)) continue;
    const left = join(place, name);
    try {
      if (name.startsWith(REPLACED)) putBack(left);
      rmSync(left, { recursive: true, force: true });
    } catch {
      // Another user's, perhaps: it is in nobody's way.
    }
  }
}
