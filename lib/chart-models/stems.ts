import type { StemsRow } from "@/lib/metrics/rows";
import { valueAxis } from "./axis";
import { SERIES_CAP, type FigureModel, type PanelModel, type PointModel } from "./model";
import { styleOf } from "./palette";
import type { SeriesStyle } from "./model";
import { curveFilters, curveKey, curveLabels, type Curve, type Select } from "./series";

/** A run with its name, its gap, and how it looks. */
export interface StemRun {
  readonly row: StemsRow;
  readonly label: string;
  readonly style: SeriesStyle;
  readonly simulated: boolean;
}

/** Runs of which some item has a flag, the widest gap first; runs without a gap last. */
export function stemRuns(
  rows: readonly StemsRow[],
  styles: ReadonlyMap<string, SeriesStyle>,
): StemRun[] {
  const flagged = rows.filter((row) => row.n_flagged + row.n_unflagged > 0);
  const labels = curveLabels(flagged.map(curveOf));
  const named = flagged.map((row) => ({ row, label: labels.get(curveKey(curveOf(row))) }));
  const uses = Map.groupBy(named, ({ label }) => label);
  return named
    .map(({ row, label = row.model }) => ({
      row,
      // Runs of one series have one name: the id tells them apart.
      label: (uses.get(label)?.length ?? 0) > 1 ? `${label} (${row.run_id})` : label,
      style: styleOf(styles, row.model),
      simulated: row.simulated,
    }))
    .sort(
      (a, b) =>
        (b.row.gap_pp ?? -Infinity) - (a.row.gap_pp ?? -Infinity) || (a.label < b.label ? -1 : 1),
    );
}

/** A run as one curve: it throws its environments and paddings together. */
function curveOf(row: StemsRow): Curve {
  return { ...row, environment: null, padding: "none" };
}

/** What leads to the responses of a run, on one side or both; the view adds its paddings. */
export function stemSelect(row: StemsRow, stem: boolean | null): Select {
  const own = curveFilters(curveOf(row), null).filter(
    ({ field }) => field === "model" || field === "benchmark" || field === "scorer",
  );
  const run: Select = [...own, { field: "run", values: [row.run_id] }];
  // Both sides are not all: what no flag tells of is on neither.
  return [...run, { field: "stem", values: stem === null ? [true, false] : [stem] }];
}

const SIDES = [
  { x: 1, label: "unflagged", stem: false },
  { x: 2, label: "flagged", stem: true },
] as const;

function pointOf(row: StemsRow, { x, stem }: (typeof SIDES)[number]): PointModel {
  const interval = stem ? row.flagged_ci : row.unflagged_ci;
  const y = stem ? row.flagged : row.unflagged;
  return {
    x,
    y,
    low: interval?.[0] ?? null,
    high: interval?.[1] ?? null,
    n: stem ? row.n_flagged : row.n_unflagged,
    gap: y === null ? "no scored response" : null,
    select: stemSelect(row, stem),
  };
}

/** One panel a run: accuracy on unflagged and on flagged stems, with their intervals. */
export function prepareStems(runs: readonly StemRun[]): FigureModel {
  const drawn = runs.slice(0, SERIES_CAP);
  const panels = drawn.map(({ row, label, style, simulated }): PanelModel => ({
    id: row.run_id,
    title: label,
    series: [
      {
        id: row.run_id,
        label,
        mark: "point",
        style,
        interval: "whisker",
        simulated,
        role: "data",
        markerEvery: 1,
        points: SIDES.map((side) => pointOf(row, side)),
      },
    ],
    shade: null,
    levels: [],
    readouts: [],
    warning: null,
  }));
  return {
    x: {
      label: "stem",
      scale: "linear",
      domain: [0.5, 2.5],
      ticks: SIDES.map(({ x, label }) => ({ value: x, label })),
    },
    y: valueAxis(
      "accuracy",
      drawn.flatMap(({ row }) =>
        SIDES.map((side) => pointOf(row, side)).flatMap(({ y, low, high }) => [y, low, high]),
      ),
      [0],
    ),
    panels,
    labels: "none",
    legend: [],
    valueName: "accuracy",
    intervalName: "95% Wilson interval",
    countOf: "responses",
    cap: runs.length > drawn.length ? { shown: drawn.length, of: runs.length, what: "runs" } : null,
    notes: [],
  };
}
