import type { ItemSet } from "@/lib/records/item-set";
import { presentationsOf } from "./conditions";
import type { JobSpec } from "./job-spec";
import type { RequestKey } from "./presented";

/** One cell of the design: everything of a request but its item, its trial and its model. */
export interface Cell extends Omit<RequestKey, "item_id" | "trial"> {
  /** Trials 1..trials are planned. */
  readonly trials: number;
  /** Indices into the set's items, in the set's order. */
  readonly items: readonly number[];
}

type Shape = Pick<Cell, "environment" | "n_options" | "condition" | "permutation" | "items">;

function sampledShapes(spec: JobSpec, set: ItemSet): Shape[] {
  const items = [...set.items.keys()];
  return (spec.environments ?? []).flatMap((environment) =>
    (spec.option_counts ?? []).map((n_options) => ({
      environment,
      n_options,
      condition: null,
      permutation: null,
      items,
    })),
  );
}

/** Items by the number of options that they show, from few to many. */
function byCount(counts: readonly (number | null)[]): (readonly [number, number[]])[] {
  const groups = new Map<number, number[]>();
  counts.forEach((count, index) => {
    if (count === null) return;
    const group = groups.get(count);
    if (group) group.push(index);
    else groups.set(count, [index]);
  });
  return [...groups].sort(([a], [b]) => a - b);
}

/** A fixed question decides its N: items of one condition that differ in it make several cells. */
function fixedShapes(spec: JobSpec, set: ItemSet): Shape[] {
  const presentations = presentationsOf(spec, set);
  return (spec.conditions ?? [null]).flatMap((condition) => {
    const groupsOf = (permutation: number | null) =>
      byCount(
        set.items.map((item) => presentations.order(item, condition, permutation)?.length ?? null),
      );
    // Without orders of the set's own, every permutation shows the same items as many options.
    let alike: ReturnType<typeof byCount> | null = null;
    const groups = (permutation: number | null) =>
      presentations.stored(condition, permutation)
        ? groupsOf(permutation)
        : (alike ??= groupsOf(permutation));
    return presentations.permutations(condition).flatMap((permutation) =>
      groups(permutation).map(([n_options, items]) => ({
        environment: null,
        n_options,
        condition,
        permutation,
        items,
      })),
    );
  });
}

/** K of the cells of a padding. */
export function plannedTrials(spec: JobSpec, padding: string): number {
  return padding === "none" ? spec.trials : (spec.padded_trials ?? spec.trials);
}

/**
 * The cells of a job, the same for each of its models: mode by mode, and within a mode by environment
 * and N (or condition, permutation and N), then padding.
 */
export function cellsOf(spec: JobSpec, set: ItemSet): readonly Cell[] {
  const shapes =
    set.manifest.kind === "error-identification"
      ? sampledShapes(spec, set)
      : fixedShapes(spec, set);
  return spec.modes.flatMap((mode) =>
    shapes.flatMap((shape) =>
      spec.paddings.map((padding) => ({
        ...shape,
        mode,
        padding,
        trials: plannedTrials(spec, padding),
      })),
    ),
  );
}
