"use client";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { useLasting } from "@/components/hooks/use-lasting";
import { isBehind, type QueryState } from "@/components/workspace/query-state";
import { ErrorState } from "./error-state";
import { BriefLoadingState, LoadingState } from "./loading-state";

/** Rows of an earlier question are dimmed when the new ones take longer. */
const DIM_AFTER_MS = 150;

interface AnsweredProps {
  readonly state: QueryState;
  /** What is being read: "scaling of 6 models". */
  readonly what?: string;
  /** Says the same in a line, where what is waited for may be nothing. */
  readonly brief?: boolean;
  /** Title of an error. */
  readonly failed?: string;
  /** Drawn where there are no rows. */
  readonly empty?: ReactNode;
  /** Drawn from the rows: dimmed while they are those of an earlier question. */
  readonly children: ReactNode;
}

/**
 * What is drawn from the rows of a question, or that they are awaited, could not be had, or are
 * none: no part of a view may stand as current under a question that it does not answer.
 */
export function Answered({ state, what, brief, failed, empty, children }: AnsweredProps) {
  const { status, error } = state;
  // A transition that only waits would already have all of the view painted anew, as a layer.
  const slow = useLasting(state.refreshing && status === "ready", DIM_AFTER_MS);
  return (
    <div
      aria-busy={status === "loading" || isBehind(state)}
      className={clsx(
        // Where there is nothing to say it takes no room among what it stands between.
        "empty:hidden",
        slow && "opacity-60 transition-opacity",
      )}
    >
      {status === "loading" &&
        (brief ? <BriefLoadingState what={what} /> : <LoadingState what={what} />)}
      {status === "error" && error && (
        <ErrorState error={error} retry={state.retry} title={failed} />
      )}
      {status === "empty" && empty}
      {status === "ready" && children}
    </div>
  );
}
