"use client";
import { useQueryClient } from "@tanstack/react-query";
import { facets, type Facet } from "@/lib/metrics/facets";
import { viewAnswered, useFilters, useRows } from "@/components/workspace/use-metric";
import type { RowsResult } from "@/components/workspace/query-state";

/** Values of every facet, each counted under the other filters. */
export function useFacets(): RowsResult<Facet> {
  const client = useQueryClient();
  const { filters, ready } = useFilters();
  return useRows(
    ["facets", "all", filters],
    async (workspace, signal) => {
      await viewAnswered(client, signal);
      return facets(workspace, { filters, signal });
    },
    ready,
  );
}
