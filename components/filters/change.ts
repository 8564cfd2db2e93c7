import {
  filterSchema,
  type Filter,
  type FilterField,
  type Filters,
} from "@/lib/view-state/filters";

export type FilterValue = string | number | boolean | null;

export function valuesOf(filters: Filters, field: FilterField): readonly FilterValue[] {
  return filters.find((f) => f.field === field)?.values ?? [];
}

/** The filters with this facet set to these values; without values it does not filter. */
export function withValues(
  filters: Filters,
  field: FilterField,
  values: readonly FilterValue[],
): Filters {
  const rest = filters.filter((f) => f.field !== field);
  const filter = filterSchema.safeParse({ field, values });
  return filter.success ? [...rest, filter.data] : rest;
}

export function withToggled(filters: Filters, field: FilterField, value: FilterValue): Filters {
  const values = valuesOf(filters, field);
  const next = values.includes(value) ? values.filter((v) => v !== value) : [...values, value];
  return withValues(filters, field, next);
}

export function withoutField(filters: Filters, field: FilterField): Filters {
  return filters.filter((f) => f.field !== field);
}

/** Whether the filter acts in the view: outcome acts on Responses alone. */
export function acts(filter: Pick<Filter, "field">, view: string): boolean {
  return filter.field !== "outcome" || view === "responses";
}
