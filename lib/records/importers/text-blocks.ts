import { FileFault } from "./fault";

const LF = 10;
/** No text of a response comes near it, and JavaScript's strings end at twice that. */
const MAX_LINE = 256 << 20;

/** A stretch of a text file that ends at a line end (the last one may not). */
export interface TextBlock {
  readonly text: string;
  /** One-based number of its first line. */
  readonly firstLine: number;
  /** Lines whose bytes are no UTF-8; null where all are. */
  readonly badLines: ReadonlySet<number> | null;
  /** The file ends here, and no line end closes the block. */
  readonly torn: boolean;
}

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder("utf-8", { ignoreBOM: true });

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const [only] = parts;
  if (only && parts.length === 1) return only;
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** Text of bytes, or null where they are no UTF-8. */
export function decodeStrictly(bytes: Uint8Array): string | null {
  try {
    return strict.decode(bytes);
  } catch {
    return null;
  }
}

function countLines(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(LF); at !== -1; at = bytes.indexOf(LF, at + 1)) count += 1;
  return count;
}

function badLinesOf(bytes: Uint8Array, firstLine: number): ReadonlySet<number> {
  const bad = new Set<number>();
  let line = firstLine;
  for (let start = 0; start < bytes.length; line += 1) {
    const end = bytes.indexOf(LF, start);
    const stop = end === -1 ? bytes.length : end;
    if (decodeStrictly(bytes.subarray(start, stop)) === null) bad.add(line);
    start = stop + 1;
  }
  return bad;
}

function blockOf(bytes: Uint8Array, firstLine: number, torn: boolean): TextBlock {
  const text = decodeStrictly(bytes);
  return text === null
    ? { text: lenient.decode(bytes), firstLine, badLines: badLinesOf(bytes, firstLine), torn }
    : { text, firstLine, badLines: null, torn };
}

/**
 * Cuts a stream at line ends (LF; what precedes a CR is up to the reader), so that no character and
 * no line is split. A byte-order mark must have been taken off.
 * @throws FileFault where no line end comes for 256 MB.
 */
export async function* textBlocks(stream: AsyncIterable<Uint8Array>): AsyncGenerator<TextBlock> {
  let rest: Uint8Array[] = [];
  let held = 0;
  let line = 1;
  for await (const chunk of stream) {
    const end = chunk.lastIndexOf(LF);
    if (end === -1) {
      rest.push(chunk);
      held += chunk.length;
      if (held > MAX_LINE) throw new FileFault(`a line is longer than ${MAX_LINE >> 20} MB`, line);
      continue;
    }
    const bytes = concat([...rest, chunk.subarray(0, end + 1)]);
    yield blockOf(bytes, line, false);
    line += countLines(bytes);
    rest = end + 1 < chunk.length ? [chunk.subarray(end + 1)] : [];
    held = chunk.length - end - 1;
  }
  if (rest.length > 0) yield blockOf(concat(rest), line, true);
}
