import { fewShared, NO_SHARED, pairSelect, type ShownPair } from "./paired";
import type { TableColumn, TableModel } from "./table-model";

const COLUMNS: readonly TableColumn[] = [
  { id: "pair", label: "Model and conditions", kind: "text", rowHeader: true },
  { id: "model", label: "Model", kind: "text", exportOnly: true },
  { id: "benchmark", label: "Benchmark", kind: "text", exportOnly: true },
  { id: "environment", label: "Environment", kind: "text", exportOnly: true },
  { id: "padding", label: "Padding", kind: "text", exportOnly: true },
  { id: "mode", label: "Mode", kind: "text", exportOnly: true },
  { id: "from", label: "From", kind: "text", exportOnly: true },
  { id: "to", label: "To", kind: "text", exportOnly: true },
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

const NO_SECTIONS = "It needs two sections, and a section for each shared item.";

/** Changes between conditions with the interval that lets items of one section go together. */
export function sectionChangesTable(pairs: readonly ShownPair[]): TableModel {
  return {
    caption: "Change from one condition to another on the shared items",
    columns: COLUMNS,
    groups: [],
    rows: pairs.map(({ row, key, label }) => ({
      id: key,
      group: null,
      simulated: row.simulated,
      select: pairSelect(row, null),
      cells: {
        pair: { value: label },
        model: { value: row.model },
        benchmark: { value: row.benchmark },
        environment: { value: row.environment },
        padding: { value: row.padding },
        mode: { value: row.mode },
        from: { value: row.condition_a },
        to: { value: row.condition_b },
        scorer: { value: row.scorer },
        run_a: { value: row.run_a },
        run_b: { value: row.run_b },
        n_shared: { value: row.n_shared },
        accuracy_a: { value: row.accuracy_a, reason: NO_SHARED },
        accuracy_b: { value: row.accuracy_b, reason: NO_SHARED },
        change_pp: { value: row.change_pp, reason: NO_SHARED },
        interval_pp: { value: row.wald_ci_pp ?? row.t_ci_pp, reason: fewShared(row) },
        cluster_bootstrap_ci_pp: { value: row.cluster_bootstrap_ci_pp, reason: NO_SECTIONS },
      },
    })),
  };
}
