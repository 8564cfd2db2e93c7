import type { QueryState, RowsResult } from "./query-state";

/** Rows that may still lack what only trials tell (intervals over trials). */
export interface TrialRows<Row> extends RowsResult<Row> {
  /** What the rows lack: being read, or failed. Null when they are whole. */
  readonly lacking: QueryState | null;
}

const settled = ({ status, refreshing }: QueryState) =>
  (status === "ready" || status === "empty") && !refreshing;

/**
 * One answer from two: the rows that `cubes` gives at once stand until those of `whole` are there,
 * and stay where those fail.
 */
export function joinTrials<Row>(cubes: RowsResult<Row>, whole: RowsResult<Row>): TrialRows<Row> {
  if (settled(whole)) return { ...whole, lacking: null };
  if (settled(cubes)) {
    const partial = whole.status !== "error";
    return { ...cubes, partial, retry: whole.retry, lacking: whole };
  }
  if (cubes.status !== "error") return { ...cubes, lacking: null };
  // Where neither has rows it is the second that tells how it stands: it may still bring them.
  const retry = () => {
    cubes.retry();
    whole.retry();
  };
  return { ...whole, retry, lacking: null };
}
