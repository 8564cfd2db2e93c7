import type { ItemSet } from "@/lib/records/item-set";
import { cellsOf, type Cell } from "./cells";
import type { JobSpec } from "./job-spec";
import { poolOf, sameText } from "./pool";
import { presenterOf } from "./present";
import type { Steps } from "./steps";
import { misfits } from "./prompts/template";
import { promptOf } from "./prompts/resolve";

/** A sentence for what a check throws; nothing where it throws nothing. */
function failureOf(check: () => void): readonly string[] {
  try {
    check();
    return [];
  } catch (error) {
    if (error instanceof RangeError) return [error.message];
    throw error;
  }
}

const NAMED = 5;

/** The first of many sentences, and how many more there are. */
function someOf(sentences: readonly string[]): readonly string[] {
  const more = sentences.length - NAMED;
  return more > 0 ? [...sentences.slice(0, NAMED), `and ${more} more`] : sentences;
}

/** Whether the pool of an environment has enough sentences for the largest N. */
function poolProblems(set: ItemSet, environment: string, largest: number): readonly string[] {
  return failureOf(() => {
    const pool = poolOf(set, environment);
    const texts = new Set(pool.map(({ text }) => sameText(text)));
    const bases = set.items.some(
      ({ target_base }) => target_base !== null && texts.has(sameText(target_base)),
    );
    // An item's own correct form gives way to a sentence that no other place shows.
    const wanted = largest - 1 + (bases ? 1 : 0);
    if (pool.length < wanted)
      throw new RangeError(
        `environment ${environment}: ${largest} options need ${wanted} sentences, and its pool has ${pool.length}`,
      );
  });
}

function sampledProblems(spec: JobSpec, set: ItemSet): readonly string[] {
  const problems: string[] = [];
  if (spec.environments === null) problems.push("environments: name at least one");
  if (spec.option_counts === null) problems.push("option_counts: name at least one N");
  if (spec.conditions !== null)
    problems.push("conditions: only items with options of their own have conditions");
  const largest = Math.max(0, ...(spec.option_counts ?? []));
  return [
    ...problems,
    ...someOf(
      set.items.flatMap(({ item_id, target }) =>
        target === null ? [`item ${item_id} has no target sentence`] : [],
      ),
    ),
    ...(spec.environments ?? []).flatMap((name) => poolProblems(set, name, largest)),
  ];
}

/** Whether the items of a condition can be shown: its first permutation stands for those of the seed. */
function* conditionProblems(
  spec: JobSpec,
  set: ItemSet,
  condition: string | null,
): Steps<readonly string[]> {
  const job = { ...spec, conditions: condition === null ? null : [condition] };
  const cells: Cell[] = [];
  const unknown = failureOf(() => {
    cells.push(...cellsOf({ ...job, modes: ["direct"], paddings: ["none"] }, set));
    if (cells.length === 0)
      throw new RangeError(`condition ${condition ?? "none"}: no item has anything to show`);
  });
  if (unknown.length > 0) return unknown;
  const present = presenterOf(job, set);
  const problems: string[] = [];
  for (const cell of cells.filter(({ permutation }) => permutation === null || permutation === 1))
    for (const index of cell.items) {
      yield;
      const item = set.items[index];
      if (item?.item_hash)
        problems.push(...failureOf(() => present({ ...cell, item_id: item.item_id, trial: 1 })));
    }
  return problems.length > 0 ? [someOf(problems).join("; ")] : [];
}

function* fixedProblems(spec: JobSpec, set: ItemSet): Steps<readonly string[]> {
  const problems: string[] = [];
  if (spec.environments !== null)
    problems.push("environments: items with options of their own have no pool to draw from");
  if (spec.option_counts !== null)
    problems.push("option_counts: the items' own options decide N; leave it out");
  for (const condition of spec.conditions ?? [null])
    problems.push(...(yield* conditionProblems(spec, set, condition)));
  return problems;
}

/**
 * Why a job cannot be asked of an item set, in sentences for the user; none where it can. Says
 * nothing of hosts.
 */
export function* specProblems(spec: JobSpec, set: ItemSet): Steps<readonly string[]> {
  const problems: string[] = [];
  if (spec.item_set !== set.hash)
    problems.push(`item_set: the job names ${spec.item_set}, and this set is ${set.hash}`);
  if (set.items.length === 0) problems.push("the item set has no items");
  const ids = Map.groupBy(set.items, ({ item_id }) => item_id);
  const twice = [...ids].flatMap(([id, items]) =>
    items.length > 1 ? [`item ${id} is there twice`] : [],
  );
  const nameless = set.items.flatMap(({ item_id, item_hash }) =>
    item_hash === null ? [`item ${item_id} has no hash`] : [],
  );
  // PostgreSQL has no text with U+0000 in it.
  const unkept = set.items.flatMap(({ item_id }) =>
    item_id.includes("\0") ? [`the id ${JSON.stringify(item_id)} holds the character U+0000`] : [],
  );
  const sampled = set.manifest.kind === "error-identification";
  return [
    ...problems,
    ...someOf(twice),
    ...someOf(nameless),
    ...someOf(unkept),
    ...(sampled ? sampledProblems(spec, set) : yield* fixedProblems(spec, set)),
    ...failureOf(() => {
      const unfit = misfits(promptOf(spec).text, set.manifest.kind, spec.paddings);
      if (unfit.length > 0) throw new RangeError(unfit.join("; "));
    }),
  ];
}
