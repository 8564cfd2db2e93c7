import { z } from "zod";
import { queryRows } from "@/lib/engine/decode";
import type { FilterField, Filters } from "@/lib/view-state/filters";
import { scopeOf, without } from "./scope";
import type { MetricOptions, Workspace } from "./workspace";

/** Facets of the filter panel, in its order. */
export const FACET_FIELDS = [
  "model",
  "benchmark",
  "scorer",
  "run",
  "environment",
  "n_options",
  "padding",
  "mode",
  "condition",
  "section",
  "stem",
  "item",
] as const satisfies FilterField[];
export type FacetField = (typeof FACET_FIELDS)[number];
export type FacetValue = string | number | boolean | null;

export interface Facet {
  readonly field: FacetField;
  /** Values under the other filters, with their responses (of every outcome). */
  readonly values: readonly { readonly value: FacetValue; readonly n: number }[];
  /** How many values there are; more than `values` holds where the list was cut. */
  readonly total: number;
}

/** Longer lists are cut; the panel says "N of M" and searches on its own. */
export const FACET_LIMIT = 500;

const countRow = z.strictObject({
  model: z.string(),
  benchmark: z.string(),
  scorer: z.string(),
  run: z.string(),
  diagnostic: z.boolean(),
  environment: z.string().nullable(),
  n_options: z.int(),
  padding: z.string(),
  mode: z.string().nullable(),
  condition: z.string().nullable(),
  section: z.string().nullable(),
  stem: z.boolean().nullable(),
  n: z.int(),
});
type CountRow = z.infer<typeof countRow>;

/**
 * Facet values with response counts under the other filters, from cubes alone. The scorer and run
 * facets name diagnostic scorers as well, so that they can be chosen.
 */
export async function facets(
  workspace: Workspace,
  { filters, signal }: Pick<MetricOptions, "filters" | "signal">,
): Promise<Facet[]> {
  const rows = await loadCounts(workspace, filters, signal);
  const plain = FACET_FIELDS.filter((field) => field !== "item").map((field) =>
    facetOf(field, count(rows, filters, field)),
  );
  return [...plain, await itemFacet(workspace, filters, signal)];
}

/** Rows of every (run, cell, section, stem), unfiltered but for items: a few thousand at most. */
function loadCounts(
  { engine }: Workspace,
  filters: Filters,
  signal: AbortSignal | undefined,
): Promise<CountRow[]> {
  const item = filters.filter((f) => f.field === "item");
  const counted =
    item.length === 0
      ? "SELECT cell_ix, section, stem_negative, n_rows FROM data.facet_cube"
      : `SELECT q.cell_ix, i.section, i.stem_negative,
          q.n_scored + q.n_error + q.n_prompt_truncated AS n_rows
        FROM data.item_cube AS q JOIN sel_items USING (item_ix) JOIN data.items AS i
          USING (item_ix)`;
  return queryRows(
    engine,
    countRow,
    `WITH ${scopeOf(item).items}
      SELECT r.model, r.benchmark, r.scorer, r.run_id AS run, r.diagnostic, c.environment,
        c.n_options, c.padding, c.mode, c.condition, f.section, f.stem_negative AS stem,
        sum(f.n_rows)::INTEGER AS n
      FROM (${counted}) AS f JOIN data.cells AS c USING (cell_ix)
      JOIN data.runs AS r USING (run_ix) GROUP BY ALL`,
    { signal },
  );
}

function count(
  rows: readonly CountRow[],
  filters: Filters,
  field: Exclude<FacetField, "item">,
): Map<FacetValue, number> {
  const others = without(filters, field, "outcome", "item");
  const named =
    field === "scorer" ||
    field === "run" ||
    others.some((f) => f.field === "scorer" || f.field === "run");
  const counts = new Map<FacetValue, number>();
  for (const row of rows) {
    if (row.diagnostic && !named) continue;
    if (!others.every((f) => matches(row, f))) continue;
    counts.set(row[field], (counts.get(row[field]) ?? 0) + row.n);
  }
  // A chosen value that the other filters leave nothing of stays visible, so that it can be undone.
  const own = filters.find((f) => f.field === field);
  for (const value of own?.values ?? []) if (!counts.has(value)) counts.set(value, 0);
  return counts;
}

function matches(row: CountRow, filter: Filters[number]): boolean {
  if (filter.field === "outcome" || filter.field === "item") return true;
  return (filter.values as readonly FacetValue[]).includes(row[filter.field]);
}

function facetOf(field: FacetField, counts: ReadonlyMap<FacetValue, number>): Facet {
  const values = [...counts].map(([value, n]) => ({ value, n })).sort(byValue);
  return { field, values: values.slice(0, FACET_LIMIT), total: values.length };
}

/** Numbers by size, texts by code point, "not stated" last. */
function byValue(a: { value: FacetValue }, b: { value: FacetValue }): number {
  if (a.value === b.value) return 0;
  if (a.value === null) return 1;
  if (b.value === null) return -1;
  return a.value < b.value ? -1 : 1;
}

const itemRow = z.strictObject({ value: z.string(), n: z.int(), total: z.int() });

/** Items with the most responses first, so that what a cut list leaves out matters least. */
async function itemFacet(
  { engine }: Workspace,
  filters: Filters,
  signal: AbortSignal | undefined,
): Promise<Facet> {
  const scope = scopeOf(without(filters, "item"));
  const rows = await queryRows(
    engine,
    itemRow,
    `WITH ${scope.cells}, ${scope.items},
      counted AS (SELECT i.item_id AS value,
          sum(q.n_scored + q.n_error + q.n_prompt_truncated)::INTEGER AS n
        FROM data.item_cube AS q JOIN sel_cells AS c USING (cell_ix)
        JOIN sel_items AS i USING (item_ix) GROUP BY i.item_id)
      SELECT value, n, (count(*) OVER ())::INTEGER AS total FROM counted
      ORDER BY n DESC, value LIMIT ${FACET_LIMIT}`,
    { signal },
  );
  const values = rows.map(({ value, n }) => ({ value, n }));
  const chosen = filters.find((f) => f.field === "item")?.values ?? [];
  const known = new Set<FacetValue>(values.map((v) => v.value));
  const missing = chosen.filter((v) => !known.has(v)).map((value) => ({ value, n: 0 }));
  return {
    field: "item",
    values: [...missing, ...values].sort(byValue),
    total: Math.max(rows[0]?.total ?? 0, missing.length + values.length),
  };
}
