import { curveKey, curveLabels, type Curve, type CurveField } from "./series";

/** What names a row about one run; presentations of a run say their environment and padding, too. */
export type RunCurve = Omit<Curve, "environment" | "padding"> &
  Partial<Pick<Curve, "environment" | "padding">> & { readonly run_id: string };

/** A run as one curve: without presentations of its own it throws environments and paddings together. */
export function curveOfRun<Row extends RunCurve>(row: Row): Row & Curve {
  return { ...row, environment: row.environment ?? null, padding: row.padding ?? "none" };
}

export interface NamedRun<Row> {
  readonly row: Row;
  readonly label: string;
}

/**
 * Rows about runs with names that tell them apart: the model with what its runs differ in. Runs of
 * one series have one name: there the id is added.
 * @param said fields that something else says already
 */
export function namedRuns<Row extends RunCurve>(
  rows: readonly Row[],
  said: readonly CurveField[] = [],
): NamedRun<Row>[] {
  const labels = curveLabels(rows.map(curveOfRun), said);
  const named = rows.map((row) => ({
    row,
    label: labels.get(curveKey(curveOfRun(row))) ?? row.model,
  }));
  const name = ({ row, label }: NamedRun<Row>) =>
    JSON.stringify([label, ...said.map((field) => curveOfRun(row)[field])]);
  const uses = Map.groupBy(named, name);
  return named.map((one) =>
    (uses.get(name(one))?.length ?? 0) > 1
      ? { ...one, label: `${one.label} (${one.row.run_id})` }
      : one,
  );
}
