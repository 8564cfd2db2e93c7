"use client";
import { useMemo } from "react";
import type { QueryState } from "@/components/workspace/query-state";
import { useMetric } from "@/components/workspace/use-metric";
import { cellsIn, withFilters } from "@/lib/chart-models/scope";
import type { CatalogRow } from "@/lib/metrics/catalog";
import { PAIRED_RUNS, type PairedRow } from "@/lib/metrics/paired";
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

function hasSeveralFixed(catalog: readonly CatalogRow[], filters: Filters): boolean {
  const fixed = cellsIn(catalog, filters).filter((cell) => cell.series_kind === "fixed");
  return new Set(fixed.map((cell) => cell.run_id)).size > 1;
}

const NONE: readonly never[] = [];

interface LeaderItems {
  /** Item means of repeated runs at the highest N; none where nothing is repeated. */
  readonly rows: readonly ItemMetricRow[];
  /** Fixed runs compared item by item; none where fewer than two are open. */
  readonly paired: readonly PairedRow[];
  readonly states: readonly QueryState[];
}

/** What makes a near-tie a paired statement. */
export function useLeaderItems(
  catalog: readonly CatalogRow[],
  filters: Filters,
  enabled: boolean,
): LeaderItems {
  const asked = useMemo(() => leaderFilters(catalog, filters), [catalog, filters]);
  const items = useMetric(METRICS.items, asked ?? filters, {
    enabled: enabled && asked !== null,
  });
  const several = useMemo(() => hasSeveralFixed(catalog, filters), [catalog, filters]);
  const paired = useMetric(PAIRED_RUNS, filters, { enabled: enabled && several });
  return {
    rows: asked === null ? NONE : items.rows,
    paired: several ? paired.rows : NONE,
    states: [...(asked === null ? [] : [items]), ...(several ? [paired] : [])],
  };
}
