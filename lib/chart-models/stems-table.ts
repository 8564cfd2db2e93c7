import { mixtureReason } from "./mixture";
import { gapReason, RUN_COLUMNS, runCells, sideReason } from "./run-columns";
import type { StemRun } from "./stems";
import { stemSelect } from "./stems";
import type { TableColumn, TableModel, TableRow } from "./table-model";

const COLUMNS: readonly TableColumn[] = [
  ...RUN_COLUMNS,
  { id: "condition", label: "Condition", kind: "text", exportOnly: true },
  { id: "mode", label: "Mode", kind: "text", exportOnly: true },
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
  { id: "n_elsewhere", label: "Items elsewhere alone", kind: "count", exportOnly: true },
];

function rowOf({ id, row, label }: StemRun): TableRow {
  const mixed = mixtureReason(row.mixes);
  const why = (n: number) => (n > 0 && mixed) || sideReason(n);
  const noGap =
    (Math.min(row.n_flagged, row.n_unflagged) > 0 && mixed) ||
    gapReason(row.n_flagged, row.n_unflagged);
  return {
    id,
    group: null,
    simulated: row.simulated,
    select: stemSelect(row, null),
    cells: {
      ...runCells(label, row),
      condition: { value: row.condition, reason: "Not stated." },
      mode: { value: row.mode, reason: "Not stated." },
      rules: { value: row.rules, reason: "The records say nothing about who flagged." },
      unflagged: { value: row.unflagged, reason: why(row.n_unflagged) },
      unflagged_ci: { value: row.unflagged_ci, reason: why(row.n_unflagged) },
      n_unflagged: { value: row.n_unflagged },
      flagged: { value: row.flagged, reason: why(row.n_flagged) },
      flagged_ci: { value: row.flagged_ci, reason: why(row.n_flagged) },
      n_flagged: { value: row.n_flagged },
      gap_pp: { value: row.gap_pp, reason: noGap },
      gap_ci_pp: { value: row.gap_ci_pp, reason: noGap },
      n_unknown: { value: row.n_unknown },
      n_elsewhere: { value: row.n_elsewhere },
    },
  };
}

/** Accuracy on both sides and the gap, one row a run, condition and mode. */
export function stemsTable(runs: readonly StemRun[]): TableModel {
  return {
    caption: "Accuracy on unflagged and on flagged stems, by run",
    columns: COLUMNS,
    groups: [],
    rows: runs.map(rowOf),
  };
}
