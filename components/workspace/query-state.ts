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

/**
 * The state of a view that stands on several questions, the one it draws first: an error of any is
 * an error, waiting for any is waiting, and the first decides whether there is anything to draw.
 */
export function mergeStates(states: readonly QueryState[]): QueryState {
  const leading =
    states.find((s) => s.status === "error") ??
    states.find((s) => s.status === "loading") ??
    states[0];
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

/** What is drawn is not, or not wholly, what is asked for. */
export const isBehind = ({ refreshing, partial }: QueryState): boolean =>
  refreshing || partial === true;

/** The rows of what is asked for, which may be none; null while they are not there, and after a failure. */
export const answeredRows = <Row>(asked: RowsResult<Row>): readonly Row[] | null =>
  (asked.status === "ready" || asked.status === "empty") && !isBehind(asked) ? asked.rows : null;

/**
 * How the rows of an answer stand.
 * @param earlier the rows are those of an earlier question. That it had none says nothing of this one.
 */
export function statusOf(rows: readonly unknown[] | undefined, earlier: boolean): QueryStatus {
  if (rows === undefined) return "loading";
  if (rows.length > 0) return "ready";
  return earlier ? "loading" : "empty";
}
