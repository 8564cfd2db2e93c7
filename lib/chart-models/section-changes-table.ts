import type { SectionRow } from "@/lib/metrics/rows";
import type { TableColumn, TableModel } from "./table-model";

type PairedConditionsRow = SectionRow<"paired">;

const COLUMNS: readonly TableColumn[] = [
  { id: "model", label: "Model", kind: "text", rowHeader: true },
  { id: "benchmark", label: "Benchmark", kind: "text", exportOnly: true },
  { id: "from", label: "From", kind: "text" },
  { id: "to", label: "To", kind: "text" },
  { id: "scorer", label: "Scorer", kind: "text", exportOnly: true },
  { id: "run_a", label: "Run a", kind: "text", exportOnly: true },
  { id: "run_b", label: "Run b", kind: "text", exportOnly: true },
  { id: "n_shared", label: "Shared items", kind: "count" },
  { id: "accuracy_a", label: "Before", kind: "rate", hint: "Accuracy on the shared items" },
  { id: "accuracy_b", label: "After", kind: "rate", hint: "Accuracy on the shared items" },
  { id: "change_pp", label: "Change, points", kind: "points" },
  {
    id: "interval_pp",
    label: "95% over items",
    kind: "points_interval",
    hint: "Wald, paired; t over item means where an item was shown several times",
  },
  {
    id: "cluster_bootstrap_ci_pp",
    label: "95% over sections",
    kind: "points_interval",
    hint: "Whole sections drawn with replacement, 10,000 times, seed 42",
  },
];

const NO_ITEM = "No item is shared.";
const NO_SECTIONS = "It needs two sections, and a section for each shared item.";

/** Changes between conditions with the interval that lets items of one section go together. */
export function sectionChangesTable(rows: readonly PairedConditionsRow[]): TableModel {
  return {
    caption: "Change from one condition to another on the shared items",
    columns: COLUMNS,
    groups: [],
    rows: rows.map((row, i) => ({
      id: `${row.run_a}|${row.run_b}|${i}`,
      group: null,
      simulated: row.simulated,
      select: [
        { field: "benchmark", values: [row.benchmark] },
        { field: "run", values: [...new Set([row.run_a, row.run_b])] },
        { field: "condition", values: [row.condition_a, row.condition_b] },
      ],
      cells: {
        model: { value: row.model },
        benchmark: { value: row.benchmark },
        from: { value: row.condition_a },
        to: { value: row.condition_b },
        scorer: { value: row.scorer },
        run_a: { value: row.run_a },
        run_b: { value: row.run_b },
        n_shared: { value: row.n_shared },
        accuracy_a: { value: row.accuracy_a, reason: NO_ITEM },
        accuracy_b: { value: row.accuracy_b, reason: NO_ITEM },
        change_pp: { value: row.change_pp, reason: NO_ITEM },
        interval_pp: { value: row.wald_ci_pp ?? row.t_ci_pp, reason: NO_ITEM },
        cluster_bootstrap_ci_pp: { value: row.cluster_bootstrap_ci_pp, reason: NO_SECTIONS },
      },
    })),
  };
}
