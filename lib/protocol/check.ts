import type { ItemSet } from "@/lib/records/item-set";
import { presentationsOf } from "./conditions";
import type { JobSpec } from "./job-spec";
import { poolOf, sameText } from "./pool";
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
    ...set.items.flatMap(({ item_id, target }) =>
      target === null ? [`item ${item_id} has no target sentence`] : [],
    ),
    ...(spec.environments ?? []).flatMap((name) => poolProblems(set, name, largest)),
  ];
}

function fixedProblems(spec: JobSpec, set: ItemSet): readonly string[] {
  const problems: string[] = [];
  if (spec.environments !== null)
    problems.push("environments: items with options of their own have no pool to draw from");
  if (spec.option_counts !== null)
    problems.push("option_counts: the items' own options decide N; leave it out");
  const presentations = presentationsOf(spec, set);
  return [
    ...problems,
    ...(spec.conditions ?? [null]).flatMap((condition) =>
      failureOf(() => {
        const shown = presentations
          .permutations(condition)
          .some((number) => set.items.some((item) => presentations.order(item, condition, number)));
        if (!shown)
          throw new RangeError(`condition ${condition ?? "none"}: no item has anything to show`);
      }),
    ),
  ];
}

/**
 * Why a job cannot be asked of an item set, in sentences for the user; none where it can. Says
 * nothing of hosts.
 */
export function specProblems(spec: JobSpec, set: ItemSet): readonly string[] {
  const sampled = set.manifest.kind === "error-identification";
  const own =
    spec.item_set === set.hash
      ? []
      : [`item_set: the job names ${spec.item_set}, and this set is ${set.hash}`];
  return [
    ...own,
    ...(set.items.length === 0 ? ["the item set has no items"] : []),
    ...set.items.flatMap(({ item_id, item_hash }) =>
      item_hash === null ? [`item ${item_id} has no hash`] : [],
    ),
    ...(sampled ? sampledProblems(spec, set) : fixedProblems(spec, set)),
    ...failureOf(() => {
      const problems = misfits(promptOf(spec).text, set.manifest.kind, spec.paddings);
      if (problems.length > 0) throw new RangeError(problems.join("; "));
    }),
  ];
}
