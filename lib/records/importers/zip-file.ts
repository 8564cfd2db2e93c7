import { Inflate } from "fflate";
import { Decompress } from "fzstd";
import { FileFault } from "./fault";
import type { ImportSource } from "./source";
import { isTrap, TRAP } from "./zip-trap";
import type { PackedFile } from "./zip-directory";

const LOCAL_HEADER = 0x04034b50;
const HEADER_BYTES = 30;
const READ_BYTES = 1 << 20;
/** A little at a time: even bytes that unpack ten thousandfold are then some megabytes. */
const PUSH_BYTES = 4 << 10;
/** A file that is read as one text; no sample comes near it. */
const MAX_FILE = 256 << 20;

type Push = (bytes: Uint8Array, final: boolean) => void;

/** What unpacks a method of the zip format, piece by piece; null for one that is not read. */
function unpacker(method: number, take: (bytes: Uint8Array) => void): Push | null {
  if (method === 0) return take;
  if (method === 8) {
    const inflate = new Inflate(take);
    return (bytes, final) => inflate.push(bytes, final);
  }
  if (method === 93) {
    const zstd = new Decompress(take);
    return (bytes, final) => {
      zstd.push(bytes, final);
    };
  }
  return null;
}

/** Gathers what a file unpacks to; a trap or a file too large to be read stops it. */
class Gathered {
  private readonly parts: Uint8Array<ArrayBuffer>[] = [];
  private length = 0;
  /** Packed bytes that were pushed. */
  packed = 0;

  readonly take = (bytes: Uint8Array): void => {
    this.length += bytes.length;
    if (isTrap(this.length, this.packed)) throw new FileFault(TRAP);
    if (this.length > MAX_FILE) throw new FileFault(`it is longer than ${MAX_FILE >> 20} MB`);
    this.parts.push(bytes.slice());
  };

  async bytes(): Promise<Uint8Array> {
    return new Uint8Array(await new Blob(this.parts).arrayBuffer());
  }
}

/** Where the bytes of a file begin: behind its local header, whose length the directory leaves out. */
async function dataStart(source: ImportSource, { offset }: PackedFile): Promise<number> {
  const header = await source.slice(offset, Math.min(offset + HEADER_BYTES, source.size));
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  if (header.length < HEADER_BYTES || view.getUint32(0, true) !== LOCAL_HEADER)
    throw new FileFault("it is not where the archive's directory says");
  return offset + HEADER_BYTES + view.getUint16(26, true) + view.getUint16(28, true);
}

/**
 * One file of an archive, unpacked: not packed, deflate or zstd.
 * @throws FileFault where it is broken, cut off, a trap, or packed in another way
 */
export async function readZipFile(source: ImportSource, file: PackedFile): Promise<Uint8Array> {
  const gathered = new Gathered();
  const push = unpacker(file.method, gathered.take);
  if (!push) throw new FileFault(`it is packed by method ${file.method}, which is not read`);
  const start = await dataStart(source, file);
  const end = start + file.packed;
  if (end > source.size) throw new FileFault("the archive ends before it does");
  for (let at = start; at < end; at += READ_BYTES) {
    const bytes = await source.slice(at, Math.min(at + READ_BYTES, end));
    for (let from = 0; from < bytes.length; from += PUSH_BYTES) {
      const piece = bytes.subarray(from, from + PUSH_BYTES);
      gathered.packed += piece.length;
      unpack(push, piece, at + from + piece.length === end);
    }
  }
  const whole = await gathered.bytes();
  if (whole.length !== file.size)
    throw new FileFault(`it unpacks to ${whole.length} bytes, its archive says ${file.size}`);
  return whole;
}

function unpack(push: Push, piece: Uint8Array, final: boolean): void {
  try {
    push(piece, final);
  } catch (error) {
    if (error instanceof FileFault) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new FileFault(`it cannot be unpacked (${why})`);
  }
}
