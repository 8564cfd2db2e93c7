import { paddingWords } from "@/lib/format/words";
import type { BubbleRow, ScalingRow } from "@/lib/metrics/rows";
import { boundRemarks, noCrossed, trialIntervalCell, unevenRemarks } from "./interval-remarks";
import { NO_TRIALS, trialsReason, UNCOUNTED, type TrialsLacking } from "./lacking";
import { defaultLow } from "./low-n";
import type { ScalingInterval } from "./scaling";
import { curveFilters, curveKey, fieldText, type CurveField } from "./series";
import type { TableColumn, TableModel, TableRow } from "./table-model";

/** Columns that name a curve: those in which the rows differ, the model always. */
export function curveColumns(
  rows: readonly Record<CurveField, string | null>[],
): readonly TableColumn[] {
  const labels: readonly (readonly [CurveField, string])[] = [
    ["benchmark", "Benchmark"],
    ["environment", "Environment"],
    ["padding", "Padding"],
    ["mode", "Mode"],
    ["condition", "Condition"],
    ["scorer", "Scorer"],
  ];
  const [first] = rows;
  return [
    { id: "model", label: "Model", kind: "text", rowHeader: true },
    ...labels.map(([id, label]): TableColumn => {
      const constant = rows.every((row) => row[id] === first?.[id]);
      return { id, label, kind: "text", ...(constant && { exportOnly: true }) };
    }),
  ];
}

/** Cells that name a curve. */
export function curveCells(row: { model: string } & Record<CurveField, string | null>) {
  const field = (name: CurveField) => ({
    value: row[name],
    reason: fieldText(name, row[name]),
  });
  return {
    model: { value: row.model },
    benchmark: field("benchmark"),
    environment: field("environment"),
    padding: { ...field("padding"), text: paddingWords(row.padding ?? "") },
    mode: field("mode"),
    condition: field("condition"),
    scorer: field("scorer"),
  };
}

/** Quartiles are shown where they are drawn; the file has them always. */
const scalingColumns = (interval: ScalingInterval): readonly TableColumn[] => [
  { id: "n_options", label: "N", kind: "count" },
  { id: "na", label: "NA", kind: "rate" },
  { id: "na_item_ci", label: "95% over items", kind: "interval", hint: "t interval; not clipped" },
  {
    id: "na_trial_ci",
    label: "95% over trials",
    kind: "interval",
    hint: "z interval; not clipped",
  },
  {
    id: "na_crossed_ci",
    label: "95% crossed",
    kind: "interval",
    hint: "Variance of items and of trials together; not clipped",
  },
  {
    id: "na_iqr",
    label: "Middle half",
    kind: "interval",
    hint: "Type-7 quartiles of NA by item",
    exportOnly: interval !== "iqr",
  },
  { id: "accuracy", label: "Accuracy", kind: "rate", hint: "Unweighted mean of item means" },
  { id: "null_share", label: "No answer", kind: "rate", hint: "Share of scored rows not valid" },
  { id: "n_items", label: "Items", kind: "count" },
  { id: "n_trials", label: "Trials", kind: "count" },
  { id: "n_responses", label: "Responses", kind: "count" },
];

const INTERVALS = ["na_item_ci", "na_trial_ci", "na_crossed_ci"];

/**
 * The numbers behind the curves, one row a curve and N.
 * @param lacking why what stands on trials may be absent though the records could tell it
 */
export function scalingTable(
  rows: readonly ScalingRow[],
  interval: ScalingInterval = "item",
  lacking: TrialsLacking | null = null,
): TableModel {
  const table: TableModel = {
    caption: "Accuracy and NA by number of options",
    columns: [...curveColumns(rows), ...scalingColumns(interval)],
    groups: [],
    rows: rows.map((row): TableRow => ({
      id: `${curveKey(row)}|${row.n_options}`,
      group: null,
      simulated: row.simulated,
      select: curveFilters(row, row.n_options),
      cells: {
        ...curveCells(row),
        n_options: { value: row.n_options },
        na: { value: row.na, reason: "No scored response." },
        na_item_ci: { value: row.na_item_ci, reason: "It needs at least two items." },
        na_trial_ci: trialIntervalCell(row, lacking, NO_TRIALS),
        na_crossed_ci: { value: row.na_crossed_ci, reason: noCrossed(row, lacking) },
        na_iqr: {
          value: row.na_q25 === null || row.na_q75 === null ? null : [row.na_q25, row.na_q75],
          reason: "No scored response.",
        },
        accuracy: { value: row.accuracy, reason: "No scored response." },
        null_share: { value: row.null_share, reason: "No scored response." },
        n_items: { value: row.n_items },
        n_trials: { value: row.n_trials, reason: trialsReason(lacking, UNCOUNTED) },
        n_responses: { value: row.n_responses },
      },
    })),
  };
  return { ...table, remarks: [...boundRemarks(table, INTERVALS), ...unevenRemarks(rows)] };
}

const BUBBLE_COLUMNS: readonly TableColumn[] = [
  { id: "n_low", label: "N low", kind: "count" },
  { id: "n_high", label: "N high", kind: "count" },
  { id: "bi", label: "BI", kind: "rate", hint: "1 − NA high / NA low" },
  { id: "bi_ci", label: "95% over trials", kind: "interval", hint: "Paired delta method" },
  { id: "items", label: "Items", kind: "text" },
];

const noBi = (row: BubbleRow) => `NA at N=${row.n_low} is 0 or below, or unknown.`;

/**
 * BI of each curve at the pair chosen; where none is, from the paper's 4 (or the smallest N) to the
 * largest.
 */
export function shownBubbles(
  rows: readonly BubbleRow[],
  pair: readonly [number, number] | null,
): BubbleRow[] {
  return [...Map.groupBy(rows, curveKey).values()].flatMap((own) => {
    const high = pair?.[1] ?? Math.max(...own.map((row) => row.n_high));
    const ending = own.filter((row) => row.n_high === high);
    const low =
      pair?.[0] ??
      defaultLow(
        ending.map((row) => row.n_low),
        high,
      );
    return ending.filter((row) => row.n_low === low);
  });
}

/** "N=4 to N=100", or that curves differ in it; null without a row. */
export function bubblePair(shown: readonly BubbleRow[]): string | null {
  const pairs = new Set(shown.map((row) => `N=${row.n_low} to N=${row.n_high}`));
  const [only] = pairs;
  return pairs.size > 1 ? "each curve between N of its own" : (only ?? null);
}

/** @param shown one row a curve, see `shownBubbles` */
export function bubbleTable(
  shown: readonly BubbleRow[],
  lacking: TrialsLacking | null = null,
): TableModel {
  return {
    caption: "Bubble index",
    columns: [...curveColumns(shown), ...BUBBLE_COLUMNS],
    groups: [],
    rows: shown.map((row): TableRow => ({
      id: curveKey(row),
      group: null,
      simulated: row.simulated,
      select: curveFilters(row, null),
      cells: {
        ...curveCells(row),
        n_low: { value: row.n_low },
        n_high: { value: row.n_high },
        bi: { value: row.bi, reason: noBi(row) },
        bi_ci: {
          value: row.bi_ci,
          reason: row.bi === null ? noBi(row) : trialsReason(lacking, NO_TRIALS),
        },
        items: { value: row.item_sets_differ ? "sets differ" : "same set" },
      },
    })),
  };
}
