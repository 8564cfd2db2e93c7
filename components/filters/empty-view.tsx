"use client";
import type { ReactNode } from "react";
import { useViewState } from "@/components/hooks/use-view-state";
import { Button } from "@/components/ui/button";
import { acts, withoutField } from "./change";
import { filterLabel } from "./labels";
import { useFacets } from "./use-facets";

interface EmptyViewProps {
  /** What there is nothing of, where it is not the filters that leave nothing. */
  readonly headline?: string | null;
  /** Why: "no run has two N". */
  readonly reason?: ReactNode;
}

/** Says that nothing is there to be drawn, why, and which filter to take away to see something. */
export function EmptyView({ headline = null, reason }: EmptyViewProps) {
  const { state, update } = useViewState();
  const facets = useFacets();
  const active = state.filters.filter((f) => acts(f, state.view));
  // A facet counts under the other filters: any count says that without it there are rows.
  const counted = facets.refreshing ? [] : facets.rows;
  const helpful = active.filter((filter) =>
    counted.some((f) => f.field === filter.field && f.values.some((v) => v.n > 0)),
  );
  return (
    <div className="border-line rounded border border-dashed p-6 text-center">
      <p className="font-semibold">
        {headline ?? (active.length > 0 ? "No data under these filters" : "Nothing to show yet")}
      </p>
      {reason && <p className="text-muted mt-1">{reason}</p>}
      {active.length === 0 && !reason && (
        <p className="text-muted mt-1">Drop a file of responses on the page to begin.</p>
      )}
      <div className="mt-3 flex flex-wrap justify-center gap-2">
        {helpful.map((filter) => (
          <Button
            key={filter.field}
            onClick={() => update((s) => ({ filters: withoutField(s.filters, filter.field) }))}
          >
            Remove the filter on {filterLabel(filter.field)}
          </Button>
        ))}
        {active.length > 0 && (
          <Button onClick={() => update({ filters: [] })}>Reset all filters</Button>
        )}
      </div>
    </div>
  );
}
