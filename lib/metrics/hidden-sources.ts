import { z } from "zod";
import { queryRows } from "@/lib/engine/decode";
import type { FilterField, Filters } from "@/lib/view-state/filters";
import { scopeOf, without } from "./scope";
import type { MetricOptions, Workspace } from "./workspace";

/** A source of which the filters leave nothing. */
export interface HiddenSource {
  /** Index of the source; see the catalog. */
  readonly source: number;
  /** Without the filters on these, something of it is left. */
  readonly by: readonly FilterField[];
}

const sourceRow = z.strictObject({ source: z.int() });

async function visible(
  { engine }: Workspace,
  filters: Filters,
  signal?: AbortSignal,
): Promise<ReadonlySet<number>> {
  const scope = scopeOf(filters);
  const cells = scope.byItem
    ? `SELECT DISTINCT c.source FROM data.item_cube AS q JOIN sel_cells AS c USING (cell_ix)
       JOIN sel_items AS i USING (item_ix)`
    : "SELECT DISTINCT source FROM sel_cells";
  const rows = await queryRows(engine, sourceRow, `WITH ${scope.cells}, ${scope.items} ${cells}`, {
    signal,
  });
  return new Set(rows.map((row) => row.source));
}

/**
 * Sources of which the filters leave no row, each with the filters that do it: those that leave none
 * alone, or all where only several together do.
 */
export async function hiddenSources(
  workspace: Workspace,
  { filters, signal }: Pick<MetricOptions, "filters" | "signal">,
): Promise<HiddenSource[]> {
  const [whole, left] = [
    await visible(workspace, [], signal),
    await visible(workspace, filters, signal),
  ];
  const hidden = [...whole].filter((source) => !left.has(source)).sort((a, b) => a - b);
  if (hidden.length === 0) return [];
  const alone = new Map<FilterField, ReadonlySet<number>>();
  for (const filter of filters) alone.set(filter.field, await visible(workspace, [filter], signal));
  const all = filters.map(({ field }) => field);
  return Promise.all(
    hidden.map(async (source) => {
      const by = all.filter((field) => alone.get(field)?.has(source) !== true);
      const rest = await visible(workspace, without(filters, ...by), signal);
      return { source, by: rest.has(source) ? by : all };
    }),
  );
}
