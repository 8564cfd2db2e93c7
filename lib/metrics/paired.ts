import { compared, type ComparedRow } from "./compared";
import type { MetricOptions, Workspace } from "./workspace";

/**
 * Two fixed runs of one benchmark, item by item: the change from run a to run b, its interval and p
 * on the scale on which they can be ranked. That is accuracy while every shared item has the same N
 * on both sides, with Wald's interval and McNemar's p; else NA, each item corrected for its own N,
 * by t.
 */
export type PairedRow = Pick<
  ComparedRow,
  | "n_shared"
  | "only_a"
  | "only_b"
  | "changed"
  | "both"
  | "lost"
  | "gained"
  | "neither"
  | "change"
  | "interval"
  | "p"
> & { readonly run_a: string; readonly run_b: string; readonly scale: "accuracy" | "na" };

/** Every two runs in scope of one benchmark that are of a fixed series, each as a whole. */
async function pairs(
  workspace: Workspace,
  options: Pick<MetricOptions, "filters" | "signal">,
): Promise<PairedRow[]> {
  const rows = await compared(workspace, options, { sides: "runs", whole: true, pairs: "fixed" });
  return rows.map((row) => {
    const { change, interval, p } = row.n_differs ? row.na : row;
    return {
      run_a: row.side_a,
      run_b: row.side_b,
      n_shared: row.n_shared,
      only_a: row.only_a,
      only_b: row.only_b,
      changed: row.changed,
      both: row.both,
      lost: row.lost,
      gained: row.gained,
      neither: row.neither,
      scale: row.n_differs ? "na" : "accuracy",
      change,
      interval,
      p,
    };
  });
}

/** Comparison of runs item by item, asked like a section of the report. */
export const PAIRED_RUNS = { id: "paired_runs", run: pairs } as const;
