import { formatCount, formatRate } from "@/lib/format/number";
import { presentationSelect, type PresentationRow, type PresentationRun } from "./presentation";
import { differingFields, type CurveField } from "./series";
import type { TableCell, TableColumn, TableModel, TableRow } from "./table-model";

const NAMED: readonly (readonly [CurveField, string])[] = [
  ["benchmark", "Benchmark"],
  ["environment", "Environment"],
  ["padding", "Padding"],
  ["mode", "Mode"],
  ["condition", "Condition"],
  ["scorer", "Scorer"],
];

const VALUES: readonly TableColumn[] = [
  { id: "n_options", label: "N", kind: "count", hint: "Options shown" },
  { id: "n", label: "Responses", kind: "count", hint: "Scored responses" },
  {
    id: "acc_by_gold",
    label: "Accuracy by key",
    kind: "interval",
    hint: "Lowest and highest accuracy over the positions of the key: a range, no interval",
  },
  {
    id: "slope_pp_per_position",
    label: "Slope, points",
    kind: "points",
    digits: 2,
    hint: "Percentage points a position of the key, least squares over all items",
  },
  { id: "entropy", label: "Entropy", kind: "rate", hint: "1 = answers spread evenly" },
  {
    id: "error_primacy_pp",
    label: "A excess, points",
    kind: "points",
    hint: "Errors on the first option, more than even errors would put there",
  },
  { id: "length_midrank", label: "Length rank", kind: "rate", hint: "0.5 = even" },
  {
    id: "borrowed_share",
    label: "Borrowed share",
    kind: "rate",
    hint: "Of valid wrong answers; beside it what evenly spread errors would draw",
  },
  { id: "borrowed_even", label: "Borrowed, even errors", kind: "rate", exportOnly: true },
  {
    id: "original_longer_share",
    label: "Original longer",
    kind: "rate",
    hint: "Share of pairs in which the original option is longer than the borrowed one",
  },
  {
    id: "order_changed",
    label: "Order changed",
    kind: "count",
    hint: "Items whose original options stand in another order than under the other condition",
  },
  {
    id: "gold_label_changed",
    label: "Label changed",
    kind: "count",
    hint: "Items whose key has another label than under the other condition",
  },
  { id: "against", label: "Against", kind: "text", exportOnly: true },
  { id: "n_against", label: "Shared with it", kind: "count", exportOnly: true },
  { id: "n_valid_errors", label: "Valid errors", kind: "count", exportOnly: true },
];

/** Columns of the table; what all rows have in common is in the file alone. */
function columnsOf(runs: readonly PresentationRun[]): readonly TableColumn[] {
  const rows = runs.map(({ row }) => row);
  // The label says in which fields the curves of one model differ.
  const inLabel = differingFields(rows);
  return [
    { id: "run", label: "Run", kind: "text", rowHeader: true },
    { id: "run_id", label: "Run id", kind: "text", exportOnly: true },
    { id: "model", label: "Model", kind: "text", exportOnly: true },
    ...NAMED.map(([id, label]): TableColumn => {
      const constant = rows.every((row) => row[id] === rows[0]?.[id]);
      const shown = !constant && !inLabel.includes(id);
      return { id, label, kind: "text", ...(!shown && { exportOnly: true }) };
    }),
    ...VALUES,
  ];
}

const NO_KEY = "No scored response.";
const NO_VALID = "No valid response.";
const NO_ERROR = "No valid wrong answer.";
const NO_OPTIONS =
  "The records do not tell the options as they were shown and which of them are borrowed, or for a part of " +
  "the items alone, or list an item’s options in two ways.";
const NO_CONDITION =
  "The records name no condition: the options as they were shown are told by condition.";
const NO_BORROWED = "No borrowed options, or the origin of some choice is not known.";
const NO_SHARED = "No item at this N is shared with the other condition.";
const NO_LABEL = "The key of some item stands at several positions on one of the two sides.";
const ONE_OTHER = "It needs two options beside the key.";
const NO_OTHER = "No other condition with fewer options, or an earlier one, in view.";

const rangeOf = ({ acc_by_gold_min: low, acc_by_gold_max: high }: PresentationRow): TableCell => ({
  value: low === null || high === null ? null : [low, high],
  reason: NO_KEY,
});

function borrowedCell({
  borrowed_share,
  borrowed_even,
  n_valid_errors,
}: PresentationRow): TableCell {
  return {
    value: borrowed_share,
    reason: n_valid_errors === 0 ? NO_ERROR : NO_BORROWED,
    ...(borrowed_share !== null && {
      aside:
        borrowed_even === null
          ? "even errors: not known"
          : `even errors ${formatRate(borrowed_even)}`,
    }),
  };
}

function changedCell(row: PresentationRow, value: number | null, untold: string): TableCell {
  const { against, n_against } = row;
  if (against === null) return { value: null, reason: NO_OTHER };
  return {
    value,
    reason: n_against === 0 ? NO_SHARED : untold,
    ...(value !== null && { aside: `of ${formatCount(n_against)}, against ${against}` }),
  };
}

function cellsOf({ row, label }: PresentationRun): Record<string, TableCell> {
  const unlisted = row.condition === null ? NO_CONDITION : NO_OPTIONS;
  const untold = row.n_options < 3 ? ONE_OTHER : unlisted;
  const noRank = row.n_valid_errors === 0 ? NO_ERROR : untold;
  const named = NAMED.map(([id]) => [id, { value: row[id], reason: "Not stated." }] as const);
  return {
    run: { value: label },
    run_id: { value: row.run_id },
    model: { value: row.model },
    ...Object.fromEntries(named),
    n_options: { value: row.n_options },
    n: { value: row.n },
    acc_by_gold: rangeOf(row),
    slope_pp_per_position: {
      value: row.slope_pp_per_position,
      reason: "It needs keys at two positions.",
    },
    entropy: { value: row.entropy, reason: NO_VALID },
    error_primacy_pp: { value: row.error_primacy_pp, reason: NO_ERROR },
    length_midrank: { value: row.length_midrank, reason: noRank },
    borrowed_share: borrowedCell(row),
    borrowed_even: { value: row.borrowed_even },
    original_longer_share: {
      value: row.original_longer_share,
      reason: "No borrowed options, or the options of some item are not known as they were shown.",
    },
    order_changed: changedCell(row, row.order_changed, NO_OPTIONS),
    gold_label_changed: changedCell(row, row.gold_label_changed, NO_LABEL),
    against: { value: row.against },
    n_against: { value: row.n_against },
    n_valid_errors: { value: row.n_valid_errors },
  };
}

/** Position, length and origin of answers, one row a run, presentation and N. */
export function presentationTable(runs: readonly PresentationRun[]): TableModel {
  return {
    caption: "Position, length and origin of answers, by run and presentation",
    columns: columnsOf(runs),
    groups: [],
    rows: runs.map((run): TableRow => ({
      id: run.id,
      group: null,
      simulated: run.simulated,
      select: presentationSelect(run.row),
      cells: cellsOf(run),
    })),
  };
}
