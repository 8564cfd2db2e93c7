"use client";
import { facets, type Facet } from "@/lib/metrics/facets";
import { useRows } from "@/components/workspace/use-metric";
import { useFilters } from "@/components/workspace/use-metric";
import type { RowsResult } from "@/components/workspace/query-state";

/** Values of every facet, each counted under the other filters. */
export function useFacets(): RowsResult<Facet> {
  const { filters, ready } = useFilters();
  return useRows(
    ["facets", "all", filters],
    (workspace, signal) => facets(workspace, { filters, signal }),
    ready,
  );
}
