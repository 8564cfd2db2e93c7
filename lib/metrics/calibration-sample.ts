import { textSha256 } from "@/lib/records/hashes";

/** An item of the sample, with what put it there. */
export interface SampledId {
  readonly id: string;
  /** SHA-256 of the UTF-8 of seed, U+0000 and id; 64 hexadecimal digits. */
  readonly hash: string;
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/**
 * The calibration sample of a set of item ids: the first `size` in ascending order of their hashes
 * (hexadecimal), ties by id; all of them where there are fewer. What is in it depends on the set of
 * ids and the seed alone, and a smaller sample is the beginning of a larger one.
 * Source: P2, section 4.2.
 * @param ids each counts once, in whatever order
 */
export function calibrationSample(ids: Iterable<string>, seed: number, size: number): SampledId[] {
  return [...new Set(ids)]
    .map((id) => ({ id, hash: textSha256(`${seed}\0${id}`) }))
    .sort((a, b) => compare(a.hash, b.hash) || compare(a.id, b.id))
    .slice(0, size);
}
