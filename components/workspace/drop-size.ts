import { blobSource } from "@/lib/records/importers/source";
import { unpackedSize } from "@/lib/records/importers/zip-directory";

/** A tab has 4 GB for its database, which holds rows and texts about three times while it reads. */
export const BROWSER_BYTES = 1e9;
/** No archive unpacks to more than so many times its size. */
const MOST_PACKED = 1032;

/**
 * Bytes that reading these files in a browser means, where they are more than are sure to fit.
 * @returns null where they fit.
 */
export async function oversizeOf(files: readonly File[]): Promise<number | null> {
  const packed = files.reduce((sum, file) => sum + file.size, 0);
  if (packed * MOST_PACKED <= BROWSER_BYTES) return null;
  const sizes = await Promise.all(files.map((file) => unpackedSize(blobSource(file.name, file))));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  return total > BROWSER_BYTES ? total : null;
}
