import { tableCsv } from "@/lib/export/figure/table-csv";
import { formatCount } from "@/lib/format/number";
import { outcomeParts } from "@/lib/rows/outcome-parts";
import type { RunEntry } from "@/lib/rows/run-list";
import type { ExportFile } from "@/components/ui/save-file";
import type { TableCell, TableColumn } from "@/lib/chart-models/table-model";

const TEXTS = ["run", "name", "model", "benchmark", "scorer", "kind", "status", "provenance"];
const COUNTS = [
  "planned",
  "right",
  "wrong",
  "unparsed",
  "multiple",
  "out_of_range",
  "truncated",
  "error",
  "prompt_truncated",
  "missing",
  "scored",
];
const RATES = ["accuracy", "accuracy_planned", "valid_rate"];

const column = (id: string, kind: TableColumn["kind"]): TableColumn => ({ id, label: id, kind });

function cellsOf({ run, outcomes, accuracy }: RunEntry): Record<string, TableCell> {
  const parts = outcomeParts(outcomes, accuracy).map((part) => [part.id, part.count] as const);
  const values: Record<string, TableCell["value"]> = {
    ...Object.fromEntries(parts),
    run: run.run_id,
    name: run.manifest.name,
    model: run.manifest.model.requested,
    benchmark: run.manifest.benchmark,
    scorer: run.manifest.scorer,
    kind: run.kind,
    status: run.manifest.status,
    provenance: run.manifest.provenance.kind,
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

/** The runs as CSV: one row each, full numbers. */
export function runsCsv(entries: readonly RunEntry[]): ExportFile {
  const csv = tableCsv({
    caption: `${formatCount(entries.length)} runs`,
    columns: [
      ...TEXTS.map((id) => column(id, "text")),
      ...COUNTS.map((id) => column(id, "count")),
      ...RATES.map((id) => column(id, "rate")),
      column("wilson", "interval"),
    ],
    groups: [],
    rows: entries.map((entry) => ({
      id: `${entry.run.source}/${entry.run.run_id}`,
      group: null,
      cells: cellsOf(entry),
      select: null,
      simulated: entry.outcomes.simulated,
    })),
  });
  return { name: "foilscope-runs.csv", blob: new Blob([csv], { type: "text/csv;charset=utf-8" }) };
}
