import type { RowColumn } from "@/lib/rows/columns";
import type { RowFilters } from "@/lib/rows/predicate";
import {
  columnFilterSchema,
  type ColumnFilter,
  ONE_OF_COLUMNS,
} from "@/lib/view-state/column-filters";
import { filterSchema, type Filter } from "@/lib/view-state/filters";

/** What the header filters act on: the facets, and the table's own filters. */
export type TableFilters = RowFilters;

export type HeaderFilter = ColumnFilter | Filter;
/**
 * Changes one column's filter, from the filters as they are at that moment; null takes it away.
 */
export type FilterChange = (
  column: RowColumn,
  next: (now: TableFilters) => HeaderFilter | null,
) => void;

export type Choice = string | number | boolean | null;

/** The values that a column with a list of values keeps; null where it is not filtered. */
export function chosenValues(column: RowColumn, filters: TableFilters): readonly Choice[] | null {
  if (column.facet)
    return filters.filters.find((filter) => filter.field === column.facet)?.values ?? null;
  const filter = filters.where.find((f) => f.column === column.id);
  if (filter?.kind === "stated") return filter.stated ? null : [null];
  if (filter?.kind !== "one_of") return null;
  const [sample] = column.values ?? [];
  return typeof sample === "boolean"
    ? filter.values.map((value) => (value === null ? null : value === "true"))
    : filter.values;
}

/** The filter that keeps these values of a column; null for none. */
export function valuesFilter(column: RowColumn, values: readonly Choice[]): HeaderFilter | null {
  if (values.length === 0) return null;
  if (column.facet) return filterSchema.parse({ field: column.facet, values });
  const own = ONE_OF_COLUMNS.find((id) => id === column.id);
  if (!own) throw new Error(`the column ${column.id} has no list of values`);
  return columnFilterSchema.parse({
    kind: "one_of",
    column: own,
    values: values.map((value) => (value === null ? null : String(value))),
  });
}

/** The filter of a column with one value more, or less where it is chosen. */
export function toggledFilter(
  column: RowColumn,
  now: TableFilters,
  value: Choice,
): HeaderFilter | null {
  const chosen = chosenValues(column, now) ?? [];
  const next = chosen.includes(value) ? chosen.filter((v) => v !== value) : [...chosen, value];
  return valuesFilter(column, next);
}

/** The filters after a change to one column. */
export function withFilter(
  { filters, where }: TableFilters,
  column: RowColumn,
  filter: HeaderFilter | null,
): { filters: Filter[]; where: ColumnFilter[] } {
  const kept = {
    filters: filters.filter((f) => f.field !== column.facet),
    where: where.filter((f) => f.column !== column.id),
  };
  if (!filter) return kept;
  return "field" in filter
    ? { ...kept, filters: [...kept.filters, filter] }
    : { ...kept, where: [...kept.where, filter] };
}
