import type { TrialsLacking } from "@/lib/chart-models/lacking";
import type { QueryState, RowsResult } from "./query-state";

interface Lacking {
  /** What the rows lack: being read, or failed. Null when they are whole. */
  readonly lacking: QueryState | null;
}

/** Rows that may still lack what only trials tell (intervals over trials). */
export type WithLacking<Result> = Result & Lacking;

/** Why a value over trials may be absent though the records could tell it; null when all is read. */
export function trialsLacking({ lacking }: Lacking): TrialsLacking | null {
  if (lacking === null) return null;
  return lacking.status === "error" ? "failed" : "reading";
}

const settled = ({ status, refreshing }: QueryState) =>
  (status === "ready" || status === "empty") && !refreshing;

/**
 * One answer from two: the rows that `cubes` gives at once stand until those of `whole` are there,
 * and stay where those fail.
 */
export function joinTrials<Result extends RowsResult<unknown>>(
  cubes: Result,
  whole: Result,
): WithLacking<Result> {
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
