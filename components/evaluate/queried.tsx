"use client";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ErrorState } from "@/components/ui/error-state";

interface QueriedProps<T> {
  readonly query: UseQueryResult<T>;
  /** What is being read: "the jobs". */
  readonly what: string;
  readonly children: (data: T) => ReactNode;
}

/** What a query brought; while it is loading or has failed, that. Older data stay under a failure. */
export function Queried<T>({ query, what, children }: QueriedProps<T>) {
  const { data, error, refetch } = query;
  return (
    <>
      {error && (
        <ErrorState
          error={error}
          title={`${what.charAt(0).toUpperCase()}${what.slice(1)} could not be read`}
          nextStep="See whether the server is still running; what is below, if anything, is older."
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
