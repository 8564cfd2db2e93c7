import { canonical, shortHash } from "@/lib/records/hashes";
import type { ItemSetParts } from "@/lib/records/item-set";

/**
 * The hash that names an item set: SHA-256 over all that it holds, cut to 16 hexadecimal digits.
 * The order of rows counts, since trials are drawn by index; the order of fields, the bytes of the
 * files and the time of writing do not.
 */
export function itemSetHash(parts: ItemSetParts): string {
  const { manifest, items, pool, presentations, provenance } = parts;
  // A set without provenance keeps the name that it had before there was any.
  const sources = provenance === undefined ? {} : { provenance };
  return shortHash(["item-set", canonical({ manifest, items, pool, presentations, ...sources })]);
}
