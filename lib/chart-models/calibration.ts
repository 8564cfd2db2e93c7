import type { SectionRow } from "@/lib/metrics/rows";
import type { DrawnSample } from "@/lib/metrics/sections/calibration";
import { formatCount, listOf, plural } from "@/lib/format/number";
import { mixtureReason, mixtureText, toldMixed } from "./mixture";
import type { FigureModel, PointModel, SeriesStyle } from "./model";
import { largestFirst } from "./order";
import { styleOf } from "./palette";
import { gapReason, RUN_COLUMNS, runCells, sideReason } from "./run-columns";
import { runLabels, runSelect } from "./run-names";
import { namedAxis, runPanels } from "./run-panels";
import type { TableColumn, TableModel, TableRow } from "./table-model";

export type CalibrationRow = SectionRow<"calibration">;

/** A fixed run with its name and how it looks. */
export interface CalibrationRun {
  readonly row: CalibrationRow;
  readonly label: string;
  readonly style: SeriesStyle;
  readonly simulated: boolean;
}

/** Names a run's panel and row. */
export const calibrationId = ({ series_id, run_id }: CalibrationRow): string =>
  `${series_id}|${run_id}`;

/** The most accurate first. */
export function calibrationRuns(
  rows: readonly CalibrationRow[],
  styles: ReadonlyMap<string, SeriesStyle>,
): CalibrationRun[] {
  const labels = runLabels(rows.map((row) => toldMixed(row, row.mixes)));
  return rows
    .map((row, i) => ({
      row,
      label: labels[i] ?? row.model,
      style: styleOf(styles, row.model),
      simulated: row.simulated,
    }))
    .sort(largestFirst(({ row }) => row.accuracy));
}

const PARTS = ["all", "without", "sample"] as const;

function pointsOf(row: CalibrationRow): PointModel[] {
  const parts = [
    [row.accuracy, row.wilson, row.n],
    [row.accuracy_without, row.wilson_without, row.n_without],
    [row.accuracy_within, row.wilson_within, row.n_within],
  ] as const;
  return parts.map(([y, interval, n], i) => ({
    x: i + 1,
    y,
    low: interval?.[0] ?? null,
    high: interval?.[1] ?? null,
    n,
    gap: y === null ? (n === 0 ? "no scored response" : mixtureText(row.mixes)) : null,
    // Responses are not filtered by the sample: it would be a link of as many ids.
    select: runSelect(row),
  }));
}

const AXIS = namedAxis("items", PARTS);

/** One panel a run: accuracy on all items, without the sample, and on the sample. */
export function prepareCalibration(runs: readonly CalibrationRun[]): FigureModel {
  return runPanels(
    runs.map(({ row, label, style, simulated }) => ({
      id: calibrationId(row),
      label,
      style,
      simulated,
      points: pointsOf(row),
    })),
    () => AXIS,
    "runs",
  );
}

const COLUMNS: readonly TableColumn[] = [
  ...RUN_COLUMNS,
  { id: "seed", label: "Seed", kind: "text", exportOnly: true },
  { id: "n_sample", label: "Sample", kind: "count", exportOnly: true },
  { id: "n_population", label: "Drawn from", kind: "count", exportOnly: true },
  { id: "accuracy", label: "All", kind: "rate", hint: "Accuracy on all items" },
  { id: "wilson", label: "95% interval", kind: "interval", hint: "Wilson" },
  { id: "n", label: "n", kind: "count", hint: "Scored responses" },
  {
    id: "accuracy_without",
    label: "Without",
    kind: "rate",
    hint: "Accuracy on the items out of the sample",
  },
  { id: "wilson_without", label: "95% interval", kind: "interval", hint: "Wilson" },
  { id: "n_without", label: "n without", kind: "count", hint: "Scored responses" },
  {
    id: "without_less_all_pp",
    label: "Without less all, points",
    kind: "points",
    digits: 2,
    hint: "No interval: the two share all items but the sample",
  },
  { id: "accuracy_within", label: "Sample", kind: "rate", hint: "Accuracy on the sample alone" },
  { id: "wilson_within", label: "95% interval", kind: "interval", hint: "Wilson" },
  { id: "n_within", label: "n sample", kind: "count", hint: "Scored responses" },
  {
    id: "within_less_rest_pp",
    label: "Sample less rest, points",
    kind: "points",
    hint: "The two sides are different items",
  },
  {
    id: "within_less_rest_ci_pp",
    label: "95% interval",
    kind: "points_interval",
    hint: "Newcombe's hybrid score interval",
  },
];

function rowOf({ row, label, simulated }: CalibrationRun): TableRow {
  const mixed = mixtureReason(row.mixes);
  const why = (n: number) => (n > 0 && mixed) || sideReason(n);
  const both = row.n_within > 0 && row.n_without > 0;
  const noGap = (both && mixed) || gapReason(row.n_within, row.n_without);
  return {
    id: calibrationId(row),
    group: null,
    simulated,
    select: runSelect(row),
    cells: {
      ...runCells(label, row),
      seed: { value: String(row.seed) },
      n_sample: { value: row.n_sample },
      n_population: { value: row.n_population },
      accuracy: { value: row.accuracy, reason: why(row.n) },
      wilson: { value: row.wilson, reason: why(row.n) },
      n: { value: row.n },
      accuracy_without: { value: row.accuracy_without, reason: why(row.n_without) },
      wilson_without: { value: row.wilson_without, reason: why(row.n_without) },
      n_without: { value: row.n_without },
      without_less_all_pp: { value: row.without_less_all_pp, reason: why(row.n_without) },
      accuracy_within: { value: row.accuracy_within, reason: why(row.n_within) },
      wilson_within: { value: row.wilson_within, reason: why(row.n_within) },
      n_within: { value: row.n_within },
      within_less_rest_pp: { value: row.within_less_rest_pp, reason: noGap },
      within_less_rest_ci_pp: { value: row.within_less_rest_ci_pp, reason: noGap },
    },
  };
}

/** Accuracy with and without the sample, one row a run. */
export function calibrationTable(runs: readonly CalibrationRun[]): TableModel {
  return {
    caption: "Accuracy with and without the sample, and on it alone, by run",
    columns: COLUMNS,
    groups: [],
    rows: runs.map(rowOf),
  };
}

/** "100 of 12,032 items of mmlu-pro" */
export function sampleText(samples: readonly DrawnSample[]): string {
  return listOf(
    samples.map(
      ({ benchmark, ids, population }) =>
        `${formatCount(ids.length)} of ${plural(population, "item")} of ${benchmark}`,
    ),
  );
}

/** The ids of the samples in the order of their hashes: the file that makes them again. */
export function sampleTable(samples: readonly DrawnSample[]): TableModel {
  return {
    caption: "Items of the sample, in the order of their hashes",
    columns: [
      { id: "item_id", label: "Item", kind: "text", rowHeader: true },
      {
        id: "benchmark",
        label: "Benchmark",
        kind: "text",
        ...(samples.length < 2 && { exportOnly: true }),
      },
      { id: "place", label: "Place", kind: "count" },
      { id: "sha256", label: "SHA-256", kind: "text" },
    ],
    groups: [],
    rows: samples.flatMap(({ benchmark, ids }) =>
      ids.map(({ id, hash }, i): TableRow => ({
        id: `${benchmark}|${i}`,
        group: null,
        simulated: false,
        select: [
          { field: "benchmark", values: [benchmark] },
          { field: "item", values: [id] },
        ],
        cells: {
          item_id: { value: id },
          benchmark: { value: benchmark },
          place: { value: i + 1 },
          sha256: { value: hash },
        },
      })),
    ),
  };
}
