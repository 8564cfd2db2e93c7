import { Unzip, UnzipInflate } from "fflate";
import { FileFault } from "./fault";
import { isTrap, TRAP } from "./zip-trap";

/** One file of an archive. Its stream must be read to the end before the next member is asked for. */
export interface ZipMember {
  readonly name: string;
  stream(): AsyncIterable<Uint8Array>;
}

type Event =
  | { readonly kind: "member"; readonly name: string }
  | { readonly kind: "data"; readonly bytes: Uint8Array }
  | { readonly kind: "end" };

/** A little at a time: even bytes that unpack a thousandfold are then a few megabytes. */
const PUSH_BYTES = 4 << 10;

/** Folders, resource forks and hidden files carry no records. */
const isNoise = (name: string): boolean =>
  name.endsWith("/") ||
  name.startsWith("__MACOSX/") ||
  (name.split("/").at(-1) ?? "").startsWith(".");

/** Pulls the archive's bytes and hands out what they unpack to, a chunk at a time. */
class ZipReader {
  private readonly events: Event[] = [];
  private readonly unzip = new Unzip();
  private readonly source: AsyncIterator<Uint8Array>;
  private failed: Error | null = null;
  private finished = false;
  /** Bytes of the archive that were pushed; where the present member began, and what it came to. */
  private pushed = 0;
  private began = 0;
  private unpacked = 0;

  constructor(stream: AsyncIterable<Uint8Array>) {
    this.source = stream[Symbol.asyncIterator]();
    this.unzip.register(UnzipInflate);
    this.unzip.onfile = (file) => {
      if (isNoise(file.name)) return;
      this.events.push({ kind: "member", name: file.name });
      this.began = this.pushed;
      this.unpacked = 0;
      file.ondata = (error, bytes, final) => {
        if (error) this.failed ??= error;
        else if (bytes.length > 0) this.take(bytes);
        if (final) this.events.push({ kind: "end" });
      };
      file.start();
    };
  }

  /** The directory may lie: what comes out is counted too. */
  private take(bytes: Uint8Array): void {
    this.unpacked += bytes.length;
    const packed = this.pushed + PUSH_BYTES - this.began;
    if (isTrap(this.unpacked, packed)) this.failed ??= new Error(TRAP);
    else this.events.push({ kind: "data", bytes });
  }

  private push(bytes: Uint8Array): void {
    for (let at = 0; at === 0 || at < bytes.length; at += PUSH_BYTES) {
      const piece = bytes.subarray(at, at + PUSH_BYTES);
      this.unzip.push(piece, this.finished && at + PUSH_BYTES >= bytes.length);
      if (this.failed) return;
      this.pushed += piece.length;
    }
  }

  /**
   * The next event; null at the end of the archive.
   * @throws FileFault, once and after all that was unpacked before, where it ends badly
   */
  async next(): Promise<Event | null> {
    for (;;) {
      const event = this.events.shift();
      if (event) return event;
      if (this.failed) {
        const why = this.failed.message;
        this.failed = null;
        this.finished = true;
        throw new FileFault(`the archive cannot be unpacked (${why})`);
      }
      if (this.finished) return null;
      try {
        const step = await this.source.next();
        this.finished = step.done === true;
        this.push(step.done === true ? new Uint8Array(0) : step.value);
      } catch (error) {
        this.failed ??= error instanceof Error ? error : new Error(String(error));
      }
    }
  }
}

/**
 * The members of a zip archive, unpacked as they are read: memory does not grow with the archive.
 * @throws FileFault for a broken or cut archive.
 */
export async function* zipMembers(stream: AsyncIterable<Uint8Array>): AsyncGenerator<ZipMember> {
  const reader = new ZipReader(stream);
  for (let event = await reader.next(); event; event = await reader.next())
    if (event.kind === "member") {
      const { name } = event;
      yield { name, stream: () => memberStream(reader, name) };
    }
}

async function* memberStream(reader: ZipReader, name: string): AsyncGenerator<Uint8Array> {
  for (;;) {
    const event = await reader.next();
    if (!event || event.kind === "member") throw new FileFault(`${name} is cut off in the archive`);
    if (event.kind === "end") return;
    yield event.bytes;
  }
}
