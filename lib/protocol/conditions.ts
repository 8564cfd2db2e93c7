import { uniformInt } from "pure-rand/distribution/uniformInt";
import type { RandomGenerator } from "pure-rand/types/RandomGenerator";
import type { ItemSet, Presentation, SetItem } from "@/lib/records/item-set";
import { CONDITION_NAMES, ORIGINAL_CONDITION, type ConditionName } from "./condition-names";
import type { JobSpec } from "./job-spec";
import { generatorOf } from "./random";

/** Indices into an item's options, as shown. */
export type Order = readonly number[];

interface Parts {
  readonly originals: Order;
  readonly borrowed: Order;
}

interface Condition {
  /** Has frozen permutations 1, 2, ...; otherwise its permutation is null. */
  readonly permutes: boolean;
  /** Has nothing to show for an item without borrowed options. */
  readonly borrows: boolean;
  readonly order: (parts: Parts, random: () => RandomGenerator) => Order;
}

/** Uniform over all permutations (Fisher-Yates). */
function shuffled(order: Order, random: RandomGenerator): Order {
  const made = [...order];
  for (let place = 0; place < made.length - 1; place += 1) {
    const from = uniformInt(random, place, made.length - 1);
    const moved = made[place] ?? 0;
    made[place] = made[from] ?? 0;
    made[from] = moved;
  }
  return made;
}

/** Uniform over all ways to merge two lists that keep the order inside each. */
function interleaved({ originals, borrowed }: Parts, random: RandomGenerator): Order {
  const made: number[] = [];
  for (let o = 0, b = 0; o + b < originals.length + borrowed.length;) {
    const left = originals.length - o;
    const takesOriginal = uniformInt(random, 1, left + borrowed.length - b) <= left;
    made.push((takesOriginal ? originals[o++] : borrowed[b++]) ?? 0);
  }
  return made;
}

/** How each of the named conditions is made. */
const CONDITIONS: Readonly<Record<ConditionName, Condition>> = {
  "five-original": { permutes: false, borrows: false, order: ({ originals }) => originals },
  "ten-appended": {
    permutes: false,
    borrows: true,
    order: ({ originals, borrowed }) => [...originals, ...borrowed],
  },
  "ten-interleaved": {
    permutes: true,
    borrows: true,
    order: (parts, random) => interleaved(parts, random()),
  },
  "ten-permuted": {
    permutes: true,
    borrows: true,
    order: ({ originals, borrowed }, random) => shuffled([...originals, ...borrowed], random()),
  },
};

/** @param kept the order in which the set shows the originals alone; as they are stored where it keeps none */
function partsOf(item: SetItem, kept: Order | undefined): Parts {
  const indices = [...item.options.keys()];
  const isBorrowed = (index: number) => item.options[index]?.origin === "borrowed";
  return {
    originals: kept ?? indices.filter((i) => !isBorrowed(i)),
    borrowed: indices.filter(isBorrowed),
  };
}

/** How the items of a set with options of their own are shown. */
export interface Presentations {
  /** The permutations of a condition that a job asks for, in their order. */
  permutations(condition: string | null): readonly (number | null)[];
  /** Whether the set itself says how some item is shown in this permutation of a condition. */
  stored(condition: string | null, permutation: number | null): boolean;
  /** The options of an item as shown; null where the condition has nothing to show for it. */
  order(item: SetItem, condition: string | null, permutation: number | null): Order | null;
}

/**
 * Orders that the set keeps (presentations.parquet) come first; what it does not keep of the four
 * conditions known here is made from the job's seed, the condition, the item and the permutation.
 * Without a condition the options stand as they are stored. A condition of another name shows the
 * items, in the permutations, that the set keeps of it.
 */
export function presentationsOf(
  spec: Pick<JobSpec, "seed" | "permutations">,
  set: ItemSet,
): Presentations {
  const kept = new Map<string, Map<string, Order>>();
  const numbers = new Map<string, Set<number | null>>();
  const keyOf = (item: string, permutation: number | null) => JSON.stringify([item, permutation]);
  for (const { item_id, condition, permutation, order } of set.presentations) {
    const orders = kept.get(condition) ?? new Map<string, Order>();
    kept.set(condition, orders.set(keyOf(item_id, permutation), order));
    numbers.set(condition, (numbers.get(condition) ?? new Set()).add(permutation));
  }
  const upTo = Array.from({ length: spec.permutations }, (_, index) => index + 1);
  const own = (condition: string) =>
    Object.hasOwn(CONDITIONS, condition) ? CONDITIONS[condition as ConditionName] : undefined;

  return {
    stored: (condition, permutation) =>
      condition !== null && (numbers.get(condition)?.has(permutation) ?? false),
    permutations(condition) {
      if (condition === null) return [null];
      const known = own(condition);
      if (known) return known.permutes ? upTo : [null];
      const there = numbers.get(condition);
      if (!there)
        throw new RangeError(
          `No condition "${condition}" in ${set.manifest.name}. There are: ${[...new Set([...CONDITION_NAMES, ...kept.keys()])].join(", ")}`,
        );
      return [null, ...upTo].filter((permutation) => there.has(permutation));
    },
    order(item, condition, permutation) {
      if (condition === null) return [...item.options.keys()];
      const order = kept.get(condition)?.get(keyOf(item.item_id, permutation));
      if (order) return order;
      const known = own(condition);
      const parts = partsOf(item, kept.get(ORIGINAL_CONDITION)?.get(keyOf(item.item_id, null)));
      if (!known || (known.borrows && parts.borrowed.length === 0)) return null;
      return known.order(parts, () => generatorOf(spec.seed, condition, item.item_id, permutation));
    },
  };
}

/**
 * The orders of the four conditions for every item, to be kept by a set: "seeds fixed before inference"
 * (P2, limitations). A job with the set's own seed would draw the same.
 * @param permutations of each condition that permutes
 */
export function frozenPresentations(
  set: Omit<ItemSet, "hash" | "presentations">,
  seed: string,
  permutations: number,
): Presentation[] {
  const presentations = presentationsOf(
    { seed, permutations },
    { ...set, hash: "", presentations: [] },
  );
  return CONDITION_NAMES.flatMap((condition) =>
    presentations.permutations(condition).flatMap((permutation) =>
      set.items.flatMap((item) => {
        const order = presentations.order(item, condition, permutation);
        return order ? [{ item_id: item.item_id, condition, permutation, order: [...order] }] : [];
      }),
    ),
  );
}
