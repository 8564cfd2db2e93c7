import type { TableCell, TableColumn, TableModel } from "@/lib/chart-models/table-model";
import { OUTCOME_PARTS, outcomePartLabel, outcomeParts } from "@/lib/rows/outcome-parts";
import type { RunEntry } from "@/lib/rows/run-list";
import { plural } from "@/lib/format/number";

type Kind = TableColumn["kind"];
const shown = (id: string, label: string, kind: Kind): TableColumn => ({ id, label, kind });
const exported = (id: string, label: string, kind: Kind): TableColumn => ({
  ...shown(id, label, kind),
  exportOnly: true,
});

const COLUMNS: readonly TableColumn[] = [
  { ...shown("model", "model", "text"), rowHeader: true },
  exported("run", "run", "text"),
  exported("name", "name", "text"),
  shown("benchmark", "benchmark", "text"),
  shown("scorer", "scorer", "text"),
  exported("kind", "kind", "text"),
  exported("status", "status", "text"),
  exported("provenance", "provenance", "text"),
  shown("planned", "planned", "count"),
  ...OUTCOME_PARTS.map((id) => exported(id, outcomePartLabel(id), "count")),
  shown("scored", "scored", "count"),
  shown("accuracy", "accuracy of scored", "rate"),
  shown("wilson", "Wilson 95%", "interval"),
  shown("accuracy_planned", "accuracy of planned", "rate"),
  shown("valid_rate", "valid rate", "rate"),
];

function cellsOf({ run, outcomes, accuracy }: RunEntry): Record<string, TableCell> {
  const { manifest } = run;
  const parts = outcomeParts(outcomes, accuracy).map((part) => [part.id, part.count] as const);
  const values: Record<string, TableCell["value"]> = {
    ...Object.fromEntries(parts),
    model: manifest.model.requested,
    run: run.run_id,
    name: manifest.name,
    benchmark: manifest.benchmark,
    scorer: manifest.scorer,
    kind: run.kind,
    status: manifest.status,
    provenance: manifest.provenance.kind,
    planned: outcomes.planned,
    missing: outcomes.missing,
    scored: accuracy.n,
    accuracy: accuracy.accuracy,
    accuracy_planned: accuracy.accuracy_planned,
    valid_rate: accuracy.valid_rate,
    wilson: accuracy.wilson,
  };
  return Object.fromEntries(Object.entries(values).map(([id, value]) => [id, { value }]));
}

/** The runs as a prepared table, for the exports: all counts in the file, the rates in a figure. */
export function runsTable(entries: readonly RunEntry[]): TableModel {
  return {
    caption: plural(entries.length, "run"),
    columns: COLUMNS,
    groups: [],
    rows: entries.map((entry) => ({
      id: `${entry.run.source}/${entry.run.run_id}`,
      group: null,
      cells: cellsOf(entry),
      select: null,
      simulated: entry.outcomes.simulated,
    })),
  };
}
