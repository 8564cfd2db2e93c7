import type { ComparedRow } from "@/lib/metrics/compared";
import type { Filters } from "@/lib/view-state/filters";
import { namesAxis, optionsAxis, valueAxis } from "./axis";
import type { CompareSide } from "./compare-sides";
import {
  SERIES_CAP,
  type FigureModel,
  type PanelModel,
  type PointModel,
  type SeriesModel,
} from "./model";
import { pointSeries } from "./point-series";
import { fieldText } from "./series";

/** One comparison as drawn and told: `side` minus `against`, in percentage points. */
export interface Difference {
  readonly row: ComparedRow;
  readonly side: CompareSide;
  readonly against: CompareSide;
  readonly points: number | null;
  readonly interval: readonly [number, number] | null;
}

/** What the differences of one panel have in common. */
export interface DifferencePanel {
  readonly id: string;
  readonly title: string;
  readonly differences: readonly Difference[];
}

/** Comparisons of the sides that are chosen, the later side minus the earlier one. */
export function differencesOf(
  rows: readonly ComparedRow[],
  sides: readonly CompareSide[],
): Difference[] {
  const byId = new Map(sides.map((side) => [side.id, side]));
  return rows.flatMap((row) => {
    const [against, side] = [byId.get(row.side_a), byId.get(row.side_b)];
    if (!against || !side) return [];
    const { change, interval } = row;
    return [
      {
        row,
        side,
        against,
        points: change === null ? null : 100 * change,
        interval: interval && ([100 * interval[0], 100 * interval[1]] as const),
      },
    ];
  });
}

const PANEL_FIELDS = ["benchmark", "environment", "padding", "mode", "condition"] as const;

/** Fields in which cells differ, beside the environment, which names a panel wherever it is stated. */
function namingFields(rows: readonly ComparedRow[]): (typeof PANEL_FIELDS)[number][] {
  return PANEL_FIELDS.filter(
    (field) =>
      new Set(rows.map((row) => row[field])).size > 1 ||
      (field === "environment" && rows.some((row) => row.environment !== null)),
  );
}

/** Differences by what their cells have in common but N. */
export function panelsOfDifferences(differences: readonly Difference[]): DifferencePanel[] {
  const fields = namingFields(differences.map(({ row }) => row));
  const keyOf = ({ row }: Difference) => PANEL_FIELDS.map((field) => row[field] ?? "~").join("|");
  return [...Map.groupBy(differences, keyOf)].map(([id, own]) => ({
    id,
    title: own[0] ? fields.map((f) => fieldText(f, own[0]?.row[f] ?? null)).join(" · ") : "",
    differences: own,
  }));
}

/** Filters that lead to the responses of both sides of a comparison. */
export function selectOf({ row, side, against }: Difference): Filters {
  const both = [...against.select, ...side.select];
  const models = both.flatMap((filter) => (filter.field === "model" ? filter.values : []));
  const byModel = both.every((filter) => filter.field === "model");
  const cell: Filters =
    row.padding === null
      ? []
      : [
          { field: "environment", values: [row.environment] },
          { field: "padding", values: [row.padding] },
        ];
  return [
    byModel
      ? { field: "model", values: models }
      : { field: "run", values: [...against.runs, ...side.runs] },
    ...cell,
    ...(row.mode === null ? [] : [{ field: "mode" as const, values: [row.mode] }]),
    ...(row.condition === null ? [] : [{ field: "condition" as const, values: [row.condition] }]),
    ...(row.n_options === null ? [] : [{ field: "n_options" as const, values: [row.n_options] }]),
  ];
}

function pointOf(difference: Difference, x: number): PointModel {
  const { points, interval, row } = difference;
  return {
    x,
    y: points,
    low: interval?.[0] ?? null,
    high: interval?.[1] ?? null,
    n: row.n_shared,
    gap: points === null ? "no shared item" : null,
    select: selectOf(difference),
  };
}

/** Pixels between the whiskers of two sides at one place. */
const STEP = 5;

function seriesOf(
  own: readonly Difference[],
  sides: readonly CompareSide[],
  placeOf: (difference: Difference) => number,
  apart: boolean,
): SeriesModel[] {
  return sides.flatMap((side, i) => {
    const points = own.filter((difference) => difference.side.id === side.id);
    if (points.length === 0) return [];
    return [
      {
        ...pointSeries({
          ...side,
          points: points
            .map((difference) => pointOf(difference, placeOf(difference)))
            .sort((a, b) => a.x - b.x),
        }),
        shift: apart ? (i - (sides.length - 1) / 2) * STEP : 0,
      },
    ];
  });
}

const INTERVALS = {
  n: "95% t interval over shared items",
  side: "95% Wald interval over shared items; t where an item counts in part",
};

/**
 * Differences against the base, points with whiskers around a line at 0: over N for repeated sides,
 * side by side for fixed questions. Null without any of that kind.
 */
export function prepareDifferences(
  differences: readonly Difference[],
  sides: readonly CompareSide[],
  kind: "n" | "side",
): FigureModel | null {
  const [base, ...others] = sides;
  const own = differences.filter(
    ({ row, against }) => against.id === base?.id && row.repeated === (kind === "n"),
  );
  if (!base || own.length === 0) return null;
  const all = panelsOfDifferences(own);
  const panels = all.slice(0, SERIES_CAP).map((panel): PanelModel => ({
    id: panel.id,
    title: panel.title,
    series: seriesOf(
      panel.differences,
      others,
      ({ row, side }) =>
        (kind === "n" ? row.n_options : null) ??
        others.findIndex((other) => other.id === side.id) + 1,
      kind === "n",
    ),
    shade: null,
    levels: [{ y: 0, label: "no difference" }],
    readouts: [],
    warning: null,
  }));
  const shown = new Set(panels.flatMap((panel) => panel.series.map((series) => series.id)));
  return {
    x:
      kind === "n"
        ? optionsAxis(
            own.flatMap(({ row }) => row.n_options ?? []),
            "log",
          )
        : namesAxis(
            "compared with the base",
            others.map((side) => side.label),
          ),
    y: valueAxis(
      "percentage points against the base",
      panels.flatMap(({ series }) =>
        series.flatMap(({ points }) => points.flatMap(({ y, low, high }) => [y, low, high])),
      ),
      [0],
    ),
    panels,
    labels: "legend",
    legend: others
      .filter((side) => shown.has(side.id))
      .map(({ id, label, style, simulated }) => ({ id, label, style, simulated, state: "shown" })),
    valueName: "difference",
    unit: "points",
    intervalName: INTERVALS[kind],
    countOf: "items",
    cap: null,
    notes: [
      `Above 0: ahead of the base, ${base.label}.`,
      ...(all.length > panels.length
        ? [`Drawn: ${panels.length} of ${all.length} panels; the table has all.`]
        : []),
    ],
  };
}
