import { cellsIn, optionCounts, usableN, withFilters } from "@/lib/chart-models/scope";
import type { CatalogRow } from "@/lib/metrics/catalog";
import { METRICS } from "@/lib/metrics/registry";
import { CELL_SIZES } from "@/lib/metrics/sections/cell-sizes";
import { together } from "@/lib/metrics/together";
import type { Filters } from "@/lib/view-state/filters";

export const POSITIONS = together("positions view", {
  distribution: METRICS.position_distribution,
  positions: METRICS.positions,
  bins: METRICS.gold_bins,
  sizes: CELL_SIZES,
});

export interface PositionsScope {
  /** The N that could be asked for, ascending. */
  readonly counts: readonly number[];
  /** The one N that is asked for; null where there is none. */
  readonly wanted: number | null;
  readonly filters: Filters;
}

/**
 * Positions are asked at one N.
 * @param filters those of the view, without its choice of N
 * @param n the N of the link
 */
export function positionsScope(
  cells: readonly CatalogRow[],
  filters: Filters,
  n: number | null,
): PositionsScope {
  const counts = optionCounts(cellsIn(cells, filters));
  const wanted = usableN(counts, n);
  if (wanted === null) return { counts, wanted, filters };
  return {
    counts,
    wanted,
    filters: withFilters(filters, [{ field: "n_options", values: [wanted] }]),
  };
}
