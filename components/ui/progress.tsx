import { formatBytes } from "@/lib/format/number";
import type { Progress } from "@/components/workspace/types";

/** "Loading 16 runs: 1.2 MB of 5.5 MB". */
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
