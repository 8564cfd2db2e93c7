import { isZip } from "./detect";
import type { ImportSource } from "./source";

/**
 * Bytes that the members of an archive unpack to, as its directory says (which may lie). Only the
 * directory is read.
 * @returns null where there is none that can be read
 */
export async function statedSize(source: ImportSource): Promise<number | null> {
  // Loaded when an archive comes: most pages see none.
  const { unzipRaw } = await import("unzipit");
  try {
    const { entries } = await unzipRaw({
      getLength: () => Promise.resolve(source.size),
      read: async (offset, length) => new Uint8Array(await source.slice(offset, offset + length)),
    });
    return entries.reduce((sum, { size }) => sum + size, 0);
  } catch {
    // A broken archive, or a file that is not to be read at all: reading it will tell.
    return null;
  }
}

/** Bytes that reading a file means: those of an archive's members, or its own. */
export async function unpackedSize(source: ImportSource): Promise<number> {
  const head = await source.slice(0, Math.min(4, source.size));
  if (!isZip(head)) return source.size;
  return Math.max(source.size, (await statedSize(source)) ?? 0);
}
