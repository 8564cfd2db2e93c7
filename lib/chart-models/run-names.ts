import {
  curveFilters,
  curveKey,
  curveLabels,
  type Curve,
  type CurveField,
  type Select,
} from "./series";

/** What names a run in a row of the report. */
export type RunName = Omit<Curve, "environment" | "padding"> & { readonly run_id: string };
/** What names a row about one run; presentations of a run say their environment and padding, too. */
export type RunCurve = RunName & Partial<Pick<Curve, "environment" | "padding">>;

/** A run as one curve: it throws its environments and paddings together. */
function curveOf(run: RunName): Curve {
  return { ...run, environment: null, padding: "none" };
}

/**
 * Labels in the order given; to those that are the same stands in brackets what tells them apart.
 * @param within labels are read in places of their own, and need to differ inside one alone
 */
export function toldApart(
  labels: readonly string[],
  by: (index: number) => string,
  within: (index: number) => string = () => "",
): string[] {
  const name = (label: string, i: number) => JSON.stringify([within(i), label]);
  const uses = new Map<string, Set<string>>();
  labels.forEach((label, i) =>
    uses.set(name(label, i), (uses.get(name(label, i)) ?? new Set()).add(by(i))),
  );
  return labels.map((label, i) =>
    (uses.get(name(label, i))?.size ?? 0) > 1 ? `${label} (${by(i)})` : label,
  );
}

/** A label for each run: the model, with what tells its runs apart; in the end the run's id. */
export function runLabels(runs: readonly RunName[]): string[] {
  return namedRuns(runs.map((run) => ({ ...curveOf(run), run_id: run.run_id }))).map(
    ({ label }) => label,
  );
}

export interface NamedRun<Row> {
  readonly row: Row;
  readonly label: string;
}

/**
 * Rows about runs with names that tell them apart: the model with what its rows differ in; in the end
 * the run's id.
 * @param said fields that something else says already
 */
export function namedRuns<Row extends RunCurve>(
  rows: readonly Row[],
  said: readonly CurveField[] = [],
): NamedRun<Row>[] {
  const curves = rows.map((row): Curve => ({
    ...row,
    environment: row.environment ?? null,
    padding: row.padding ?? "none",
  }));
  const labels = curveLabels(curves, said);
  const told = toldApart(
    curves.map((curve) => labels.get(curveKey(curve)) ?? curve.model),
    (i) => rows[i]?.run_id ?? "",
    (i) => JSON.stringify(said.map((field) => curves[i]?.[field])),
  );
  return rows.map((row, i) => ({ row, label: told[i] ?? row.model }));
}

/** What leads to the responses of a run; the view adds the paddings that it counted. */
export function runSelect(run: RunName): Select {
  const own = curveFilters(curveOf(run), null).filter(
    ({ field }) => field === "model" || field === "benchmark" || field === "scorer",
  );
  return [...own, { field: "run", values: [run.run_id] }];
}
