import type { ScalingRow } from "@/lib/metrics/rows";
import { plural } from "@/lib/format/number";
import { boundedAxis, optionsAxis } from "./axis";
import { chanceOf, fromNa, type ScalingMetric } from "./chance";
import { unevenNotes } from "./interval-remarks";
import { trialsReason, type TrialsLacking } from "./lacking";
import {
  DIRECT_LABELS,
  type FigureModel,
  type LegendEntry,
  type LevelModel,
  type PanelModel,
  type PointModel,
  type SeriesModel,
  type SeriesStyle,
} from "./model";
import { publishedEnvironments, publishedLegend, publishedNotes } from "./published";
import { publishedDrawn, publishedLines, publishedSourceNote } from "./published-scaling";
import { lineKey, selectCurves } from "./selection";
import { byCurve, curveFilters, panelsOf } from "./series";

export type ScalingInterval = "item" | "trial" | "iqr";

export interface ScalingOptions {
  readonly metric: ScalingMetric;
  readonly scale: "linear" | "log";
  readonly interval: ScalingInterval;
  /** Styles of all models of the data (`assignStyles`). */
  readonly styles: ReadonlyMap<string, SeriesStyle>;
  /** Series in which no item is seen at two N: not drawn against N. */
  readonly fixed: ReadonlySet<string>;
  /** Keys of curves that the legend has switched off. */
  readonly hidden: readonly string[];
  /** Published curves stand beside those of the same environment. */
  readonly published?: boolean;
  /** Why intervals over trials may be absent though the records could tell them. */
  readonly lacking?: TrialsLacking | null;
}

/** Beyond so many curves a chart of lines says nothing. */
export const CURVE_CAP = 24;

export const METRIC_NAMES: Record<ScalingMetric, string> = {
  na: "chance-normalized accuracy (NA)",
  accuracy: "accuracy",
};
export const METRIC_TITLES: Record<ScalingMetric, string> = { na: "NA", accuracy: "Accuracy" };
const METRIC_SHORT: Record<ScalingMetric, string> = { na: "NA", accuracy: "accuracy" };

export const INTERVAL_NAMES: Record<ScalingInterval, string> = {
  item: "95% t interval over items",
  trial: "95% z interval over trials",
  iqr: "middle half of the items",
};

/** The interval of a cell in NA, as chosen; null where it is undefined. */
export function naInterval(
  row: ScalingRow,
  interval: ScalingInterval,
): readonly [number, number] | null {
  if (interval === "item") return row.na_item_ci;
  if (interval === "trial") return row.na_trial_ci;
  return row.na_q25 === null || row.na_q75 === null ? null : [row.na_q25, row.na_q75];
}

/**
 * NA or accuracy against N: a panel an environment, a line a curve. An N that a curve lacks is a
 * gap in it where other curves of the panel have it.
 */
export function prepareScaling(rows: readonly ScalingRow[], options: ScalingOptions): FigureModel {
  const drawable = rows.filter((row) => !options.fixed.has(row.series_id));
  const { legend, byId, cap } = selectCurves(drawable, options.styles, options.hidden, CURVE_CAP);
  const environments = drawable.map((row) => row.environment);
  const printed =
    options.published === true && publishedEnvironments(environments).length > 0
      ? publishedLegend(options.styles, options.hidden)
      : [];
  const places = panelsOf(drawable).map((panel) => ({
    panel,
    counts: [...new Set(panel.rows.map((row) => row.n_options))].sort((a, b) => a - b),
    published: publishedEnvironments([panel.rows[0]?.environment ?? null]),
  }));
  const panels = places.map(({ panel, counts, published }): PanelModel => {
    const lines = [...byCurve(panel.rows).values()].flatMap((group) => {
      const entry = group[0] && byId.get(lineKey(group[0]));
      return entry?.state === "shown" ? [lineOf(entry, group, counts, options)] : [];
    });
    return {
      id: panel.id,
      title: panel.title,
      series: [
        ...lines,
        ...published.flatMap((environment) =>
          publishedLines(printed, environment, counts, options),
        ),
      ],
      shade: null,
      levels: levelsOf(counts, options.metric),
      readouts: [],
      warning: null,
    };
  });
  const drawn = panels.flatMap((panel) => panel.series);
  const points = drawn.flatMap((series) => series.points);
  const recomputed = drawn
    .filter(({ style }) => style.hollow !== true)
    .flatMap((series) => series.points);
  const most = Math.max(0, ...panels.map((panel) => panel.series.length));
  return {
    x: optionsAxis(
      drawable.map((row) => row.n_options),
      options.scale,
    ),
    y: boundedAxis(
      METRIC_NAMES[options.metric],
      points.flatMap((point) => [point.y, point.low, point.high]),
      // NA of two options, all wrong, is -1.
      [options.metric === "na" ? -1 : 0, 1],
      [0, 1],
    ),
    panels,
    // Names of published curves are too long for the end of a line.
    labels: most <= DIRECT_LABELS && printed.length === 0 ? "direct" : "legend",
    legend: [...legend, ...printed],
    valueName: METRIC_SHORT[options.metric],
    intervalName: INTERVAL_NAMES[options.interval],
    countOf: "responses",
    cap,
    notes: [
      ...intervalNotes(recomputed, options),
      ...(options.interval === "trial" ? unevenNotes(drawable) : []),
      ...(printed.length > 0
        ? [
            publishedSourceNote(options),
            ...publishedNotes(
              places.flatMap(({ counts, published }) =>
                published.flatMap((environment) =>
                  publishedDrawn(printed, environment, counts, options),
                ),
              ),
            ),
          ]
        : []),
    ],
  };
}

function lineOf(
  entry: LegendEntry,
  group: readonly ScalingRow[],
  counts: readonly number[],
  options: ScalingOptions,
): SeriesModel {
  const byCount = new Map(group.map((row) => [row.n_options, row]));
  return {
    id: entry.id,
    label: entry.label,
    mark: "line",
    style: entry.style,
    interval: "band",
    simulated: entry.simulated,
    role: "data",
    markerEvery: 1,
    points: counts.map((n) => {
      const row = byCount.get(n);
      if (row) return pointOf(row, options);
      return { x: n, y: null, low: null, high: null, n: null, gap: "not asked", select: null };
    }),
  };
}

function pointOf(row: ScalingRow, { metric, interval }: ScalingOptions): PointModel {
  const band = naInterval(row, interval);
  const y = metric === "na" ? row.na : row.accuracy;
  return {
    x: row.n_options,
    y,
    low: band && fromNa(band[0], row.n_options, metric),
    high: band && fromNa(band[1], row.n_options, metric),
    n: row.n_responses,
    gap: y === null ? "no scored response" : null,
    select: curveFilters(row, row.n_options),
  };
}

/** Chance is a level only where it is one: 0 for NA, 1/N when there is one N. */
function levelsOf(counts: readonly number[], metric: ScalingMetric): LevelModel[] {
  if (metric === "na") return [{ y: 0, label: "chance" }];
  const [only] = counts;
  return counts.length === 1 && only !== undefined ? [{ y: chanceOf(only), label: "chance" }] : [];
}

/** What a view of curves leaves out, and why; null where it leaves out nothing. */
export function fixedText(rows: readonly ScalingRow[], fixed: ReadonlySet<string>): string | null {
  const left = rows.filter((row) => fixed.has(row.series_id));
  const models = new Set(left.map((row) => row.model)).size;
  if (models === 0) return null;
  return `${plural(models, "model")} on fixed questions left out (each item at one N: no curve)`;
}

/** Why there is no curve where all rows are of fixed questions; null where some are not. */
export function noCurveText(
  rows: readonly ScalingRow[],
  fixed: ReadonlySet<string>,
): string | null {
  if (rows.length === 0 || rows.some((row) => !fixed.has(row.series_id))) return null;
  return "Under the same conditions each item was asked once so far, at one N.";
}

function intervalNotes(
  points: readonly PointModel[],
  { interval, lacking = null }: ScalingOptions,
): string[] {
  const bare = points.filter((point) => point.y !== null && point.low === null).length;
  if (bare === 0) return [];
  const why =
    interval === "trial"
      ? trialsReason(lacking, "It needs at least two trials that carry an identity of their own.")
      : "It needs at least two items.";
  return [`${plural(bare, "point")} without an interval. ${why}`];
}
