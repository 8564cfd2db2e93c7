import { FileFault } from "./fault";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LF = 10;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const MAX_ELEMENT = 256 << 20;

/** An element of a JSON file as it stands there. */
export interface JsonElement {
  readonly bytes: Uint8Array;
  /** Line of its first character. */
  readonly line: number;
  /** One-based count. */
  readonly number: number;
  /** The file ended inside it. */
  readonly torn: boolean;
}

const isBlank = (byte: number): boolean =>
  byte === 0x20 || byte === LF || byte === 0x0d || byte === 0x09;

/**
 * Cuts the elements out of a JSON array, or the objects out of a sequence of objects, byte by byte,
 * without holding more than one of them: a broken element spoils itself alone.
 */
export class ElementSplitter {
  /** False once the array is closed, and at the start. */
  open = false;
  /** Line of the first character after the closed array; null where nothing follows. */
  trailing: number | null = null;
  private line = 1;
  private count = 0;
  private depth = 0;
  private inText = false;
  private escaped = false;
  private closed = false;
  private held: Uint8Array[] = [];
  private heldBytes = 0;
  private startLine = 0;
  private inElement = false;
  private readonly base: number;

  /** @param list the file is one array (else objects one after another) */
  constructor(
    list: boolean,
    private readonly emit: (element: JsonElement) => void,
  ) {
    this.base = list ? 1 : 0;
    this.open = !list;
  }

  push(chunk: Uint8Array): void {
    let start = 0;
    for (let i = 0; i < chunk.length; i += 1) {
      const byte = chunk[i] ?? 0;
      if (byte === LF) this.line += 1;
      if (this.inText) {
        if (this.escaped) this.escaped = false;
        else if (byte === BACKSLASH) this.escaped = true;
        else if (byte === QUOTE) this.inText = false;
        continue;
      }
      if (this.closed) {
        if (!isBlank(byte)) this.trailing ??= this.line;
        continue;
      }
      if (!this.open) {
        this.open = byte === OPEN_LIST;
        this.depth = this.open ? 1 : 0;
        continue;
      }
      if (!this.inElement) {
        if (isBlank(byte) || byte === COMMA) continue;
        if (this.base === 1 && byte === CLOSE_LIST) {
          this.close();
          continue;
        }
        this.inElement = true;
        this.startLine = this.line;
        start = i;
      }
      start = this.step(byte, chunk, start, i);
    }
    if (this.inElement) this.hold(chunk.subarray(start));
  }

  /** The end of the file: what is unfinished is emitted as torn. */
  end(): void {
    if (this.inElement) this.finish(new Uint8Array(0), true);
  }

  /** One byte inside an element; returns where the element's bytes in this chunk begin. */
  private step(byte: number, chunk: Uint8Array, start: number, at: number): number {
    if (byte === QUOTE) this.inText = true;
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) this.depth += 1;
    else if (byte === COMMA && this.depth === this.base && this.base === 1) {
      this.finish(chunk.subarray(start, at), false);
    } else if (byte === CLOSE_LIST && this.depth === 1 && this.base === 1) {
      this.finish(chunk.subarray(start, at), false);
      this.close();
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      // A stray closer never leaves the array: it spoils its element alone.
      if (this.depth > this.base) this.depth -= 1;
      if (this.base === 0 && this.depth === 0) this.finish(chunk.subarray(start, at + 1), false);
    } else if (byte === LF && this.base === 0 && this.depth === 0) {
      this.finish(chunk.subarray(start, at), false);
    }
    return start;
  }

  private hold(bytes: Uint8Array): void {
    this.held.push(bytes);
    this.heldBytes += bytes.length;
    if (this.heldBytes > MAX_ELEMENT)
      throw new FileFault(
        `an element is longer than ${MAX_ELEMENT >> 20} MB: is a quote or bracket left open?`,
        this.startLine,
      );
  }

  private finish(last: Uint8Array, torn: boolean): void {
    this.count += 1;
    const bytes =
      this.held.length === 0 ? last : joined([...this.held, last], this.heldBytes + last.length);
    this.held = [];
    this.heldBytes = 0;
    this.inElement = false;
    this.emit({ bytes, line: this.startLine, number: this.count, torn });
  }

  private close(): void {
    this.open = false;
    this.closed = true;
  }
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
