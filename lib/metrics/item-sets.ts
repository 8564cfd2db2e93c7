import { z } from "zod";
import { itemSetRow, lendingRow } from "@/lib/cubes/schema";
import { queryRows } from "@/lib/engine/decode";
import { jsonList } from "@/lib/records/json-list";
import { scopeOf } from "./scope";
import type { MetricSource } from "./together";
import type { Workspace } from "./workspace";

const setRow = itemSetRow.extend({ runs: jsonList(z.string()) });
const runRow = z.strictObject({ run_id: z.string() });

/** How the items of a set hang together by what they borrow, and how its donors lend. */
export interface ItemSetRow extends z.infer<typeof setRow> {
  /** Ids of its runs in scope; `runs` are all. */
  readonly inScope: readonly string[];
  readonly lending: readonly Pick<z.infer<typeof lendingRow>, "items" | "donors">[];
}

/** What runs in scope were asked; no row where no run is in scope. */
export interface ScopedSets {
  readonly sets: readonly ItemSetRow[];
}

async function lendingOf({ engine }: Workspace, signal?: AbortSignal) {
  const rows = await queryRows(
    engine,
    lendingRow,
    "SELECT DISTINCT * FROM data.lending ORDER BY set_hash, items",
    { signal },
  );
  return Map.groupBy(rows, ({ set_hash }) => set_hash);
}

/**
 * The item sets that runs in scope were asked and that say where their options come from (P2, section
 * 5.4). The numbers are of whole sets: filters choose runs, never a part of a set.
 */
export const ITEM_SETS: MetricSource<ScopedSets> = {
  id: "item sets",
  async run(workspace, { filters, signal }) {
    const { engine } = workspace;
    const runs = await queryRows(
      engine,
      runRow,
      `WITH ${scopeOf(filters).cells} SELECT DISTINCT run_id FROM sel_cells ORDER BY run_id`,
      { signal },
    );
    if (runs.length === 0) return [];
    const known = await queryRows(
      engine,
      setRow,
      "SELECT DISTINCT * FROM data.item_sets ORDER BY benchmark, name, set_hash",
      { signal },
    );
    // Most stores have none: nothing more is asked then.
    const lending =
      known.length === 0 ? new Map<string, never>() : await lendingOf(workspace, signal);
    const wanted = new Set(runs.map(({ run_id }) => run_id));
    const sets = known.map((set) => ({
      ...set,
      inScope: set.runs.filter((run) => wanted.has(run)),
      lending: (lending.get(set.set_hash) ?? []).map(({ items, donors }) => ({ items, donors })),
    }));
    return [{ sets: sets.filter(({ inScope }) => inScope.length > 0) }];
  },
};
