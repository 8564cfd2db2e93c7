import { seededOrder } from "@/lib/records/seeded-order";

/** An item of the sample, with what put it there. */
export interface SampledId {
  readonly id: string;
  /** Of seed and id (lib/records/seeded-order.ts). */
  readonly hash: string;
}

/**
 * The calibration sample of a set of item ids: the first `size` in the order of the seed; all of them
 * where there are fewer. What is in it depends on the set of ids and the seed alone, and a smaller
 * sample is the beginning of a larger one.
 * Source: P2, section 4.2.
 * @param ids each counts once, in whatever order
 */
export function calibrationSample(ids: Iterable<string>, seed: number, size: number): SampledId[] {
  return seededOrder([...new Set(ids)], (id) => id, seed)
    .slice(0, size)
    .map(({ item, hash }) => ({ id: item, hash }));
}
