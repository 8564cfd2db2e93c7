"use client";
import { formatBytes } from "@/lib/format/number";
import { useActivity } from "@/components/workspace/use-workspace";
import type { Progress } from "@/components/workspace/types";

export function progressText({ what, loaded, total }: Progress): string {
  if (total !== null) return `${what}: ${formatBytes(loaded)} of ${formatBytes(total)}`;
  return loaded > 0 ? `${what}: ${formatBytes(loaded)}` : what;
}

export function ProgressBar({ progress }: { readonly progress: Progress }) {
  const { loaded, total, what } = progress;
  const share = total !== null && total > 0 ? Math.min(1, loaded / total) : null;
  return (
    <div
      role="progressbar"
      aria-label={what}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={share === null ? undefined : Math.round(share * 100)}
      className="bg-sunken h-1.5 w-full overflow-hidden rounded-full"
    >
      <div
        className={share === null ? "skeleton h-full w-full" : "bg-accent h-full"}
        style={share === null ? undefined : { width: `${share * 100}%` }}
      />
    </div>
  );
}

/** A skeleton that says what is being loaded, and how far it is. */
export function LoadingState({ what = "this view" }: { readonly what?: string }) {
  const { opening, rowsProgress } = useActivity();
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
