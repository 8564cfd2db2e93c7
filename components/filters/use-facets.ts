"use client";
import { useQueryClient } from "@tanstack/react-query";
import { facets, type Facet } from "@/lib/metrics/facets";
import { readValues, useFilters, useRows, viewAnswered } from "@/components/workspace/use-metric";
import { useWorkspace } from "@/components/workspace/use-workspace";
import type { RowsResult } from "@/components/workspace/query-state";

/** Values of every facet, each counted under the other filters. */
export function useFacets(): RowsResult<Facet> {
  const client = useQueryClient();
  const open = useWorkspace();
  const { filters, ready } = useFilters();
  return useRows(
    ["facets", "all", filters],
    async (workspace, signal) => {
      await viewAnswered(client, signal);
      const counted = await facets(workspace, { filters, signal });
      // The counts need not wait for them; where this fails, the first filter asks again.
      readValues(client, open).catch(() => undefined);
      return counted;
    },
    ready,
  );
}
