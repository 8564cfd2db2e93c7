import { unpaddedByDefault, type PaddingScope } from "@/lib/chart-models/scope";
import type { CatalogRow } from "@/lib/metrics/catalog";
import { withUnpadded } from "@/lib/metrics/scope";
import type { Filters } from "@/lib/view-state/filters";

/**
 * Which paddings a view shows: no padding unless a padding is asked for, or the unpadded side beside
 * whatever paddings are asked for.
 */
export type PaddingChoice = "unpadded" | "compared";

/** The filters under which a view asks, from those of its link. */
export function viewScope(
  paddings: PaddingChoice,
  filters: Filters,
  cells: readonly CatalogRow[],
): PaddingScope {
  return paddings === "compared"
    ? { filters: withUnpadded(filters), leftOut: [] }
    : unpaddedByDefault(filters, cells);
}
