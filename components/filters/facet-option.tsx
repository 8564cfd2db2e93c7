"use client";
import { startTransition, useOptimistic } from "react";
import { formatCount } from "@/lib/format/number";

interface FacetOptionProps {
  readonly label: string;
  /** Null where it was not counted. */
  readonly count: number | null;
  readonly checked: boolean;
  readonly onToggle: () => void;
  readonly onOnly: () => void;
}

/** One value of a facet: a tick, its count, and "only". */
export function FacetOption({ label, count, checked, onToggle, onOnly }: FacetOptionProps) {
  // The link changes in a transition, which may wait for charts to be drawn: the tick does not.
  const [shown, setShown] = useOptimistic(checked);
  const toggle = () =>
    startTransition(() => {
      setShown(!checked);
      onToggle();
    });
  return (
    <li className="group hover:bg-sunken flex items-center gap-1 rounded pr-1">
      <label className="flex min-w-0 flex-1 items-center gap-2 py-0.5 pl-1 leading-tight">
        <input
          type="checkbox"
          checked={shown}
          onChange={toggle}
          className="accent-accent shrink-0"
        />
        <span className="line-clamp-2 min-w-0 flex-1 [overflow-wrap:anywhere]" title={label}>
          {label}
        </span>
        {count !== null && (
          <span className="text-muted tabular text-xs group-focus-within:hidden group-hover:hidden">
            {formatCount(count)}
          </span>
        )}
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
