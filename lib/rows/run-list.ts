import { METRICS } from "@/lib/metrics/registry";
import type { AccuracyRow, OutcomesRow } from "@/lib/metrics/rows";
import type { Workspace } from "@/lib/metrics/workspace";
import type { Filters } from "@/lib/view-state/filters";
import { namesScorer } from "./predicate";
import { openRuns, type OpenRun } from "./runs";

/** One run with what its rows say under the present filters. */
export interface RunEntry {
  readonly run: OpenRun;
  readonly outcomes: OutcomesRow;
  readonly accuracy: AccuracyRow;
}

/** Rows of one run id, in the order of the sources that hold it: usually one. */
function byRun<Row extends { run_id: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.run_id);
    if (group) group.push(row);
    else groups.set(row.run_id, [row]);
  }
  return groups;
}

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** By benchmark and model, readings that are ranked before diagnostic ones. */
function inOrder(runs: readonly OpenRun[]): OpenRun[] {
  return runs.toSorted(
    (a, b) =>
      byText(a.manifest.benchmark, b.manifest.benchmark) ||
      byText(a.manifest.model.requested, b.manifest.model.requested) ||
      Number(a.diagnostic) - Number(b.diagnostic),
  );
}

/**
 * The runs under some filters. Unlike in a metric, runs of diagnostic scorers are listed too: they
 * are ranked nowhere here.
 */
export async function runList(
  workspace: Workspace,
  filters: Filters,
  signal?: AbortSignal,
): Promise<RunEntry[]> {
  const runs = await openRuns(workspace.engine, { signal });
  const diagnostic = [...new Set(runs.filter((r) => r.diagnostic).map((r) => r.manifest.scorer))];
  const asked: Filters[] =
    namesScorer(filters) || diagnostic.length === 0
      ? [filters]
      : [filters, [...filters, { field: "scorer", values: diagnostic }]];
  const outcomes: OutcomesRow[] = [];
  const accuracy: AccuracyRow[] = [];
  for (const some of asked) {
    outcomes.push(...(await METRICS.outcomes.run(workspace, { filters: some, signal })));
    accuracy.push(...(await METRICS.accuracy.run(workspace, { filters: some, signal })));
  }
  const outcomesOf = byRun(outcomes);
  const accuracyOf = byRun(accuracy);
  return inOrder(runs).flatMap((run) => {
    const of = outcomesOf.get(run.run_id)?.shift();
    const right = accuracyOf.get(run.run_id)?.shift();
    return of && right ? [{ run, outcomes: of, accuracy: right }] : [];
  });
}
