"use client";
import { Search } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { useViewState } from "@/components/hooks/use-view-state";
import { formatCount } from "@/lib/format/number";
import type { Facet, FacetValue } from "@/lib/metrics/facets";
import { valuesOf, withToggled, withValues } from "./change";
import { FacetOption } from "./facet-option";
import { filterLabel, valueLabel } from "./labels";
import { fold, shownValues, type CountedValue } from "./shown-values";
import { useItemSearch } from "./use-item-search";

/** From here on a list is searched rather than read. */
const SEARCH_FROM = 13;
const SHOWN = 40;

const key = (value: FacetValue) => `${typeof value} ${String(value)}`;

/** The facet's values, and those that a search finds beyond its cut list. */
function useValues(facet: Facet, needle: string): readonly CountedValue[] {
  const cut = facet.field === "item" && facet.total > facet.values.length;
  const found = useItemSearch(needle, cut && needle !== "");
  const counted = new Set<FacetValue>(facet.values.map((v) => v.value));
  return [
    ...facet.values,
    ...found.filter((value) => !counted.has(value)).map((value) => ({ value, n: null })),
  ];
}

/** The values of one facet, with a search where there are many. */
export function FacetList({ facet }: { readonly facet: Facet }) {
  const { state, update } = useViewState();
  const [search, setSearch] = useState("");
  const { field } = facet;
  const needle = useDeferredValue(search.trim());
  const chosen = valuesOf(state.filters, field);
  const values = useValues(facet, needle);
  const matches = (value: FacetValue) => fold(valueLabel(field, value)).includes(fold(needle));
  const { shown, found } = shownValues(values, chosen, matches, SHOWN);
  // Without a search the list may be cut twice: here, and where it was counted.
  const total = needle === "" ? facet.total : found;
  return (
    <>
      {facet.total >= SEARCH_FROM && (
        <div className="relative mb-1">
          <Search size={13} aria-hidden className="text-muted absolute top-1.5 left-1.5" />
          <input
            type="search"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            placeholder={`Search ${formatCount(facet.total)}`}
            aria-label={`Search ${filterLabel(field)}`}
            className="border-line bg-surface w-full rounded border py-0.5 pr-1 pl-6 text-sm"
          />
        </div>
      )}
      <ul>
        {shown.map(({ value, n }) => (
          <FacetOption
            key={key(value)}
            label={valueLabel(field, value)}
            count={n}
            checked={chosen.includes(value)}
            onToggle={() => update((s) => ({ filters: withToggled(s.filters, field, value) }))}
            onOnly={() => update((s) => ({ filters: withValues(s.filters, field, [value]) }))}
          />
        ))}
      </ul>
      {total > shown.length && (
        <p className="text-muted px-1 text-xs">
          {formatCount(shown.length)} of {formatCount(total)}: search to see others
        </p>
      )}
      {found === 0 && <p className="text-muted px-1 text-xs">No value has this text.</p>}
    </>
  );
}
