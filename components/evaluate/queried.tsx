"use client";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ErrorState } from "@/components/ui/error-state";
import { ApiFailure } from "./client";

interface QueriedProps<T> {
  readonly query: UseQueryResult<T>;
  /** What is being read: "the jobs". */
  readonly what: string;
  readonly children: (data: T) => ReactNode;
}

const FIRST_SERVER_ERROR = 500;

/** A server that refused is running: what it says is what has to be mended. */
const nextStepOf = (error: Error): string =>
  error instanceof ApiFailure && error.status !== null && error.status < FIRST_SERVER_ERROR
    ? "Mend what is named above"
    : "See whether the server is still running";

/** What a query brought; while it is loading or has failed, that. Older data stay under a failure. */
export function Queried<T>({ query, what, children }: QueriedProps<T>) {
  const { data, error, refetch } = query;
  return (
    <>
      {error && (
        <ErrorState
          error={error}
          title={`${what.charAt(0).toUpperCase()}${what.slice(1)} could not be read`}
          nextStep={`${nextStepOf(error)}; what is below, if anything, is older.`}
          retry={() => void refetch()}
        />
      )}
      {data === undefined && !error && (
        <div role="status" className="space-y-2">
          <p className="text-muted text-sm">Reading {what}</p>
          <div aria-hidden className="skeleton h-24 w-full" />
        </div>
      )}
      {data !== undefined && children(data)}
    </>
  );
}
