import { mkdtempSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";

/** Directories of work under way in this process: what is finished is renamed out of them. */
const underWay = new Set<string>();

/** Makes a directory for work under way. @param prefix path that its name begins with */
export function makeWorkDir(prefix: string): string {
  // Made and noted within one turn: a signal between the two would leave it behind.
  const dir = mkdtempSync(prefix);
  underWay.add(dir);
  return dir;
}

/** Removes such a directory, whatever is left of it. */
export async function removeWorkDir(dir: string): Promise<void> {
  await rm(dir, { recursive: true, force: true });
  underWay.delete(dir);
}

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
