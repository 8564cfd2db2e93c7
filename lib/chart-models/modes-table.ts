import { formatFixed } from "@/lib/format/number";
import type { ModesRow } from "@/lib/metrics/question-rows";
import { thresholdAside } from "./family";
import { IN_PART, modeSelect, type ModeChange } from "./modes";
import { intervalAside } from "./overview-table";
import { NO_SHARED } from "./paired";
import { fieldText } from "./series";
import type { TableCell, TableColumn, TableModel, TableRow } from "./table-model";

const PLACE = ["benchmark", "environment", "padding", "condition", "scorer"] as const;
const PLACE_LABELS: Record<(typeof PLACE)[number], string> = {
  benchmark: "Benchmark",
  environment: "Environment",
  padding: "Padding",
  condition: "Condition",
  scorer: "Scorer",
};

const columnsOf = (changes: readonly ModeChange[]): readonly TableColumn[] => [
  { id: "pair", label: "Model", kind: "text", rowHeader: true },
  { id: "model", label: "Model name", kind: "text", exportOnly: true },
  { id: "run_direct", label: "Direct run", kind: "text", exportOnly: true },
  { id: "run_thinking", label: "Thinking run", kind: "text", exportOnly: true },
  ...PLACE.map((id): TableColumn => ({
    id,
    label: PLACE_LABELS[id],
    kind: "text",
    exportOnly: new Set(changes.map(({ row }) => row[id])).size <= 1,
  })),
  {
    id: "direct",
    label: "Direct",
    kind: "rate",
    hint: "Accuracy on the shared items, with Wilson's interval",
  },
  { id: "direct_ci", label: "95% interval", kind: "interval", exportOnly: true },
  {
    id: "thinking",
    label: "Thinking",
    kind: "rate",
    hint: "Accuracy on the shared items, with Wilson's interval",
  },
  { id: "thinking_ci", label: "95% interval", kind: "interval", exportOnly: true },
  {
    id: "change_pp",
    label: "Change, points",
    kind: "points",
    hint: "Thinking less direct, on the shared items",
  },
  { id: "wald_ci_pp", label: "95% interval", kind: "points_interval", hint: "Wald, paired" },
  { id: "mcnemar_p", label: "p", kind: "p", hint: "McNemar's exact two-sided test, unadjusted" },
  {
    id: "p_bonferroni",
    label: "p, Bonferroni",
    kind: "p",
    hint: "p times the pairs of this table that have one",
  },
  {
    id: "p_holm",
    label: "p, Holm",
    kind: "p",
    hint: "Adjusted step by step for all pairs of this table",
  },
  {
    id: "direct_only",
    label: "Direct only",
    kind: "count",
    hint: "Shared items right in direct mode alone",
  },
  {
    id: "thinking_only",
    label: "Thinking only",
    kind: "count",
    hint: "Shared items right in thinking mode alone",
  },
  { id: "n_shared", label: "Shared", kind: "count", hint: "Items of both, the same question" },
  { id: "only_direct", label: "Items, direct alone", kind: "count", exportOnly: true },
  { id: "only_thinking", label: "Items, thinking alone", kind: "count", exportOnly: true },
  { id: "changed", label: "Changed", kind: "count", exportOnly: true },
  {
    id: "thinking_valid_rate",
    label: "Valid, thinking",
    kind: "rate",
    hint: "Thinking replies that could be read",
  },
  {
    id: "thinking_truncated",
    label: "Cut off, thinking",
    kind: "count",
    hint: "Thinking replies that ended at the token limit without an answer",
  },
  {
    id: "time_ratio",
    label: "Time",
    kind: "fixed1",
    hint: "Mean seconds an item, thinking over direct",
  },
  {
    id: "tokens_ratio",
    label: "Tokens",
    kind: "fixed1",
    hint: "Mean completion tokens a reply, thinking over direct",
  },
  {
    id: "differ_in",
    label: "Differ in",
    kind: "text",
    hint: "What else is another in the two runs, beside the mode",
    exportOnly: changes.every(({ row }) => row.differ_in.length === 0),
  },
];

/** "42.0×"; the file has the number. */
function timesCell(ratio: number | null, { n_shared }: ModesRow, what: string): TableCell {
  const untold = `One of the two runs reports no ${what} of shared items, or the direct one none but 0.`;
  return {
    value: ratio,
    reason: n_shared === 0 ? NO_SHARED : untold,
    ...(ratio !== null && { text: `${formatFixed(ratio, 1)}×` }),
  };
}

const noTest = ({ n_shared }: ModesRow) => (n_shared === 0 ? NO_SHARED : IN_PART);

function rowOf({ row, id, label, simulated }: ModeChange, comparisons: number): TableRow {
  const none = noTest(row);
  return {
    id,
    group: null,
    simulated,
    select: modeSelect(row),
    cells: {
      pair: { value: label },
      model: { value: row.model },
      run_direct: { value: row.run_direct },
      run_thinking: { value: row.run_thinking },
      ...Object.fromEntries(
        PLACE.map((field) => [field, { value: row[field], reason: fieldText(field, null) }]),
      ),
      direct: { value: row.direct, reason: NO_SHARED, ...intervalAside(row.direct_ci) },
      direct_ci: { value: row.direct_ci, reason: none },
      thinking: { value: row.thinking, reason: NO_SHARED, ...intervalAside(row.thinking_ci) },
      thinking_ci: { value: row.thinking_ci, reason: none },
      change_pp: { value: row.change_pp, reason: NO_SHARED },
      wald_ci_pp: { value: row.wald_ci_pp, reason: none },
      mcnemar_p: {
        value: row.mcnemar_p,
        reason: none,
        ...thresholdAside(row.mcnemar_p, comparisons),
      },
      p_bonferroni: { value: row.p_bonferroni, reason: none },
      p_holm: { value: row.p_holm, reason: none },
      direct_only: { value: row.direct_only },
      thinking_only: { value: row.thinking_only },
      n_shared: { value: row.n_shared },
      only_direct: { value: row.only_direct },
      only_thinking: { value: row.only_thinking },
      changed: { value: row.changed },
      thinking_valid_rate: { value: row.thinking_valid_rate, reason: NO_SHARED },
      thinking_truncated: {
        value: row.n_shared === 0 ? null : row.thinking_truncated,
        reason: NO_SHARED,
      },
      time_ratio: timesCell(row.time_ratio, row, "times"),
      tokens_ratio: timesCell(row.tokens_ratio, row, "tokens"),
      differ_in: { value: row.differ_in.join(", ") },
    },
  };
}

/** One row a pair of runs, in the order given. */
export function modesTable(changes: readonly ModeChange[]): TableModel {
  const comparisons = changes.filter(({ row }) => row.mcnemar_p !== null).length;
  return {
    caption: "Direct against thinking, item by item",
    columns: columnsOf(changes),
    groups: [],
    rows: changes.map((change) => rowOf(change, comparisons)),
  };
}
