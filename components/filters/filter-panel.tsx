"use client";
import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { useViewState } from "@/components/hooks/use-view-state";
import { useFilters } from "@/components/workspace/use-metric";
import { useActivity } from "@/components/workspace/use-workspace";
import { Button } from "@/components/ui/button";
import { formatCount } from "@/lib/format/number";
import type { Facet } from "@/lib/metrics/facets";
import type { FilterField } from "@/lib/view-state/filters";
import { valuesOf } from "./change";
import { FacetList } from "./facet-list";
import { FACET_ORDER, filterLabel } from "./labels";
import { useFacets } from "./use-facets";

/** Lists that are long, or rarely wanted, start closed. */
const OPEN_UP_TO = 12;
const START_CLOSED: ReadonlySet<string> = new Set(["run", "item", "scorer", "section"]);

function FacetSection({ facet, chosen }: { readonly facet: Facet; readonly chosen: number }) {
  const [open, setOpen] = useState(
    () => chosen > 0 || (!START_CLOSED.has(facet.field) && facet.total <= OPEN_UP_TO),
  );
  return (
    <details
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="border-line group/facet border-t py-1.5 first:border-t-0"
    >
      <summary className="flex list-none items-center gap-1 rounded py-0.5 font-medium">
        <ChevronRight
          size={14}
          aria-hidden
          className="text-muted transition-transform group-open/facet:rotate-90"
        />
        {filterLabel(facet.field)}
        <span className="text-muted ml-auto text-xs font-normal">
          {chosen > 0
            ? `${formatCount(chosen)} of ${formatCount(facet.total)}`
            : formatCount(facet.total)}
        </span>
      </summary>
      <FacetList facet={facet} />
    </details>
  );
}

/** Facets with counts under the other filters. */
export function FilterPanel() {
  const { state, update } = useViewState();
  const { filters } = useFilters();
  const facets = useFacets();
  const { opening } = useActivity();
  const byField = new Map<FilterField, Facet>(facets.rows.map((facet) => [facet.field, facet]));
  const shown = FACET_ORDER.flatMap((field) => {
    const facet = byField.get(field);
    if (!facet) return [];
    const chosen = valuesOf(filters, field).length;
    // One value for all rows parts nothing.
    return facet.total > 1 || chosen > 0 ? [{ facet, chosen }] : [];
  });
  return (
    <div aria-busy={facets.status === "loading" || facets.refreshing}>
      {facets.status === "loading" && opening.kind !== "failed" && (
        <div aria-hidden className="space-y-2">
          {[0, 1, 2, 3, 4, 5].map((i) => (
            <div key={i} className="skeleton h-5" />
          ))}
        </div>
      )}
      {facets.status === "error" && (
        <p className="text-danger">The filters could not be counted: {facets.error?.message}</p>
      )}
      {facets.status !== "loading" && facets.status !== "error" && shown.length === 0 && (
        <p className="text-muted">No two values to choose between.</p>
      )}
      {shown.map(({ facet, chosen }) => (
        <FacetSection key={facet.field} facet={facet} chosen={chosen} />
      ))}
      {state.filters.length > 0 && (
        <Button className="mt-2" onClick={() => update({ filters: [] })}>
          Reset all filters
        </Button>
      )}
    </div>
  );
}
