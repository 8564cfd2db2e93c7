import { listOf, plural } from "@/lib/format/number";
import type { ModesRow } from "@/lib/metrics/question-rows";
import { forestFigure } from "./forest";
import type { FigureModel, SeriesStyle } from "./model";
import { largestFirst } from "./order";
import { NO_SHARED } from "./paired";
import { styleOf, variantOf } from "./palette";
import { curveKey, curveLabels, type Curve, type Select } from "./series";

/** A direct and a thinking run of one model, with its name and how it looks. */
export interface ModeChange {
  readonly row: ModesRow;
  readonly id: string;
  readonly label: string;
  readonly style: SeriesStyle;
  readonly simulated: boolean;
}

/** Two runs as one curve; two pairs that agree in all else are numbered. */
function curveOf(row: ModesRow): Curve {
  return { ...row, series_id: JSON.stringify([row.run_direct, row.run_thinking]), mode: null };
}

/** Pairs by the change, the largest gain first; those without one last. */
export function modeChanges(
  rows: readonly ModesRow[],
  styles: ReadonlyMap<string, SeriesStyle>,
): ModeChange[] {
  const labels = curveLabels(rows.map(curveOf));
  const places = new Map<string, number>();
  return rows
    .map((row) => {
      const place = places.get(row.model) ?? 0;
      places.set(row.model, place + 1);
      const id = curveKey(curveOf(row));
      return {
        row,
        id,
        label: labels.get(id) ?? row.model,
        style: variantOf(styleOf(styles, row.model), place),
        simulated: row.simulated,
      };
    })
    .sort(largestFirst(({ row }) => row.change_pp));
}

/** What leads to the responses of both runs under the condition that they share. */
export function modeSelect(row: ModesRow): Select {
  return [
    { field: "run", values: [...new Set([row.run_direct, row.run_thinking])] },
    { field: "environment", values: [row.environment] },
    { field: "padding", values: [row.padding] },
    { field: "condition", values: [row.condition] },
    { field: "mode", values: ["direct", "thinking"] },
  ];
}

/** Why it has a change without Wald's interval and McNemar's p. */
export const IN_PART =
  "Some item has several rows that disagree: Wald’s interval and McNemar’s p are of items asked once.";

/** The change of each pair with Wald's interval, around no change. */
export function modesFigure(changes: readonly ModeChange[]): FigureModel | null {
  return forestFigure(
    changes.map(({ row, id, label, style, simulated }) => ({
      id,
      label,
      style,
      simulated,
      points: row.change_pp,
      interval: row.wald_ci_pp,
      n: row.n_shared,
      gap: NO_SHARED,
      select: modeSelect(row),
    })),
    {
      x: "model",
      y: "change, percentage points",
      zero: "no change",
      value: "change",
      interval: "95% Wald interval of the paired change",
      countOf: "items",
      what: "pairs of runs",
      notes: ["Thinking less direct; above 0: more right answers with thinking."],
    },
  );
}

/** Fields of a pair in words. */
const differing = ({ row }: ModeChange) => listOf(row.differ_in, row.differ_in.length);

/** What a pair leaves out, or pairs blindly. */
function unpaired({ row, label }: ModeChange): string[] {
  const parts = [
    row.only_direct > 0 ? `${plural(row.only_direct, "item")} of the direct run alone` : null,
    row.only_thinking > 0 ? `${plural(row.only_thinking, "item")} of the thinking run alone` : null,
    row.changed > 0 ? `${plural(row.changed, "id")} of which the question changed` : null,
  ].filter((part) => part !== null);
  return parts.length === 0 ? [] : [`${label}: left out are ${listOf(parts)}.`];
}

/** What a reader has to know before a change is shown, each a sentence. */
export function modeObstacles(changes: readonly ModeChange[]): string[] {
  const apart = Map.groupBy(
    changes.filter(({ row }) => row.differ_in.length > 0),
    differing,
  );
  const byId = changes.filter(({ row }) => row.by_id > 0);
  const names = (some: readonly ModeChange[]) =>
    some.length === changes.length && some.length > 1
      ? `In all ${plural(some.length, "pair")} the two runs`
      : `The two runs of ${listOf(
          some.map(({ label }) => label),
          6,
        )}`;
  return [
    ...[...apart].map(
      ([fields, some]) =>
        `${names(some)} differ in ${fields} beside the mode: the change is of all of these together.`,
    ),
    ...changes.flatMap(unpaired),
    ...(byId.length > 0
      ? [
          `${names(byId)} have items without a hash of their question: these are paired by their id alone.`,
        ]
      : []),
  ];
}

/** Runs behind the pairs. */
export const modeRuns = (changes: readonly ModeChange[]): ReadonlySet<string> =>
  new Set(changes.flatMap(({ row }) => [row.run_direct, row.run_thinking]));
