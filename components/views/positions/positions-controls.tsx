"use client";
import { useId } from "react";
import type { ViewNavigation } from "@/components/hooks/use-view-state";
import { maxK } from "@/lib/chart-models/positions";
import { Choice } from "../shared/choice";

interface PositionsControlsProps {
  readonly counts: readonly number[];
  readonly n: number;
  readonly k: number;
  readonly split: boolean;
  readonly update: ViewNavigation["update"];
}

/** Which N is shown, how many first positions count as the front, and the split of the trials. */
export function PositionsControls({ counts, n, k, split, update }: PositionsControlsProps) {
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
      <label className="flex items-center gap-1.5 text-sm">
        <input
          type="checkbox"
          checked={split}
          onChange={(event) => update({ split: event.target.checked })}
          className="accent-accent"
        />
        Split hard and less hard trials
      </label>
    </>
  );
}
