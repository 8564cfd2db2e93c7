import { gapReason, RUN_COLUMNS, runCells, sideReason } from "./run-columns";
import type { StemRun } from "./stems";
import { stemSelect } from "./stems";
import type { TableColumn, TableModel, TableRow } from "./table-model";

const COLUMNS: readonly TableColumn[] = [
  ...RUN_COLUMNS,
  { id: "rules", label: "Flagged by", kind: "text", hint: "Rule, or the file itself (given)" },
  { id: "unflagged", label: "Unflagged", kind: "rate", hint: "Accuracy on stems without a flag" },
  { id: "unflagged_ci", label: "95% interval", kind: "interval", hint: "Wilson" },
  { id: "n_unflagged", label: "n unflagged", kind: "count", hint: "Scored responses" },
  { id: "flagged", label: "Flagged", kind: "rate", hint: "Accuracy on negative stems" },
  { id: "flagged_ci", label: "95% interval", kind: "interval", hint: "Wilson" },
  { id: "n_flagged", label: "n flagged", kind: "count", hint: "Scored responses" },
  { id: "gap_pp", label: "Gap, points", kind: "points", hint: "Unflagged less flagged" },
  {
    id: "gap_ci_pp",
    label: "95% interval",
    kind: "points_interval",
    hint: "Newcombe's hybrid score interval; the two sides are different questions",
  },
  {
    id: "n_unknown",
    label: "Not told",
    kind: "count",
    hint: "Scored responses to items without a flag, on neither side",
  },
];

function rowOf({ row, label }: StemRun): TableRow {
  const noGap = gapReason(row.n_flagged, row.n_unflagged);
  return {
    id: row.run_id,
    group: null,
    simulated: row.simulated,
    select: stemSelect(row, null),
    cells: {
      ...runCells(label, row),
      rules: { value: row.rules, reason: "The records say nothing about who flagged." },
      unflagged: { value: row.unflagged, reason: sideReason(row.n_unflagged) },
      unflagged_ci: { value: row.unflagged_ci, reason: sideReason(row.n_unflagged) },
      n_unflagged: { value: row.n_unflagged },
      flagged: { value: row.flagged, reason: sideReason(row.n_flagged) },
      flagged_ci: { value: row.flagged_ci, reason: sideReason(row.n_flagged) },
      n_flagged: { value: row.n_flagged },
      gap_pp: { value: row.gap_pp, reason: noGap },
      gap_ci_pp: { value: row.gap_ci_pp, reason: noGap },
      n_unknown: { value: row.n_unknown },
    },
  };
}

/** Accuracy on both sides and the gap, one row a run. */
export function stemsTable(runs: readonly StemRun[]): TableModel {
  return {
    caption: "Accuracy on unflagged and on flagged stems, by run",
    columns: COLUMNS,
    groups: [],
    rows: runs.map(rowOf),
  };
}
