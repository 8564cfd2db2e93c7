"use client";
import { useQuery } from "@tanstack/react-query";
import type { MetricOptions, Workspace } from "@/lib/metrics/workspace";
import type { Filters } from "@/lib/view-state/filters";
import type { RowsResult } from "./query-state";
import { useWorkspace } from "./use-workspace";

/** What `useMetric` asks: a section of the registry, or anything of that form. */
export interface MetricSource<Row> {
  readonly id: string;
  run(workspace: Workspace, options: MetricOptions): Promise<readonly Row[]>;
}

const NO_ROWS: readonly never[] = [];

/**
 * Rows of a workspace query. `key` names the question; the data version is added to it, so that a
 * dropped or removed file asks again. A superseded question is aborted, and its rows stay, marked
 * `refreshing`, until the new ones are there.
 * @param enabled false while what the question needs is not known yet: it then counts as loading.
 */
export function useRows<Row>(
  key: readonly unknown[],
  ask: (workspace: Workspace, signal: AbortSignal) => Promise<readonly Row[]>,
  enabled = true,
): RowsResult<Row> {
  const { workspace, version } = useWorkspace();
  const query = useQuery({
    queryKey: [version, ...key],
    queryFn: ({ signal }) => {
      if (!workspace) throw new Error("the workspace is not open yet");
      return ask(workspace, signal);
    },
    enabled: enabled && workspace !== null,
    // Rows of an earlier question of the same kind: same metric, other filters or other data.
    placeholderData: (previous, query) =>
      query?.queryKey[1] === key[0] && query?.queryKey[2] === key[1] ? previous : undefined,
  });
  const rows = query.data ?? NO_ROWS;
  const status =
    query.status === "error"
      ? "error"
      : query.data === undefined
        ? "loading"
        : rows.length === 0
          ? "empty"
          : "ready";
  return {
    status,
    rows,
    error: query.error,
    refreshing: query.isPlaceholderData,
    retry: () => void query.refetch(),
  };
}

/** Rows of a metric under filters. Pass the filters of `useFilters`, which leave out unknown values. */
export function useMetric<Row>(
  metric: MetricSource<Row>,
  filters: Filters,
  { trials = "all", enabled = true }: Pick<MetricOptions, "trials"> & { enabled?: boolean } = {},
): RowsResult<Row> {
  return useRows(
    ["metric", metric.id, trials, filters],
    (workspace, signal) => metric.run(workspace, { filters, signal, trials }),
    enabled,
  );
}
