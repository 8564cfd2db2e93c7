import { withFilters } from "@/lib/chart-models/scope";
import type { CatalogRow } from "@/lib/metrics/catalog";
import { METRICS } from "@/lib/metrics/registry";
import { narrowed } from "@/lib/metrics/together";
import type { Filters } from "@/lib/view-state/filters";

/**
 * Filters that keep diagnostic scorers as well, which everything else leaves out unasked: how they
 * read is what is compared. A filter of scorers or runs stays as it is.
 */
export function withAllScorers(filters: Filters, catalog: readonly CatalogRow[]): Filters {
  const chosen = filters.some(({ field }) => field === "scorer" || field === "run");
  const scorers = [...new Set(catalog.map(({ scorer }) => scorer))].sort();
  return chosen || scorers.length === 0
    ? filters
    : withFilters(filters, [{ field: "scorer", values: scorers }]);
}

/** Two readings of the same answers, whatever the scorers. */
export function scorersSource(catalog: readonly CatalogRow[]) {
  return narrowed(METRICS.scorers, (filters) => withAllScorers(filters, catalog));
}
