"use client";
import { useViewState } from "@/components/hooks/use-view-state";
import { hiddenSources } from "@/lib/metrics/hidden-sources";
import type { FilterField } from "@/lib/view-state/filters";
import { useFilters, useRows } from "./use-metric";
import { useWorkspace } from "./use-workspace";

/** Ids of drops of which the filters in force leave nothing, with the filters that do it. */
export function useHiddenDrops(): ReadonlyMap<string, readonly FilterField[]> {
  const { sources } = useWorkspace();
  const { filters, ready } = useFilters();
  const { view } = useViewState().state;
  // Published tables know no filters, and no files.
  const asks = ready && view !== "reference" && filters.length > 0;
  const { rows, refreshing } = useRows(
    ["hidden drops", "by filters", filters],
    (workspace, signal) => hiddenSources(workspace, { filters, signal }),
    asks && sources.some(({ kind }) => kind === "drop"),
  );
  if (!asks || refreshing) return new Map();
  return new Map(
    rows.flatMap(({ source, by }) => {
      const open = sources[source];
      return open?.kind === "drop" ? [[open.id, by] as const] : [];
    }),
  );
}
