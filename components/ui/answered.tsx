"use client";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { isBehind, type QueryState } from "@/components/workspace/query-state";
import { ErrorState } from "./error-state";
import { BriefLoadingState, LoadingState } from "./loading-state";

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
  return (
    <div
      aria-busy={status === "loading" || isBehind(state)}
      className={clsx(
        // Where there is nothing to say it takes no room among what it stands between.
        "transition-opacity empty:hidden",
        state.refreshing && status === "ready" && "opacity-60 delay-150",
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
