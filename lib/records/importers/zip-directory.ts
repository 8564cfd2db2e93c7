import type { ImportSource } from "./source";

const END_SIGNATURE = 0x06054b50;
const END_BYTES = 22;
const MAX_COMMENT = 0xffff;
const ENTRY_SIGNATURE = 0x02014b50;
const ENTRY_BYTES = 46;
const MEMBER_SIGNATURE = 0x04034b50;
/** Stands where the size is in a field of the 64-bit format, which is not read. */
const ELSEWHERE = 0xffff_ffff;

const viewOf = (bytes: Uint8Array) =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Where the directory of an archive stands; null where its end is not as it should be. */
async function findDirectory(
  source: ImportSource,
): Promise<{ start: number; length: number } | null> {
  const from = Math.max(0, source.size - END_BYTES - MAX_COMMENT);
  const tail = viewOf(await source.slice(from, source.size));
  for (let at = tail.byteLength - END_BYTES; at >= 0; at -= 1) {
    if (tail.getUint32(at, true) !== END_SIGNATURE) continue;
    const length = tail.getUint32(at + 12, true);
    const start = tail.getUint32(at + 16, true);
    return start + length <= source.size ? { start, length } : null;
  }
  return null;
}

/**
 * Bytes that the members of an archive unpack to, as its directory says (which may lie).
 * @returns null where there is no directory to be read, or it does not say.
 */
export async function statedSize(source: ImportSource): Promise<number | null> {
  const found = await findDirectory(source);
  if (!found) return null;
  const directory = viewOf(await source.slice(found.start, found.start + found.length));
  let total = 0;
  let at = 0;
  while (at + ENTRY_BYTES <= directory.byteLength) {
    if (directory.getUint32(at, true) !== ENTRY_SIGNATURE) return null;
    const size = directory.getUint32(at + 24, true);
    if (size === ELSEWHERE) return null;
    total += size;
    const names = [28, 30, 32].map((offset) => directory.getUint16(at + offset, true));
    at += names.reduce((sum, length) => sum + length, ENTRY_BYTES);
  }
  return total;
}

/** Bytes that reading a file means: those of an archive's members, or its own. */
export async function unpackedSize(source: ImportSource): Promise<number> {
  if (source.size < END_BYTES) return source.size;
  const head = viewOf(await source.slice(0, 4));
  if (head.getUint32(0, true) !== MEMBER_SIGNATURE) return source.size;
  return Math.max(source.size, (await statedSize(source)) ?? 0);
}
