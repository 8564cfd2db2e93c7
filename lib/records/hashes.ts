import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { StreamHash } from "./importers/source";

/** Characters of a short hash. */
export const SHORT = 16;

/** SHA-256 over the JSON of a value, cut to 16 hexadecimal characters (64 bits). */
export function shortHash(value: unknown): string {
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify(value)))).slice(0, SHORT);
}

/** SHA-256 over the UTF-8 of a text, all 64 hexadecimal digits. */
export function textSha256(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

/** The same value with the fields of every object in the order of their names (code units). */
export function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, field]) => [name, canonical(field)]),
  );
}

// Code units order the texts: the same on every machine, whatever its locale.
const asSet = (texts: readonly string[]): string[] => [...new Set(texts)].sort();

/**
 * Names an item however it is presented: question text, original option texts as a set, and the
 * key's text. Texts count as they are, character by character.
 */
export function itemHash(stem: string, originals: readonly string[], key: string): string {
  return shortHash(["item", stem, asSet(originals), key]);
}

/** Names the set of options shown, in whatever order. */
export function optionsHash(options: readonly string[]): string {
  return shortHash(["options", asSet(options)]);
}

/**
 * The id of a run from what determines its answers and their reading (model identity, benchmark,
 * prompt, mode, sampling, seed, scorer; for an imported run also the hash of its file).
 * The order of the parts does not matter; parts that are null or undefined count as absent.
 */
export function runIdOf(parts: Readonly<Record<string, unknown>>): string {
  const known = Object.entries(parts).filter(([, value]) => value !== null && value !== undefined);
  return shortHash(["run", known.sort(([a], [b]) => (a < b ? -1 : 1))]);
}

/** The portable SHA-256 of a stream. */
export function portableSha256(): StreamHash {
  const hash = sha256.create();
  return {
    update: (bytes) => {
      hash.update(bytes);
    },
    hex: () => bytesToHex(hash.digest()),
  };
}
