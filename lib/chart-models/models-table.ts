import { formatCount, formatFixed, formatInterval, plural } from "@/lib/format/number";
import type { AccuracyRow } from "@/lib/metrics/rows";
import type { ModelBoard, ModelBoards } from "./models";
import type { LeaderRow } from "./overview";
import { intervalAside, noAccuracyInterval, pooledColumn, standing } from "./overview-table";
import { joined, rangeText } from "./sentences";
import type { TableCell, TableColumn, TableModel, TableRow } from "./table-model";

/** Columns that only some data need: the screen has them there, the file always. */
interface Shown {
  readonly pooled: boolean;
  readonly planned: boolean;
  readonly cost: boolean;
}

const columnsOf = (shown: Shown): readonly TableColumn[] => [
  { id: "run", label: "Run", kind: "text", rowHeader: true },
  { id: "run_id", label: "Run id", kind: "text", exportOnly: true },
  { id: "model", label: "Model", kind: "text", exportOnly: true },
  { id: "benchmark", label: "Benchmark", kind: "text", exportOnly: true },
  { id: "mode", label: "Mode", kind: "text", exportOnly: true },
  { id: "condition", label: "Condition", kind: "text", exportOnly: true },
  { id: "scorer", label: "Scorer", kind: "text", exportOnly: true },
  { id: "host_class", label: "Host", kind: "text", exportOnly: true },
  { id: "n_options", label: "N", kind: "range", hint: "Options a question" },
  { id: "parameters", label: "Parameters", kind: "count", hint: "As the host reports them" },
  { id: "quantisation", label: "Quantisation", kind: "text" },
  {
    id: "accuracy",
    label: "Accuracy",
    kind: "rate",
    hint: "Right among scored responses, with Wilson's interval",
  },
  { id: "accuracy_ci", label: "95% interval", kind: "interval", exportOnly: true },
  {
    id: "guess_adjusted",
    label: "Guess-adjusted",
    kind: "rate",
    hint: "Each question corrected for its own N: what ranks the rows",
  },
  { id: "standing", label: "Standing", kind: "text", sentence: true },
  { ...pooledColumn(shown), sentence: true },
  { id: "valid_rate", label: "Valid", kind: "rate", hint: "Answers that could be read" },
  {
    id: "accuracy_planned",
    label: "Of planned",
    kind: "rate",
    hint: "Right among all planned responses: missing and failed ones count as wrong",
    exportOnly: !shown.planned,
  },
  {
    id: "mean_completion_tokens",
    label: "Tokens",
    kind: "fixed1",
    hint: "Mean completion tokens a response, reasoning included",
  },
  { id: "seconds_per_item", label: "s/item", kind: "seconds", hint: "Last attempt alone" },
  {
    id: "cost",
    label: "Cost",
    kind: "rate",
    digits: 4,
    hint: "Of the whole run",
    exportOnly: !shown.cost,
  },
  { id: "cost_currency", label: "Currency", kind: "text", exportOnly: true },
  {
    id: "reasoning_rate",
    label: "Reasoning",
    kind: "rate",
    hint: "Share of responses in which reasoning was observed",
  },
  {
    id: "accuracy_reasoned",
    label: "With reasoning",
    kind: "rate",
    hint: "Accuracy on responses with reasoning observed: a description, not an effect",
  },
  { id: "accuracy_reasoned_ci", label: "95% interval", kind: "interval", exportOnly: true },
  { id: "n_reasoned", label: "n with reasoning", kind: "count", exportOnly: true },
  {
    id: "accuracy_unreasoned",
    label: "Without reasoning",
    kind: "rate",
    hint: "Accuracy on responses without reasoning: other questions than those with it",
  },
  { id: "accuracy_unreasoned_ci", label: "95% interval", kind: "interval", exportOnly: true },
  { id: "n_unreasoned", label: "n without reasoning", kind: "count", exportOnly: true },
  { id: "n", label: "n", kind: "count", hint: "Scored responses" },
  { id: "n_planned", label: "Planned", kind: "count", exportOnly: true },
];

/** "31.7 billion", as a paper prints it; below one billion two decimals. */
function parametersText(parameters: number): string {
  const billions = parameters / 1e9;
  return `${formatFixed(billions, billions < 1 ? 2 : 1)} billion`;
}

const NOT_SAID = "The host reports none, or the file says nothing of it.";
const UNTOLD = "No response tells whether the model reasoned.";

/** Accuracy on one side of the reasoning observed, with its interval and n. */
function sideCell(
  accuracy: number | null,
  interval: AccuracyRow["wilson"],
  n: number,
  reason: string,
): TableCell {
  const range = interval === null ? null : formatInterval(interval);
  return {
    value: accuracy,
    reason,
    ...(accuracy !== null && {
      aside: [range, `n ${formatCount(n)}`].filter((part) => part !== null).join(", "),
    }),
  };
}

function rowOf(row: LeaderRow, board: ModelBoard, run: AccuracyRow): TableRow {
  const known = run.n_reasoned + run.n_unreasoned;
  const noSide = (side: string) => (known === 0 ? UNTOLD : `No response ${side} reasoning.`);
  const noInterval = noAccuracyInterval(row, board);
  return {
    id: row.id,
    group: board.id,
    simulated: row.simulated,
    select: row.select,
    cells: {
      run: { value: row.label },
      run_id: { value: run.run_id },
      model: { value: run.model },
      benchmark: { value: run.benchmark },
      mode: { value: run.mode, reason: "Not stated, or several." },
      condition: { value: run.condition, reason: "Not stated, or several." },
      scorer: { value: run.scorer },
      host_class: { value: run.host_class, reason: NOT_SAID },
      pooled: { value: row.pooled, reason: "Asked under one presentation." },
      n_options: { value: row.n, reason: "The run has no row." },
      parameters: {
        value: run.parameters,
        reason: NOT_SAID,
        ...(run.parameters !== null && { text: parametersText(run.parameters) }),
      },
      quantisation: { value: run.quantisation, reason: NOT_SAID },
      accuracy: {
        value: run.accuracy,
        reason: "No scored response.",
        ...intervalAside(run.wilson),
      },
      accuracy_ci: { value: run.wilson, reason: noInterval },
      guess_adjusted: { value: run.guess_adjusted, reason: "No scored response." },
      valid_rate: { value: run.valid_rate, reason: "No scored response." },
      accuracy_planned: {
        value: run.accuracy_planned,
        reason: "A filter cuts a run that lacks rows: nobody knows on which side they are missing.",
      },
      mean_completion_tokens: {
        value: run.mean_completion_tokens,
        reason: "No response reports its tokens.",
      },
      seconds_per_item: { value: run.seconds_per_item, reason: "No response reports its time." },
      cost: {
        value: run.cost,
        reason: "No prices are known.",
        ...(run.cost !== null && run.cost_currency !== null && { aside: run.cost_currency }),
      },
      cost_currency: { value: run.cost_currency, reason: "No prices are known." },
      reasoning_rate: { value: run.reasoning_rate, reason: UNTOLD },
      accuracy_reasoned: sideCell(
        run.accuracy_reasoned,
        run.accuracy_reasoned_ci,
        run.n_reasoned,
        noSide("with"),
      ),
      accuracy_reasoned_ci: { value: run.accuracy_reasoned_ci, reason: noInterval },
      n_reasoned: { value: run.n_reasoned },
      accuracy_unreasoned: sideCell(
        run.accuracy_unreasoned,
        run.accuracy_unreasoned_ci,
        run.n_unreasoned,
        noSide("without"),
      ),
      accuracy_unreasoned_ci: { value: run.accuracy_unreasoned_ci, reason: noInterval },
      n_unreasoned: { value: run.n_unreasoned },
      n: { value: run.n },
      n_planned: { value: run.planned, reason: "A filter cuts a run that lacks rows." },
      standing: standing(row, board),
    },
  };
}

function groupLabel(board: ModelBoard): string {
  const unranked = board.rows.filter((row) => row.unranked !== null).length;
  return joined([
    board.title,
    board.oneN ? "ranked by accuracy" : "ranked by guess-adjusted accuracy, as N differs",
    rangeText(
      board.rows.map((row) => row.items),
      "item",
    ),
    unranked > 0 ? `${plural(unranked, "run")} unranked, below` : null,
  ]);
}

/** One row a fixed run, boards one under the other, best first, unranked runs last with the reason. */
export function modelsTable({ boards, runs }: ModelBoards): TableModel {
  const all = [...runs.values()];
  return {
    caption: "Fixed runs: accuracy, and what it took",
    columns: columnsOf({
      pooled: boards.some((board) => board.rows.some((row) => row.pooled !== null)),
      planned: all.some(
        (run) => run.accuracy_planned !== null && run.accuracy_planned !== run.accuracy,
      ),
      cost: all.some((run) => run.cost !== null),
    }),
    groups: boards.map((board) => ({ id: board.id, label: groupLabel(board) })),
    rows: boards.flatMap((board) =>
      board.rows.flatMap((row) => {
        const run = runs.get(row.id);
        return run ? [rowOf(row, board, run)] : [];
      }),
    ),
  };
}
