"use client";
import { useViewState } from "@/components/hooks/use-view-state";
import { hiddenSources } from "@/lib/metrics/hidden-sources";
import { without, withUnpadded } from "@/lib/metrics/scope";
import type { FilterField, Filters } from "@/lib/view-state/filters";
import type { ViewName } from "@/lib/view-state/state";
import { useFilters, useRows } from "./use-metric";
import { useWorkspace } from "./use-workspace";

/** The filters that leave something out of a view: some show more than the filters of the link. */
export function filtersOfView(view: ViewName, filters: Filters): Filters {
  // The gap has both sides.
  if (view === "stems") return without(filters, "stem");
  return view === "padding" || view === "figures" ? withUnpadded(filters) : filters;
}

/** Ids of drops of which the filters in force leave nothing, with the filters that do it. */
export function useHiddenDrops(): ReadonlyMap<string, readonly FilterField[]> {
  const { sources } = useWorkspace();
  const { filters: inForce, ready } = useFilters();
  const { view } = useViewState().state;
  const filters = filtersOfView(view, inForce);
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
