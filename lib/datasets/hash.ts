import { shortHash } from "@/lib/records/hashes";
import type { ItemSetParts } from "@/lib/records/item-set";

/** The same value with the fields of every object in the order of their names (code units). */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, field]) => [name, canonical(field)]),
  );
}

/**
 * The hash that names an item set: SHA-256 over all that it holds, cut to 16 hexadecimal digits.
 * The order of rows counts, since trials are drawn by index; the order of fields, the bytes of the
 * files and the time of writing do not.
 */
export function itemSetHash(parts: ItemSetParts): string {
  const { manifest, items, pool, presentations } = parts;
  return shortHash(["item-set", canonical({ manifest, items, pool, presentations })]);
}
