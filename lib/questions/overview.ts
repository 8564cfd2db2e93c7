import { cellsIn, withFilters } from "@/lib/chart-models/scope";
import type { CatalogRow } from "@/lib/metrics/catalog";
import { PAIRED_RUNS } from "@/lib/metrics/paired";
import { RUN_PRESENTATIONS } from "@/lib/metrics/pooled";
import { METRICS } from "@/lib/metrics/registry";
import { narrowed, together } from "@/lib/metrics/together";
import type { Filters } from "@/lib/view-state/filters";

/** The highest N of each benchmark and environment, and the benchmarks with repeated trials. */
function leaderFilters(catalog: readonly CatalogRow[], filters: Filters): Filters | null {
  const cells = cellsIn(catalog, filters).filter((cell) => cell.series_kind === "repeated");
  const highest = new Map<string, number>();
  for (const { benchmark, environment, n_options } of cells) {
    const key = `${benchmark}|${environment ?? "~"}`;
    highest.set(key, Math.max(highest.get(key) ?? 0, n_options));
  }
  const benchmarks = [...new Set(cells.map((cell) => cell.benchmark))].sort();
  const counts = [...new Set(highest.values())].sort((a, b) => a - b);
  if (benchmarks.length === 0) return null;
  return withFilters(filters, [
    { field: "benchmark", values: benchmarks },
    { field: "n_options", values: counts },
  ]);
}

/** How many runs of fixed series the filters keep. */
export function fixedRuns(catalog: readonly CatalogRow[], filters: Filters): number {
  const fixed = cellsIn(catalog, filters).filter((cell) => cell.series_kind === "fixed");
  return new Set(fixed.map((cell) => cell.run_id)).size;
}

/**
 * All that the leader table stands on. What makes a near-tie a paired statement: item means of
 * repeated runs at the highest N (`items`), and fixed runs compared item by item (`paired`).
 */
export function boardSource(catalog: readonly CatalogRow[]) {
  return together("overview", {
    scaling: METRICS.scaling,
    bubble: METRICS.bubble,
    accuracy: METRICS.accuracy,
    items: narrowed(METRICS.items, (filters) => leaderFilters(catalog, filters)),
    paired: narrowed(PAIRED_RUNS, (filters) => (fixedRuns(catalog, filters) > 1 ? filters : null)),
    presented: narrowed(RUN_PRESENTATIONS, (filters) =>
      fixedRuns(catalog, filters) > 0 ? filters : null,
    ),
  });
}
