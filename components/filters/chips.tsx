"use client";
import { X } from "lucide-react";
import { useViewState } from "@/components/hooks/use-view-state";
import { useFilters } from "@/components/workspace/use-metric";
import { listOf } from "@/lib/format/number";
import { acts, valuesOf, withoutField } from "./change";
import { filterLabel, valueLabel } from "./labels";

/** The filters in force, each with a way out. */
export function FilterChips() {
  const { state, update } = useViewState();
  const { unknown } = useFilters();
  if (state.filters.length === 0) return null;
  return (
    <ul aria-label="Filters in force" className="flex min-w-0 flex-wrap gap-1.5">
      {state.filters.map((filter) => {
        const names = listOf(
          filter.values.map((v) => {
            const strange = valuesOf(unknown, filter.field).includes(v);
            return valueLabel(filter.field, v) + (strange ? " (not in these data)" : "");
          }),
          3,
        );
        const label = `${filterLabel(filter.field)}: ${names}`;
        return (
          <li
            key={filter.field}
            className="border-line bg-accent-soft flex max-w-full items-center gap-1 rounded-full border py-0.5 pr-1 pl-2.5 text-sm"
          >
            <span className="truncate">
              {label}
              {!acts(filter, state.view) && (
                <span className="text-muted"> (acts on Responses only)</span>
              )}
            </span>
            <button
              type="button"
              aria-label={`Remove the filter ${label}`}
              onClick={() => update((s) => ({ filters: withoutField(s.filters, filter.field) }))}
              className="hover:bg-sunken rounded-full p-0.5"
            >
              <X size={13} aria-hidden />
            </button>
          </li>
        );
      })}
    </ul>
  );
}
