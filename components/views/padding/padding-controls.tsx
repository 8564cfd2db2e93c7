"use client";
import type { ViewNavigation } from "@/components/hooks/use-view-state";
import { Choice } from "../shared/choice";
import { ScaleChoice } from "../shared/scale-choice";

interface PaddingControlsProps extends Pick<ViewNavigation, "state" | "update"> {
  readonly counts: readonly number[];
  /** The N in use; null while there is none. */
  readonly n: number | null;
}

/** The scale of N, and the one N of read-outs and tables below. */
export function PaddingControls({ state, update, counts, n }: PaddingControlsProps) {
  return (
    <>
      <ScaleChoice state={state} update={update} />
      {n !== null && (
        <Choice
          label="Read at N"
          value={String(n)}
          options={counts.map((count) => ({ value: String(count), label: String(count) }))}
          onChange={(chosen) => update({ n: Number(chosen) })}
        />
      )}
    </>
  );
}
