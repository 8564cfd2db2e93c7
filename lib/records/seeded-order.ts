import { textSha256 } from "./hashes";

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Something in the order of a seed, with what put it there. */
interface Ordered<T> {
  readonly item: T;
  /** SHA-256 of the UTF-8 of seed, U+0000 and id; 64 hexadecimal digits. */
  readonly hash: string;
}

/**
 * The order in which a seed takes items, whatever theirs was: ascending hashes, ties by id.
 * Source: P2, section 4.2.
 */
export function seededOrder<T>(
  items: readonly T[],
  idOf: (item: T) => string,
  seed: string | number,
): Ordered<T>[] {
  return items
    .map((item) => ({ item, hash: textSha256(`${seed}\0${idOf(item)}`) }))
    .sort((a, b) => compare(a.hash, b.hash) || compare(idOf(a.item), idOf(b.item)));
}
