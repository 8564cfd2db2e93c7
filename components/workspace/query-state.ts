/** What a view can be: it draws rows only when they are there. */
export type QueryStatus = "loading" | "error" | "empty" | "ready";

export interface QueryState {
  readonly status: QueryStatus;
  readonly error: Error | null;
  /** The rows shown are those of the previous filters; draw them dimmed. */
  readonly refreshing: boolean;
  /** The rows are those of the present filters, but some of their fields are still being read. */
  readonly partial?: boolean;
  readonly retry: () => void;
}

export interface RowsResult<Row> extends QueryState {
  readonly rows: readonly Row[];
}

const RANK: Record<QueryStatus, number> = { error: 3, loading: 2, ready: 1, empty: 0 };

/**
 * The state of a view that stands on several queries: an error of any is an error, waiting for any
 * is waiting, and it is empty only when all are.
 */
export function mergeStates(states: readonly QueryState[]): QueryState {
  const leading = states.reduce<QueryState | null>(
    (worst, next) => (worst && RANK[worst.status] >= RANK[next.status] ? worst : next),
    null,
  );
  return {
    status: leading?.status ?? "empty",
    error: leading?.error ?? null,
    refreshing: states.some((s) => s.refreshing),
    partial: states.some((s) => s.partial),
    retry: () => {
      for (const state of states) if (state.status === "error") state.retry();
    },
  };
}
