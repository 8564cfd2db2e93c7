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
    <li className="group hover:bg-sunken relative flex items-center rounded pr-1">
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
          <span className="text-muted tabular mouse:group-focus-within:invisible mouse:group-hover:invisible min-w-7 text-right text-xs">
            {formatCount(count)}
          </span>
        )}
      </label>
      <button
        type="button"
        onClick={onOnly}
        aria-label={`only ${label}`}
        // Over the count, in whose place it comes: a row that changed its height under the pointer
        // would move away from it. Unseen it takes no press; where nothing hovers it stands beside.
        className="text-accent mouse:pointer-events-none mouse:absolute mouse:right-0 mouse:opacity-0 mouse:group-focus-within:pointer-events-auto mouse:group-focus-within:opacity-100 mouse:group-hover:pointer-events-auto mouse:group-hover:opacity-100 px-1 text-xs underline"
      >
        only
      </button>
    </li>
  );
}
