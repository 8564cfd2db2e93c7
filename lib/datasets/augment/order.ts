import { shortHash } from "@/lib/records/hashes";

/** By code units: the same on every machine, whatever its locale. */
export const byCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Places in a queue that a seed decides, each by itself: one value more or less moves no other. */
export function queued<T>(
  values: readonly T[],
  seed: string,
  idOf: (value: T) => string,
): readonly T[] {
  return values
    .map((value) => ({ value, place: shortHash(["queue", seed, idOf(value)]) }))
    .sort((a, b) => byCodeUnits(a.place, b.place) || byCodeUnits(idOf(a.value), idOf(b.value)))
    .map(({ value }) => value);
}
