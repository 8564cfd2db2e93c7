import type { CatalogRow } from "@/lib/metrics/catalog";
import type { Filter, Filters } from "@/lib/view-state/filters";
import type { Select } from "./series";

type Value = string | number | boolean | null;

/** The cell's value of a field; undefined for fields that a cell does not have. */
function valueOf(cell: CatalogRow, field: Filter["field"]): Value | undefined {
  switch (field) {
    case "run":
      return cell.run_id;
    case "model":
    case "benchmark":
    case "scorer":
    case "environment":
    case "padding":
    case "mode":
    case "condition":
    case "n_options":
      return cell[field];
    case "stem":
    case "section":
    case "item":
    case "outcome":
      return undefined;
  }
}

function keeps(filter: Filter, cell: CatalogRow): boolean {
  const value = valueOf(cell, filter.field);
  return value === undefined || (filter.values as readonly Value[]).includes(value);
}

/** Cells that filters on runs and cells keep; diagnostic scorers only where they are named. */
export function cellsIn(catalog: readonly CatalogRow[], filters: Filters): CatalogRow[] {
  const named = filters.some((f) => f.field === "scorer" || f.field === "run");
  return catalog.filter(
    (cell) => (named || !cell.diagnostic) && filters.every((filter) => keeps(filter, cell)),
  );
}

/** Series in which no item is seen at two N or in two trials. */
export function fixedSeries(catalog: readonly CatalogRow[]): ReadonlySet<string> {
  return new Set(catalog.filter((c) => c.series_kind === "fixed").map((c) => c.series_id));
}

/** There are cells under the filters, and in none of their series is an item asked but once. */
export function onlyRepeated(catalog: readonly CatalogRow[], filters: Filters): boolean {
  const cells = cellsIn(catalog, filters);
  return cells.length > 0 && cells.every((cell) => cell.series_kind === "repeated");
}

/** How many runs of repeated questions the filters keep beside those that are shown. */
export function repeatedLeftOut(
  catalog: readonly CatalogRow[],
  filters: Filters,
  shown: readonly { readonly run_id: string }[],
): number {
  const cells = cellsIn(catalog, filters).filter((cell) => cell.series_kind === "repeated");
  const runs = new Set(cells.map((cell) => cell.run_id));
  for (const { run_id } of shown) runs.delete(run_id);
  return runs.size;
}

export interface PaddingScope {
  readonly filters: Filters;
  /** Padded conditions that were left out because no filter asks for them. */
  readonly leftOut: readonly string[];
}

/**
 * Without a filter on padding, views that are not about padding show the unpadded condition, where
 * there is one: padded trials answer another question, and are never mixed in unasked.
 */
export function unpaddedByDefault(filters: Filters, catalog: readonly CatalogRow[]): PaddingScope {
  if (filters.some((filter) => filter.field === "padding")) return { filters, leftOut: [] };
  const paddings = new Set(cellsIn(catalog, filters).map((cell) => cell.padding));
  if (!paddings.has("none")) return { filters, leftOut: [] };
  return {
    filters: [...filters, { field: "padding", values: ["none"] }],
    leftOut: [...paddings].filter((padding) => padding !== "none").sort(),
  };
}

/** The runs behind rows that are shown: what is said about other runs does not concern them. */
export function runsBehind(
  rows: readonly { readonly series_id: string }[],
  catalog: readonly CatalogRow[],
): ReadonlySet<string> {
  const series = new Set(rows.map((row) => row.series_id));
  return new Set(catalog.filter((cell) => series.has(cell.series_id)).map((cell) => cell.run_id));
}

/** The N of the cells in scope, ascending. */
export function optionCounts(cells: readonly CatalogRow[]): number[] {
  return [...new Set(cells.map((cell) => cell.n_options))].sort((a, b) => a - b);
}

/** The cells of each run that the filters keep, by its id. */
export function runCells(
  catalog: readonly CatalogRow[],
  filters: Filters,
): ReadonlyMap<string, readonly CatalogRow[]> {
  return Map.groupBy(cellsIn(catalog, filters), (cell) => cell.run_id);
}

/** The N of a view that shows one: that of the link where there is one, else the largest. */
export function usableN(counts: readonly number[], n: number | null): number | null {
  return counts.find((count) => count === n) ?? counts.at(-1) ?? null;
}

/** The one N that filters leave; null where they leave several. */
export function onlyN(filters: Filters): number | null {
  const counts = filters.find((filter) => filter.field === "n_options")?.values ?? [];
  const [only] = counts;
  return counts.length === 1 && typeof only === "number" ? only : null;
}

/** Filters with others put in place of those on the same fields. */
export function withFilters(filters: Filters, others: Filters): Filters {
  const fields = new Set(others.map((filter) => filter.field));
  return [...filters.filter((filter) => !fields.has(filter.field)), ...others];
}

/** Filters with the runs of some series, where they keep cells of others, too. */
function ofSeries(
  filters: Filters,
  series: readonly string[],
  catalog: readonly CatalogRow[],
): Filters {
  const cells = cellsIn(catalog, filters);
  const own = cells.filter((cell) => series.includes(cell.series_id));
  if (series.length === 0 || own.length === cells.length) return filters;
  const runs = [...new Set(own.map((cell) => cell.run_id))].sort();
  return withFilters(filters, [{ field: "run", values: runs }]);
}

/**
 * The filters that lead from a view to the responses behind one point: those of the view, narrowed
 * by the point's, without those that every cell of the data satisfies anyway.
 */
export function drillDown(view: Filters, point: Select, catalog: readonly CatalogRow[]): Filters {
  const series = point.flatMap((one) => (one.field === "series" ? one.values : []));
  const filters = withFilters(
    view,
    point.filter((one) => one.field !== "series"),
  );
  return ofSeries(filters, series, catalog).filter((filter) => {
    const always = catalog.every((cell) => keeps(filter, cell));
    // Without a scorer filter diagnostic scorers are left out: there it always says something.
    const diagnostic = filter.field === "scorer" && catalog.some((cell) => cell.diagnostic);
    return !always || diagnostic || isItemFilter(filter);
  });
}

/**
 * What leads to a run, which throws its paddings together: those that were counted, unless it says its
 * own.
 * @param filters what the view counts under
 */
export function underPaddings(run: Select, filters: Filters): Select {
  const isPadding = ({ field }: Select[number]) => field === "padding";
  return run.some(isPadding) ? run : [...filters.filter(isPadding), ...run];
}

const isItemFilter = ({ field }: Filter) =>
  field === "stem" || field === "section" || field === "item";
