import { clsx } from "clsx";
import {
  CircleCheck,
  CircleDashed,
  CirclePause,
  CirclePlay,
  CircleSlash,
  TriangleAlert,
} from "lucide-react";
import type { JobSummary } from "@/lib/evaluate/contract/jobs";
import { STATE_LABELS } from "./words";

const LOOKS = {
  planned: { Icon: CircleDashed, style: "text-muted" },
  running: { Icon: CirclePlay, style: "text-accent" },
  paused: { Icon: CirclePause, style: "text-warn" },
  complete: { Icon: CircleCheck, style: "text-good" },
  incomplete: { Icon: TriangleAlert, style: "text-warn" },
  cancelled: { Icon: CircleSlash, style: "text-muted" },
} as const;

/** A job's state as a sign and a word. */
export function StateBadge({ state }: Pick<JobSummary, "state">) {
  const { Icon, style } = LOOKS[state];
  return (
    <span
      data-state={state}
      className={clsx(
        "inline-flex items-center gap-1 text-sm font-medium whitespace-nowrap",
        style,
      )}
    >
      <Icon size={14} aria-hidden /> {STATE_LABELS[state]}
    </span>
  );
}
