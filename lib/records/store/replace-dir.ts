import { rename, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { errorCode } from "./error-code";
import { makeAside } from "./work-dirs";

/** @returns whether something stood there */
async function moveAway(target: string, to: string): Promise<boolean> {
  try {
    await rename(target, to);
    return true;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return false;
    throw error;
  }
}

/**
 * Puts a finished directory in its place; what stood there goes when the new one stands, and is put
 * back where that fails, or where the process is killed in between (by the next one).
 * @param fresh on the disk of `target`
 */
export async function replaceDirectory(fresh: string, target: string): Promise<void> {
  const aside = makeAside(target);
  const old = join(aside, basename(target));
  let moved = false;
  try {
    moved = await moveAway(target, old);
    await rename(fresh, target);
  } catch (error) {
    if (moved)
      await rename(old, target).catch(() => {
        throw new Error(`${target} could not be put in its place; what stood there is ${old}`, {
          cause: error,
        });
      });
    await rm(aside, { recursive: true, force: true });
    throw error;
  }
  await rm(aside, { recursive: true, force: true });
}
