"use client";
import { queryOptions, useQueries } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import type { ViewRow } from "@/lib/rows/row";
import type { ResponseList } from "./use-response-list";

const PAGE_ROWS = 100;
/** Pages that a scroll merely passes are not read. */
const SETTLE_MS = 60;
/** Pages of an earlier place in the list are forgotten soon: reading them again is quick. */
const KEEP_MS = 60_000;

export interface ResponsePages {
  /** The row at an index of the list; undefined while it is being read. */
  readonly rowAt: (index: number) => ViewRow | undefined;
  readonly error: Error | null;
  readonly retry: () => void;
}

/**
 * One page of a list: key and question. The list's id names the data as well: while newer ones are
 * being counted, what is read through the earlier list stays its own.
 */
export function pageQuery(responses: ResponseList | null, page: number) {
  return queryOptions({
    queryKey: ["responses", "page", responses?.id, page],
    queryFn: ({ signal }): Promise<ViewRow[]> => {
      if (!responses) throw new Error("there is no list yet");
      return responses.list.window(page * PAGE_ROWS, PAGE_ROWS, signal);
    },
    gcTime: KEEP_MS,
  });
}

/** Reads the pages of a list that cover rows [first, last]. */
export function useResponsePages(
  responses: ResponseList,
  first: number,
  last: number,
): ResponsePages {
  const { total } = responses;
  const settled = useSettled(
    useMemo(() => {
      const from = Math.floor(Math.max(first, 0) / PAGE_ROWS);
      const to = Math.floor(Math.min(Math.max(last, 0), total - 1) / PAGE_ROWS);
      return Array.from({ length: to - from + 1 }, (_, i) => from + i);
    }, [first, last, total]),
  );
  return useQueries({
    queries: settled.map((page) => pageQuery(responses, page)),
    combine: useCallback(
      (results: readonly PageResult[]): ResponsePages => ({
        rowAt: (index) =>
          results[settled.indexOf(Math.floor(index / PAGE_ROWS))]?.data?.[index % PAGE_ROWS],
        error: results.find((result) => result.error)?.error ?? null,
        retry: () => {
          for (const result of results) if (result.error) void result.refetch();
        },
      }),
      [settled],
    ),
  });
}

interface PageResult {
  readonly data: readonly ViewRow[] | undefined;
  readonly error: Error | null;
  readonly refetch: () => Promise<unknown>;
}

/** A value that follows once it has stood still for a moment; the first one at once. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(value), SETTLE_MS);
    return () => window.clearTimeout(timer);
  }, [value]);
  return settled;
}
