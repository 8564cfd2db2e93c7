import { isZip } from "./detect";
import type { ImportSource } from "./source";

/** A file of an archive as its directory has it; its bytes are read where they lie. */
export interface PackedFile {
  readonly name: string;
  /** How it is packed, by the numbers of the zip format: 0 not at all, 8 deflate, 93 zstd. */
  readonly method: number;
  /** Bytes in the archive, and what they unpack to (which may lie). */
  readonly packed: number;
  readonly size: number;
  /** Where its local header begins. */
  readonly offset: number;
}

/**
 * The files of an archive in the order of its directory, which alone is read; zip64 too. A name can
 * stand there several times.
 * @returns null where there is no directory that can be read
 */
export async function zipDirectory(source: ImportSource): Promise<readonly PackedFile[] | null> {
  // Loaded when an archive comes: most pages see none.
  const { Reader, ZipReader } = await import("@zip.js/zip.js/lib/zip-core-native.js");
  class SourceReader extends Reader<ImportSource> {
    override size = source.size;
    override readUint8Array(index: number, length: number): Promise<Uint8Array> {
      return source.slice(index, Math.min(index + length, source.size));
    }
  }
  try {
    const entries = await new ZipReader(new SourceReader(source)).getEntries({
      filenameValidation: "tolerant",
    });
    return entries
      .filter((entry) => !entry.directory)
      .map((entry) => ({
        name: entry.filename,
        method: entry.compressionMethod,
        packed: entry.compressedSize,
        size: entry.uncompressedSize,
        offset: entry.offset,
      }));
  } catch {
    // A broken archive, or a file that is not to be read at all: reading it will tell.
    return null;
  }
}

const LOCAL_HEADER = [0x50, 0x4b, 0x03, 0x04] as const;
const HEADER_BYTES = 30;

/** Names of the files whose headers stand in the first bytes of an archive that has no directory. */
export function leadingNames(head: Uint8Array): string[] {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const names: string[] = [];
  for (let at = 0; at + HEADER_BYTES <= head.length; at += 1) {
    if (!LOCAL_HEADER.every((byte, i) => head[at + i] === byte)) continue;
    const start = at + HEADER_BYTES;
    names.push(
      new TextDecoder().decode(head.subarray(start, start + view.getUint16(at + 26, true))),
    );
  }
  return names;
}

/** Bytes that files of an archive unpack to, as its directory says. */
export const statedSize = (files: readonly PackedFile[]): number =>
  files.reduce((total, { size }) => total + size, 0);

/** Bytes that reading a file means: those of an archive's members, or its own. */
export async function unpackedSize(source: ImportSource): Promise<number> {
  const head = await source.slice(0, Math.min(4, source.size));
  if (!isZip(head)) return source.size;
  return Math.max(source.size, statedSize((await zipDirectory(source)) ?? []));
}
