import { isOneOf } from "@/lib/engine/sql";
import {
  CELL_FIELDS,
  ITEM_FIELDS,
  RUN_FIELDS,
  type Filter,
  type FilterField,
  type Filters,
} from "@/lib/view-state/filters";
import type { MetricOptions } from "./workspace";

/** The column behind each filter, in data.runs (r), data.cells (c) and data.items (i). */
const COLUMNS: Record<Exclude<FilterField, "outcome">, string> = {
  model: "r.model",
  benchmark: "r.benchmark",
  scorer: "r.scorer",
  run: "r.run_id",
  environment: "c.environment",
  n_options: "c.n_options",
  padding: "c.padding",
  mode: "c.mode",
  condition: "c.condition",
  stem: "i.stem_negative",
  section: "i.section",
  item: "i.item_id",
};

function predicate(filter: Filter): string {
  return filter.field === "outcome" ? "true" : isOneOf(COLUMNS[filter.field], filter.values);
}

/** Filters as SQL: which cells and which items a question is about. */
export interface Scope {
  /** Some filter picks items: position_cube and moments cannot answer. */
  readonly byItem: boolean;
  /** Some filter picks cells of a run: counts that only the manifest knows do not apply. */
  readonly byCell: boolean;
  /**
   * `sel_runs`: runs in scope; `sel_cells`: their cells in scope, each with its run's fields.
   */
  readonly cells: string;
  /** `sel_items`: items in scope (item_ix, item_key, item_id, item_hash, section). */
  readonly items: string;
}

/** The value of `padding` that stands for none. */
export const NO_PADDING = "none";

/** Of cells in scope: the unpadded ones of a run, or all where it has none. */
const UNPADDED = `c.padding = '${NO_PADDING}'
  OR NOT bool_or(c.padding = '${NO_PADDING}') OVER (PARTITION BY r.run_ix)`;

/**
 * `outcome` never acts here: it belongs to the Responses view alone. Diagnostic scorers are left
 * out unless a scorer or a run filter names them.
 */
export function scopeOf(filters: Filters, paddings: MetricOptions["paddings"] = "all"): Scope {
  const of = (fields: readonly string[]) => filters.filter((f) => fields.includes(f.field));
  const [onRuns, onCells, onItems] = [of(RUN_FIELDS), of(CELL_FIELDS), of(ITEM_FIELDS)];
  const named = onRuns.some((f) => f.field === "scorer" || f.field === "run");
  const all = (tests: readonly string[]) => tests.join(" AND ") || "true";
  return {
    byItem: onItems.length > 0,
    byCell: onCells.length > 0,
    cells: `sel_runs AS (
        SELECT r.* FROM data.runs AS r
        WHERE ${all([...onRuns.map(predicate), ...(named ? [] : ["NOT r.diagnostic"])])}),
      sel_cells AS (
        SELECT c.cell_ix, c.mcell_ix, c.curve_ix, c.source_curve_ix, c.environment, c.padding,
          c.mode, c.condition, c.n_options, r.*
        FROM data.cells AS c JOIN sel_runs AS r USING (run_ix)
        WHERE ${all(onCells.map(predicate))}
        ${paddings === "unpadded" ? `QUALIFY ${UNPADDED}` : ""})`,
    items: `sel_items AS (
      SELECT i.item_ix, i.item_key, i.item_id, i.item_hash, i.section
      FROM data.items AS i WHERE ${all(onItems.map(predicate))})`,
  };
}

/** A column's one value in a group, by its name; null where the group has several. */
export function onlyValue(column: string): string {
  return `CASE WHEN count(DISTINCT coalesce(${column}, '')) = 1 THEN min(${column}) END AS ${column}`;
}

/** The scope without its filters on some fields: facets count under the other filters. */
export function without(filters: Filters, ...fields: FilterField[]): Filters {
  return filters.filter((f) => !fields.includes(f.field));
}

/**
 * Filters of a comparison with no padding: a filter chooses which paddings are shown, the unpadded
 * side that they are measured against is always there.
 */
export function withUnpadded(filters: Filters): Filters {
  const filter = filters.find((f) => f.field === "padding");
  if (!filter) return filters;
  return [
    ...without(filters, "padding"),
    { ...filter, values: [...new Set([...filter.values, NO_PADDING])] },
  ];
}
