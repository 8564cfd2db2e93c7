import type { CatalogRow } from "@/lib/metrics/catalog";
import { NO_PADDING } from "@/lib/metrics/scope";
import { PUBLISHED_ENVIRONMENTS } from "@/lib/reference/published";
import type { Filters } from "@/lib/view-state/filters";
import { publishedEnvironments } from "./published";
import { PUBLISHED_N } from "./published-positions";
import { cellsIn, optionCounts, withFilters } from "./scope";

/** The first positions that P1's Figure 3 reads its CDFs at. */
export const FIGURE_K = 10;

/** The environment and N of the position figure. */
export interface PositionsPlace {
  readonly environment: string | null;
  readonly n: number;
}

/** Filters without padding: what P1's Figures 1 and 3 show. */
export function unpadded(filters: Filters): Filters {
  return withFilters(filters, [{ field: "padding", values: [NO_PADDING] }]);
}

/**
 * Where the position figure looks: the environment that P1's Figure 3 shows ("full") where it is in
 * view, else the last by name, at its largest N. Null where nothing unpadded was asked repeatedly.
 */
export function positionsPlace(
  catalog: readonly CatalogRow[],
  filters: Filters,
): PositionsPlace | null {
  const cells = cellsIn(catalog, unpadded(filters)).filter(
    (cell) => cell.series_kind === "repeated",
  );
  const environments = new Set(cells.map((cell) => cell.environment));
  const last = [...environments].sort((a, b) => ((a ?? "") < (b ?? "") ? -1 : 1)).at(-1);
  if (last === undefined) return null;
  const environment = environments.has("full") ? "full" : last;
  const n = optionCounts(cells.filter((cell) => cell.environment === environment)).at(-1);
  return n === undefined ? null : { environment, n };
}

/** The filters of the position figure. */
export function placeFilters(filters: Filters, { environment, n }: PositionsPlace): Filters {
  return withFilters(unpadded(filters), [
    { field: "environment", values: [environment] },
    { field: "n_options", values: [n] },
  ]);
}

/** The N at which padding is read: that of the paper where it was asked, else the largest. */
export function paddingN(counts: readonly number[]): number {
  return counts.includes(PUBLISHED_N) ? PUBLISHED_N : Math.max(2, ...counts);
}

/** Why nothing published stands beside what is shown; null where something does. */
export function unpublishedNote(environments: Iterable<string | null>): string | null {
  if (publishedEnvironments(environments).length > 0) return null;
  return `nothing published stands beside: the paper's environments are ${PUBLISHED_ENVIRONMENTS.join(" and ")}`;
}
