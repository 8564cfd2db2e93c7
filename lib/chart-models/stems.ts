import { listOf, plural } from "@/lib/format/number";
import type { StemsRow } from "@/lib/metrics/rows";
import { mixtureText } from "./mixture";
import type { FigureModel, PointModel, SeriesStyle } from "./model";
import { largestFirst } from "./order";
import { styleOf } from "./palette";
import { runLabels, runSelect } from "./run-names";
import { namedAxis, runPanels } from "./run-panels";
import type { Select } from "./series";

/** A run under one condition and mode with its name, its gap, and how it looks. */
export interface StemRun {
  /** Names it among the others. */
  readonly id: string;
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
      id: JSON.stringify([row.series_id, row.run_id, row.condition, row.mode]),
      row,
      label: labels[i] ?? row.model,
      style: styleOf(styles, row.model),
      simulated: row.simulated,
    }))
    .sort(largestFirst(({ row }) => row.gap_pp));
}

/** How many runs stand behind rows: one of several conditions has a row in each. */
const runsOf = (rows: readonly { readonly row: StemsRow }[]): number =>
  new Set(rows.map(({ row }) => row.run_id)).size;

/** "Accuracy on unflagged and on flagged stems: 1 run, 2 rows by condition and mode" */
export function stemsTitle(runs: readonly StemRun[]): string {
  if (runs.length === 0) return "Accuracy on negative stems";
  const many = runsOf(runs);
  const apart = runs.length > many ? `, ${plural(runs.length, "row")} by condition and mode` : "";
  return `Accuracy on unflagged and on flagged stems: ${plural(many, "run")}${apart}`;
}

/** That rows of one run are not of the same items; null where they are. */
export function elsewhereText(runs: readonly StemRun[]): string | null {
  const lacking = runs.filter(({ row }) => row.n_elsewhere > 0);
  if (lacking.length === 0) return null;
  const named = lacking.map(({ label, row }) => `${label} (${plural(row.n_elsewhere, "item")})`);
  return (
    "Rows of one run are not of the same items: without a scored response here, though with one under " +
    `another condition or mode, ${listOf(named)}.`
  );
}

/** What leads to the responses behind a row, on one side or both; the view adds its paddings. */
export function stemSelect(row: StemsRow, stem: boolean | null): Select {
  return [
    ...runSelect(row),
    { field: "mode", values: [row.mode] },
    { field: "condition", values: [row.condition] },
    // Both sides are not all: what no flag tells of is on neither.
    { field: "stem", values: stem === null ? [true, false] : [stem] },
  ];
}

const SIDES = [
  { x: 1, label: "unflagged", stem: false },
  { x: 2, label: "flagged", stem: true },
] as const;

function pointOf(row: StemsRow, { x, stem }: (typeof SIDES)[number]): PointModel {
  const interval = stem ? row.flagged_ci : row.unflagged_ci;
  const y = stem ? row.flagged : row.unflagged;
  const n = stem ? row.n_flagged : row.n_unflagged;
  return {
    x,
    y,
    low: interval?.[0] ?? null,
    high: interval?.[1] ?? null,
    n,
    gap: y === null ? (n === 0 ? "no scored response" : mixtureText(row.mixes)) : null,
    select: stemSelect(row, stem),
  };
}

const STEM_AXIS = namedAxis(
  "stem",
  SIDES.map(({ label }) => label),
);

/** One panel a row: accuracy on unflagged and on flagged stems, with their intervals. */
export function prepareStems(runs: readonly StemRun[]): FigureModel {
  return runPanels(
    runs.map(({ id, row, label, style, simulated }) => ({
      id,
      label,
      style,
      simulated,
      points: SIDES.map((side) => pointOf(row, side)),
    })),
    () => STEM_AXIS,
    runs.length > runsOf(runs) ? "rows by run, condition and mode" : "runs",
  );
}
