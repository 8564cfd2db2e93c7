import { formatPoints } from "@/lib/format/number";
import type { ScorersRow } from "@/lib/metrics/question-rows";
import { readingsSelect, type ScorerPair } from "./scorers";
import type { TableCell, TableColumn, TableModel, TableRow } from "./table-model";

const columnsOf = (pairs: readonly ScorerPair[]): readonly TableColumn[] => [
  { id: "run", label: "Run", kind: "text", rowHeader: true },
  { id: "run_id", label: "First run", kind: "text", exportOnly: true },
  { id: "run_b", label: "Second run", kind: "text", exportOnly: true },
  { id: "model", label: "Model", kind: "text", exportOnly: true },
  {
    id: "benchmark",
    label: "Benchmark",
    kind: "text",
    exportOnly: new Set(pairs.map(({ row }) => row.benchmark)).size <= 1,
  },
  { id: "mode", label: "Mode", kind: "text", exportOnly: true },
  { id: "condition", label: "Condition", kind: "text", exportOnly: true },
  {
    id: "scorer_a",
    label: "First",
    kind: "text",
    hint: "The reading that names no source; where both name a third, not the diagnostic one",
  },
  { id: "accuracy_a", label: "Accuracy", kind: "rate", hint: "By the first reading" },
  { id: "scorer_b", label: "Second", kind: "text", hint: "Another reading of the same answers" },
  { id: "accuracy_b", label: "Accuracy, second", kind: "rate", hint: "By the second reading" },
  {
    id: "excess_pp",
    label: "Excess, points",
    kind: "points",
    hint: "Accuracy of the second reading less that of the first",
  },
  {
    id: "excess_ci_pp",
    label: "95% interval",
    kind: "points_interval",
    hint: "Wald, paired; how far other questions might move the excess",
  },
  {
    id: "only_b_from_invalid",
    label: "From invalid",
    kind: "count",
    hint: "Right for the second alone, where the first read no answer",
  },
  {
    id: "only_b_from_wrong",
    label: "From wrong",
    kind: "count",
    hint: "Right for the second alone, where the first read another answer",
  },
  {
    id: "only_a",
    label: "First alone",
    kind: "count",
    hint: "Right for the first alone: what the second loses",
  },
  { id: "both", label: "Both right", kind: "count" },
  { id: "neither", label: "Neither", kind: "count", hint: "Right for none of the two" },
  { id: "n", label: "n", kind: "count", hint: "Responses that both scored" },
];

/** A count with what it adds to the excess. */
function partCell(count: number, n: number, sign: 1 | -1): TableCell {
  return {
    value: count,
    ...(n > 0 && count > 0 && { aside: `${formatPoints((sign * 100 * count) / n)} points` }),
  };
}

const REPEATED =
  "The run asks some question several times, which is not several independent questions.";

function rowOf({ row, id, run, simulated }: ScorerPair): TableRow {
  const { n } = row;
  const none = "No response that both scored.";
  const named = (value: ScorersRow["mode"]): TableCell => ({
    value,
    reason: "Not stated, or several.",
  });
  return {
    id,
    group: null,
    simulated,
    select: readingsSelect(row),
    cells: {
      run: { value: run },
      run_id: { value: row.run_id },
      run_b: { value: row.run_b },
      model: { value: row.model },
      benchmark: { value: row.benchmark },
      mode: named(row.mode),
      condition: named(row.condition),
      scorer_a: { value: row.scorer_a },
      accuracy_a: { value: row.accuracy_a, reason: none },
      scorer_b: { value: row.scorer_b },
      accuracy_b: { value: row.accuracy_b, reason: none },
      excess_pp: { value: row.excess_pp, reason: none },
      excess_ci_pp: { value: row.excess_ci_pp, reason: n === 0 ? none : REPEATED },
      only_b_from_invalid: partCell(row.only_b_from_invalid, n, 1),
      only_b_from_wrong: partCell(row.only_b_from_wrong, n, 1),
      only_a: partCell(row.only_a, n, -1),
      both: { value: row.both },
      neither: { value: row.neither },
      n: { value: n },
    },
  };
}

/** Two readings of each run's answers, in the order given. */
export function scorersTable(pairs: readonly ScorerPair[]): TableModel {
  return {
    caption: "Two readings of the same answers",
    columns: columnsOf(pairs),
    groups: [],
    rows: pairs.map(rowOf),
  };
}
