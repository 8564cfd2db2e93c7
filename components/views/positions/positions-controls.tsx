"use client";
import { useId } from "react";
import type { ViewNavigation } from "@/components/hooks/use-view-state";
import { maxK } from "@/lib/chart-models/positions";
import { Choice } from "../shared/choice";

interface PositionsControlsProps {
  readonly counts: readonly number[];
  readonly n: number;
  readonly k: number;
  readonly update: ViewNavigation["update"];
}

/** Which N is shown, and how many first positions count as the front. */
export function PositionsControls({ counts, n, k, update }: PositionsControlsProps) {
  const id = useId();
  return (
    <>
      <Choice
        label="N"
        value={String(n)}
        options={counts.map((count) => ({ value: String(count), label: String(count) }))}
        onChange={(chosen) => update({ n: Number(chosen) })}
      />
      <div className="flex items-center gap-2 text-sm">
        <label htmlFor={id} className="text-muted">
          First k
        </label>
        <input
          id={id}
          type="range"
          min={1}
          max={maxK(n)}
          value={k}
          onChange={(event) => update({ k: Number(event.target.value) }, "replace")}
          className="accent-accent w-36"
        />
        <output htmlFor={id} className="tabular w-6">
          {k}
        </output>
      </div>
    </>
  );
}
