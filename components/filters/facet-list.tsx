"use client";
import { Search } from "lucide-react";
import { startTransition, useId, useOptimistic, useState } from "react";
import { useViewState } from "@/components/hooks/use-view-state";
import { formatCount } from "@/lib/format/number";
import type { Facet } from "@/lib/metrics/facets";
import { valuesOf, withToggled, withValues, type FilterValue } from "./change";
import { filterLabel, valueLabel } from "./labels";

/** From here on a list is searched rather than read. */
const SEARCH_FROM = 9;
const SHOWN = 40;

const key = (value: FilterValue) => `${typeof value} ${String(value)}`;
const fold = (text: string) => text.normalize("NFKC").toLowerCase();

interface OptionProps {
  readonly label: string;
  readonly count: number;
  readonly checked: boolean;
  readonly onToggle: () => void;
  readonly onOnly: () => void;
}

function Option({ label, count, checked, onToggle, onOnly }: OptionProps) {
  // The link changes in a transition, which may wait for charts to be drawn: the tick does not.
  const [shown, setShown] = useOptimistic(checked);
  const toggle = () =>
    startTransition(() => {
      setShown(!checked);
      onToggle();
    });
  return (
    <li className="group hover:bg-sunken flex items-center gap-1 rounded pr-1">
      <label className="flex min-w-0 flex-1 items-center gap-2 py-0.5 pl-1">
        <input
          type="checkbox"
          checked={shown}
          onChange={toggle}
          className="accent-accent shrink-0"
        />
        <span className="min-w-0 flex-1 truncate" title={label}>
          {label}
        </span>
        <span className="text-muted tabular text-xs group-focus-within:hidden group-hover:hidden">
          {formatCount(count)}
        </span>
      </label>
      <button
        type="button"
        onClick={onOnly}
        aria-label={`only ${label}`}
        className="text-accent sr-only text-xs underline group-focus-within:not-sr-only group-hover:not-sr-only"
      >
        only
      </button>
    </li>
  );
}

/** The values of one facet: what is chosen first, then the rest, searched when there are many. */
export function FacetList({ facet }: { readonly facet: Facet }) {
  const { state, update } = useViewState();
  const [search, setSearch] = useState("");
  const searchId = useId();
  const { field } = facet;
  const chosen = valuesOf(state.filters, field);
  const needle = fold(search.trim());
  const found = facet.values.filter(({ value }) =>
    needle === "" ? true : fold(valueLabel(field, value)).includes(needle),
  );
  const first = found.filter(({ value }) => chosen.includes(value));
  const rest = found.filter(({ value }) => !chosen.includes(value));
  const shown = [...first, ...rest].slice(0, Math.max(SHOWN, first.length));
  return (
    <>
      {facet.total >= SEARCH_FROM && (
        <div className="relative mb-1">
          <Search size={13} aria-hidden className="text-muted absolute top-1.5 left-1.5" />
          <input
            id={searchId}
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
          <Option
            key={key(value)}
            label={valueLabel(field, value)}
            count={n}
            checked={chosen.includes(value)}
            onToggle={() => update((s) => ({ filters: withToggled(s.filters, field, value) }))}
            onOnly={() => update((s) => ({ filters: withValues(s.filters, field, [value]) }))}
          />
        ))}
      </ul>
      {found.length > shown.length && (
        <p className="text-muted px-1 text-xs">
          {formatCount(shown.length)} of {formatCount(found.length)}: search to see others
        </p>
      )}
      {found.length === 0 && <p className="text-muted px-1 text-xs">No value has this text.</p>}
    </>
  );
}
