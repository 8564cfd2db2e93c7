"use client";
import { useActivity } from "@/components/workspace/use-workspace";
import { ProgressBar, progressText } from "./progress";

/** A skeleton that says what is being loaded, and how far it is. */
export function LoadingState({ what = "this view" }: { readonly what?: string }) {
  const { opening, rowsProgress } = useActivity();
  // What failed is told above the view; nothing is being loaded then.
  if (opening.kind === "failed") return <p className="text-muted">Nothing could be loaded.</p>;
  const progress = opening.kind === "opening" ? opening.progress : rowsProgress;
  return (
    <div className="space-y-3">
      <div role="status" className="max-w-md space-y-1.5">
        <p className="text-muted text-sm">
          {progress ? progressText(progress) : `Computing ${what}`}
        </p>
        {progress && <ProgressBar progress={progress} />}
      </div>
      <div aria-hidden className="skeleton h-64 w-full" />
      <div aria-hidden className="space-y-1.5">
        {[0, 1, 2, 3].map((row) => (
          <div key={row} className="skeleton h-6 w-full" />
        ))}
      </div>
    </div>
  );
}

/** The same in a line. */
export function BriefLoadingState({ what }: { readonly what: string | undefined }) {
  const { opening } = useActivity();
  if (opening.kind === "failed") return null;
  return <p className="text-muted text-xs">Computing {what}</p>;
}
