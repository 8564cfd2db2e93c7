import { rename, rm } from "node:fs/promises";
import { errorCode } from "./error-code";

/**
 * Puts a finished directory in its place; what stood there goes when the new one stands, and is put
 * back where that fails.
 * @param fresh beside `target`, on the same disk
 */
export async function replaceDirectory(fresh: string, target: string): Promise<void> {
  const old = `${fresh}.old`;
  const moved = await rename(target, old).then(
    () => true,
    (error: unknown) => {
      if (errorCode(error) === "ENOENT") return false;
      throw error;
    },
  );
  try {
    await rename(fresh, target);
  } catch (error) {
    if (moved)
      await rename(old, target).catch(() => {
        throw new Error(`${target} could not be put in its place; what stood there is ${old}`, {
          cause: error,
        });
      });
    throw error;
  }
  if (moved) await rm(old, { recursive: true, force: true });
}
