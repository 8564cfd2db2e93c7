"use client";
import { useDeferredValue } from "react";
import { facets, type Facet } from "@/lib/metrics/facets";
import { useFilters, useRows } from "@/components/workspace/use-metric";
import type { RowsResult } from "@/components/workspace/query-state";

/** Values of every facet, each counted under the other filters. */
export function useFacets(): RowsResult<Facet> {
  const inUse = useFilters();
  // The view's own questions go first: the engine answers one after the other.
  const filters = useDeferredValue(inUse.filters);
  return useRows(
    ["facets", "all", filters],
    (workspace, signal) => facets(workspace, { filters, signal }),
    inUse.ready,
  );
}
