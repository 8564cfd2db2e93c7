import type { SectionRow } from "@/lib/metrics/rows";
import type { PresentedRow } from "@/lib/metrics/sections/presentation";
import { wilson } from "@/lib/stats/proportions";
import { positionAxis } from "./axis";
import { fitSeries } from "./fit";
import type { FigureModel, PointModel, SeriesStyle } from "./model";
import { styleOf } from "./palette";
import { bare } from "./position-series";
import { toldApart } from "./run-names";
import { runPanels } from "./run-panels";
import { curveFilters, curveKey, curveLabels, type Select } from "./series";

export type PresentationRow = SectionRow<"presentation">;

/** A fixed run at one N under one presentation, with its name and how it looks. */
export interface PresentationRun extends PresentedRow {
  readonly id: string;
  readonly label: string;
  readonly style: SeriesStyle;
  readonly simulated: boolean;
}

/** The largest first: of a run whose questions differ in N, the N that most of them have. */
export function presentationRuns(
  given: readonly PresentedRow[],
  styles: ReadonlyMap<string, SeriesStyle>,
): PresentationRun[] {
  const curves = curveLabels(given.map(({ row }) => row));
  const names = given.map(({ row }) => curves.get(curveKey(row)) ?? row.model);
  const byN = toldApart(names, (i) => `N=${given[i]?.row.n_options ?? 0}`);
  const labels = toldApart(byN, (i) => given[i]?.row.run_id ?? "");
  return given
    .map(({ row, counts }, i) => ({
      row,
      counts,
      id: [curveKey(row), row.run_id, row.n_options].join("|"),
      label: labels[i] ?? row.model,
      style: styleOf(styles, row.model),
      simulated: row.simulated,
    }))
    .sort((a, b) => b.row.n - a.row.n || (a.label < b.label ? -1 : 1));
}

/** What leads to the responses of a presentation. */
export function presentationSelect(row: PresentationRow): Select {
  return [...curveFilters(row, row.n_options), { field: "run", values: [row.run_id] }];
}

/** Accuracy where the key stands at each position; Wilson's interval where each item is one row. */
function pointsOf({ row, counts }: PresentedRow): PointModel[] {
  const select = presentationSelect(row);
  return counts.gold.map((n, i) => {
    const hits = counts.goldCorrect[i] ?? 0;
    if (n === 0) return { ...bare(i + 1, null), n, gap: "no key stands here" };
    const interval = row.n === row.n_items ? wilson(hits, n) : null;
    const [low, high] = interval ?? [null, null];
    return { ...bare(i + 1, hits / n), low, high, n, select };
  });
}

/** One panel a presentation: accuracy by the position of the key, and the line of its slope. */
export function preparePresentation(runs: readonly PresentationRun[]): FigureModel {
  return runPanels(
    runs.map((run) => {
      const { row, id, label, style, simulated } = run;
      const points = pointsOf(run);
      const slope = row.slope_pp_per_position;
      const references = fitSeries(run, points, slope === null ? null : slope / 100);
      return { id, label, style, simulated, points, references };
    }),
    (drawn) => ({
      ...positionAxis(Math.max(2, ...drawn.map(({ points }) => points.length)), 0.5),
      label: "position of the key",
    }),
    "presentations",
  );
}
