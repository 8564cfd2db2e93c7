import type { StemsRow } from "@/lib/metrics/rows";
import type { FigureModel, PointModel, SeriesStyle } from "./model";
import { largestFirst } from "./order";
import { styleOf } from "./palette";
import { runLabels, runSelect } from "./run-names";
import { namedAxis, runPanels } from "./run-panels";
import type { Select } from "./series";

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
  const labels = runLabels(flagged);
  return flagged
    .map((row, i) => ({
      row,
      label: labels[i] ?? row.model,
      style: styleOf(styles, row.model),
      simulated: row.simulated,
    }))
    .sort(largestFirst(({ row }) => row.gap_pp));
}

/** What leads to the responses of a run, on one side or both; the view adds its paddings. */
export function stemSelect(row: StemsRow, stem: boolean | null): Select {
  // Both sides are not all: what no flag tells of is on neither.
  return [...runSelect(row), { field: "stem", values: stem === null ? [true, false] : [stem] }];
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

const STEM_AXIS = namedAxis(
  "stem",
  SIDES.map(({ label }) => label),
);

/** One panel a run: accuracy on unflagged and on flagged stems, with their intervals. */
export function prepareStems(runs: readonly StemRun[]): FigureModel {
  return runPanels(
    runs.map(({ row, label, style, simulated }) => ({
      id: row.run_id,
      label,
      style,
      simulated,
      points: SIDES.map((side) => pointOf(row, side)),
    })),
    () => STEM_AXIS,
    "runs",
  );
}
