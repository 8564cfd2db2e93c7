"use client";
import { ErrorState } from "@/components/ui/error-state";
import { ProgressBar, progressText } from "@/components/ui/progress";
import { mergeStates, type RowsResult } from "./query-state";
import type { WithLacking } from "./trial-rows";
import { useActivity } from "./use-workspace";

/** Says that intervals over trials are still being read, or why there are none. */
export function TrialNotice({ of }: { readonly of: readonly WithLacking<RowsResult<unknown>>[] }) {
  const { rowsProgress } = useActivity();
  const lacking = of.flatMap((rows) => rows.lacking ?? []);
  if (lacking.length === 0) return null;
  const { error, retry } = mergeStates(lacking);
  if (error)
    return <ErrorState error={error} retry={retry} title="Intervals over trials are missing" />;
  return (
    <div className="text-muted space-y-1 text-xs">
      <p role="status">
        Intervals over trials follow. {rowsProgress && progressText(rowsProgress)}
      </p>
      {rowsProgress && <ProgressBar progress={rowsProgress} />}
    </div>
  );
}
