import { curveFilters, curveKey, curveLabels, type Curve, type Select } from "./series";

/** What names a run in a row of the report. */
export type NamedRun = Omit<Curve, "environment" | "padding"> & { readonly run_id: string };

/** A run as one curve: it throws its environments and paddings together. */
function curveOf(run: NamedRun): Curve {
  return { ...run, environment: null, padding: "none" };
}

/** Labels in the order given; to those that are the same stands in brackets what tells them apart. */
export function toldApart(labels: readonly string[], by: (index: number) => string): string[] {
  const uses = new Map<string, Set<string>>();
  labels.forEach((label, i) => uses.set(label, (uses.get(label) ?? new Set()).add(by(i))));
  return labels.map((label, i) =>
    (uses.get(label)?.size ?? 0) > 1 ? `${label} (${by(i)})` : label,
  );
}

/** A label for each run: the model, with what tells its runs apart; in the end the run's id. */
export function runLabels(runs: readonly NamedRun[]): string[] {
  const labels = curveLabels(runs.map(curveOf));
  return toldApart(
    runs.map((run) => labels.get(curveKey(curveOf(run))) ?? run.model),
    (i) => runs[i]?.run_id ?? "",
  );
}

/** What leads to the responses of a run; the view adds the paddings that it counted. */
export function runSelect(run: NamedRun): Select {
  const own = curveFilters(curveOf(run), null).filter(
    ({ field }) => field === "model" || field === "benchmark" || field === "scorer",
  );
  return [...own, { field: "run", values: [run.run_id] }];
}
