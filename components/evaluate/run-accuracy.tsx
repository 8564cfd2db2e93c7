"use client";
import { Hint } from "@/components/ui/hint";
import type { JobRunReply } from "@/lib/evaluate/contract/jobs";
import { accuracyNote, accuracyText } from "./words";

/** A run's accuracy so far; what it is a mean over is said on focus. */
export function RunAccuracy({ accuracy }: Pick<JobRunReply, "accuracy">) {
  if (accuracy === null) return "no scored response yet";
  return (
    <Hint text={accuracyNote(accuracy)}>
      <button
        type="button"
        className="tabular cursor-help text-left underline decoration-dotted underline-offset-2"
      >
        {accuracyText(accuracy)}
      </button>
    </Hint>
  );
}
