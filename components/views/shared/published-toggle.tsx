"use client";
import { useId } from "react";
import { useViewState } from "@/components/hooks/use-view-state";

/**
 * Sets published values beside the recomputed ones; the link remembers it.
 * @param hint why there is nothing to set beside what is shown
 * @param paper whose values they are
 */
export function PublishedToggle({
  hint,
  paper = "P1",
}: {
  readonly hint?: string;
  readonly paper?: "P1" | "P2";
}) {
  const { state, update } = useViewState();
  const id = useId();
  return (
    <span className="flex flex-wrap items-center gap-x-2 text-sm">
      <label className="flex cursor-pointer items-center gap-1.5 py-1">
        <input
          type="checkbox"
          checked={state.published}
          aria-describedby={hint === undefined ? undefined : id}
          onChange={(event) => update({ published: event.target.checked })}
          className="accent-accent"
        />
        Published values ({paper})
      </label>
      {hint !== undefined && (
        <span id={id} className="text-muted text-xs">
          {hint}
        </span>
      )}
    </span>
  );
}
