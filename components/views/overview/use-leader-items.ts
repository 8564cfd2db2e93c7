"use client";
import { useMemo } from "react";
import type { QueryState } from "@/components/workspace/query-state";
import { useMetric } from "@/components/workspace/use-metric";
import { cellsIn, withFilters } from "@/lib/chart-models/scope";
import type { CatalogRow } from "@/lib/metrics/catalog";
import { METRICS } from "@/lib/metrics/registry";
import type { ItemMetricRow } from "@/lib/metrics/rows";
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

const NONE: readonly ItemMetricRow[] = [];

/** Item means that make a near-tie a paired statement; none where nothing is repeated. */
export function useLeaderItems(
  catalog: readonly CatalogRow[],
  filters: Filters,
  enabled: boolean,
): { readonly rows: readonly ItemMetricRow[]; readonly states: readonly QueryState[] } {
  const asked = useMemo(() => leaderFilters(catalog, filters), [catalog, filters]);
  const items = useMetric(METRICS.items, asked ?? filters, {
    enabled: enabled && asked !== null,
  });
  return asked === null ? { rows: NONE, states: [] } : { rows: items.rows, states: [items] };
}
