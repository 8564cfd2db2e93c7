import { FileFault } from "./fault";
import { mapColumns, MINIMAL_FIELDS } from "./fields";
import { leadingKeys } from "./log-keys";

export type Format =
  | { readonly kind: "zip" }
  | { readonly kind: "parquet" }
  | { readonly kind: "jsonl" }
  /** An Inspect AI log that is one JSON object. */
  | { readonly kind: "inspect" }
  /** `list`: the file is one array; else objects one after another. */
  | { readonly kind: "json"; readonly list: boolean }
  | { readonly kind: "table"; readonly delimiter: string };

const DELIMITERS = [",", "\t", ";"] as const;
const lenient = new TextDecoder();

const startsWith = (bytes: Uint8Array, ...prefix: number[]): boolean =>
  prefix.every((byte, i) => bytes[i] === byte);

export const BOM_LENGTH = 3;
export const hasBom = (bytes: Uint8Array): boolean => startsWith(bytes, 0xef, 0xbb, 0xbf);

/** Whether an object is an Inspect AI log, by its first fields: rows of ours may have some of them. */
function isInspectJson(head: string): boolean {
  const keys = leadingKeys(head);
  return (
    keys.includes("eval") &&
    (keys.includes("version") || keys.includes("status")) &&
    !MINIMAL_FIELDS.some((name) => keys.includes(name))
  );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Refuses what is surely no file of ours, with the way out. */
function refuse(head: Uint8Array): void {
  if (head.length === 0) throw new FileFault("the file is empty");
  if (startsWith(head, 0x1f, 0x8b)) throw new FileFault("compressed with gzip: unpack it first");
  if (startsWith(head, 0x28, 0xb5, 0x2f, 0xfd))
    throw new FileFault("compressed with zstd: unpack it first");
  if (startsWith(head, 0xff, 0xfe) || startsWith(head, 0xfe, 0xff))
    throw new FileFault("UTF-16 text: save it as UTF-8");
}

/** An archive, also one without a member. */
export const isZip = (head: Uint8Array): boolean =>
  startsWith(head, 0x50, 0x4b, 0x03, 0x04) || startsWith(head, 0x50, 0x4b, 0x05, 0x06);

/**
 * Tells a file's format by its first bytes, and by its name where they allow two.
 * @param head the first bytes (64 kB are plenty), with a byte-order mark where there is one
 * @throws FileFault for what is not understood.
 */
export function detectFormat(name: string, head: Uint8Array): Format {
  refuse(head);
  if (isZip(head)) return { kind: "zip" };
  if (startsWith(head, 0x50, 0x41, 0x52, 0x31)) return { kind: "parquet" };
  const text = lenient.decode(head).trimStart();
  const end = text.indexOf("\n");
  const first = end === -1 ? text : text.slice(0, end);
  if (text === "") throw new FileFault("the file is empty");
  // Some programs write one array of objects to a .jsonl.
  if (
    /\.(jsonl|ndjson)$/i.test(name) &&
    !/^\[\s*\{/.test(text) &&
    (!text.startsWith("[") || isJson(first))
  )
    return { kind: "jsonl" };
  if (text.startsWith("[")) return { kind: "json", list: true };
  if (text.startsWith("{")) {
    if (isInspectJson(text)) return { kind: "inspect" };
    // One object a line, or objects that stretch over lines?
    return end !== -1 && isJson(first) ? { kind: "jsonl" } : { kind: "json", list: false };
  }
  if (first.includes("\0")) throw new FileFault("not a text, Parquet or zip file");
  if (end === -1 && first.includes("\r"))
    throw new FileFault("lines end at CR alone: save it with LF or CRLF line ends");
  return { kind: "table", delimiter: delimiterOf(name, first) };
}

/** The delimiter that makes most known columns of the header; the name decides among equals. */
function delimiterOf(name: string, header: string): string {
  const order = /\.tsv$/i.test(name) ? (["\t", ",", ";"] as const) : DELIMITERS;
  let best: { delimiter: string; known: number } = { delimiter: order[0], known: -1 };
  for (const delimiter of order) {
    const names = header.split(delimiter).map((cell) => cell.trim().replace(/^"|"$/g, ""));
    const known = mapColumns(names).fields.filter((field) => field !== null).length;
    if (known > best.known) best = { delimiter, known };
  }
  return best.delimiter;
}
