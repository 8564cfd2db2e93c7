import { FileFault } from "./fault";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LF = 10;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const MAX_PIECE = 256 << 20;
/** A piece that is still shorter can be the name of the list. */
const MAX_NAME = 64;

/** A field of the object (`"name": value`), or an element of its list. */
export interface LogPiece {
  readonly kind: "field" | "element";
  readonly text: Uint8Array;
  /** Line of its first character. */
  readonly line: number;
  /** The file ended inside it. */
  readonly torn: boolean;
}

const isBlank = (byte: number): boolean =>
  byte === 0x20 || byte === LF || byte === 0x0d || byte === 0x09;
const decoder = new TextDecoder();

/**
 * Cuts one object into its fields, and the list that one of them holds into its elements, byte by
 * byte, without holding more than one of them.
 */
export class LogSplitter {
  /** The object was closed. */
  closed = false;
  private line = 1;
  private depth = 0;
  private inText = false;
  private escaped = false;
  private inList = false;
  private startLine = 0;
  private inPiece = false;
  private held: Uint8Array[] = [];
  private heldBytes = 0;
  private readonly listName: RegExp;

  /** @param list name of the field whose list is cut */
  constructor(
    list: string,
    private readonly emit: (piece: LogPiece) => void,
  ) {
    this.listName = new RegExp(`^"${list}"\\s*:\\s*$`);
  }

  push(chunk: Uint8Array): void {
    let start = 0;
    for (let i = 0; i < chunk.length && !this.closed; i += 1) {
      const byte = chunk[i] ?? 0;
      if (byte === LF) this.line += 1;
      if (this.inText) {
        if (this.escaped) this.escaped = false;
        else if (byte === BACKSLASH) this.escaped = true;
        else if (byte === QUOTE) this.inText = false;
        continue;
      }
      if (!this.inPiece && this.opens(byte)) {
        this.inPiece = true;
        this.startLine = this.line;
        start = i;
      }
      start = this.step(byte, chunk, start, i);
    }
    if (this.inPiece) this.hold(chunk.subarray(start));
  }

  /** The end of the file: what is unfinished is emitted as torn. */
  end(): void {
    if (this.inPiece) this.finish(new Uint8Array(0), true);
  }

  private get base(): number {
    return this.inList ? 2 : 1;
  }

  /** Whether a piece begins here. */
  private opens(byte: number): boolean {
    if (this.depth !== this.base || isBlank(byte) || byte === COMMA) return false;
    return byte !== CLOSE_OBJECT && byte !== CLOSE_LIST;
  }

  /** One byte outside of texts; returns where the piece's bytes in this chunk begin. */
  private step(byte: number, chunk: Uint8Array, start: number, at: number): number {
    if (byte === QUOTE) this.inText = true;
    else if (byte === OPEN_LIST && this.isList(chunk.subarray(start, at))) {
      this.drop();
      this.inList = true;
      this.depth = 2;
    } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) this.depth += 1;
    else if (byte === COMMA && this.depth === this.base) {
      if (this.inPiece) this.finish(chunk.subarray(start, at), false);
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      if (this.depth === this.base) {
        if (this.inPiece) this.finish(chunk.subarray(start, at), false);
        this.closed = !this.inList;
        this.inList = false;
      }
      this.depth -= 1;
    }
    return start;
  }

  private isList(here: Uint8Array): boolean {
    if (this.depth !== 1 || !this.inPiece || this.heldBytes + here.length > MAX_NAME) return false;
    return this.listName.test(decoder.decode(joined([...this.held, here])));
  }

  private hold(bytes: Uint8Array): void {
    this.held.push(bytes.slice());
    this.heldBytes += bytes.length;
    if (this.heldBytes > MAX_PIECE)
      throw new FileFault(`a part is longer than ${MAX_PIECE >> 20} MB`, this.startLine);
  }

  private drop(): void {
    this.held = [];
    this.heldBytes = 0;
    this.inPiece = false;
  }

  private finish(last: Uint8Array, torn: boolean): void {
    const text = joined([...this.held, last]);
    const kind = this.inList ? "element" : "field";
    this.drop();
    this.emit({ kind, text, line: this.startLine, torn });
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  parts.reduce((at, part) => (all.set(part, at), at + part.length), 0);
  return all;
}
