import { PUBLISHED_MODELS, type PublishedCell } from "@/lib/reference/published";
import type { INTERVALS } from "@/lib/view-state/state";
import type { ScalingMetric } from "./chance";
import type { LegendEntry, PointModel, SeriesModel } from "./model";
import {
  publishedAt,
  publishedCurveCells,
  publishedInterval,
  publishedRow,
  publishedValue,
} from "./published";
import type { publishedLegend } from "./published";
import type { TableRow } from "./table-model";

type ScalingInterval = (typeof INTERVALS)[number];

const COUNTS = [4, 10, 20, 50, 100] as const;

interface Place {
  readonly model: string;
  readonly environment: string;
  readonly n: number;
}

/**
 * The published value that belongs beside a recomputed one: NA of Table 13, whose intervals are over
 * items; under the trial interval that of Table 2 where it prints one. Accuracy is printed at 4 and
 * 100 options alone, and is not made from NA.
 */
function valueAt(
  place: Place,
  metric: ScalingMetric,
  interval: ScalingInterval,
): PublishedCell | null {
  if (metric === "accuracy") return publishedAt("p1_table2", "accuracy", place);
  const byTrial = interval === "trial" ? publishedAt("p1_table2", "na", place) : null;
  return byTrial ?? publishedAt("p1_table13", "na", place);
}

/** Whether the interval printed with a value is the one that is drawn. */
function intervalOf(cell: PublishedCell, interval: ScalingInterval) {
  const over = cell.table === "p1_table13" ? "item" : "trial";
  return over === interval ? cell.interval : null;
}

function pointAt(place: Place, metric: ScalingMetric, interval: ScalingInterval): PointModel {
  const cell = valueAt(place, metric, interval);
  const ends = cell && intervalOf(cell, interval);
  return {
    x: place.n,
    y: cell?.value ?? null,
    low: ends?.[0] ?? null,
    high: ends?.[1] ?? null,
    n: null,
    gap: cell === null ? "not published" : null,
    select: null,
  };
}

const within = (counts: readonly number[]) =>
  COUNTS.filter((n) => n >= Math.min(...counts) && n <= Math.max(...counts));

/** Published curves of one environment over the stretch of N that is in view. */
export function publishedLines(
  legend: ReturnType<typeof publishedLegend>,
  environment: string,
  counts: readonly number[],
  { metric, interval }: { readonly metric: ScalingMetric; readonly interval: ScalingInterval },
): SeriesModel[] {
  return legend
    .filter((entry: LegendEntry) => entry.state === "shown")
    .map(({ id, label, style, model }) => ({
      id,
      label,
      mark: "line",
      style,
      interval: "whisker",
      simulated: false,
      role: "data",
      markerEvery: 1,
      points: within(counts).map((n) => pointAt({ model, environment, n }, metric, interval)),
    }));
}

/** Published rows of the table behind the chart: one a model, environment and N. */
export function publishedScalingRows(
  environments: readonly string[],
  counts: readonly number[],
): TableRow[] {
  return environments.flatMap((environment) =>
    PUBLISHED_MODELS.flatMap((model) =>
      within(counts).map((n) => {
        const place = { model, environment, n };
        const core = publishedAt("p1_table2", "na", place);
        const items = publishedAt("p1_table13", "na", place);
        const none = { value: null, reason: "The paper does not print it." };
        return publishedRow(`published|${environment}|${model}|${n}`, null, {
          ...publishedCurveCells(model, environment),
          n_options: { value: n },
          na: publishedValue(items, core ? { aside: `T2 ${core.value.toFixed(core.digits)}` } : {}),
          na_item_ci: publishedInterval(items),
          na_trial_ci: publishedInterval(core),
          na_crossed_ci: none,
          na_iqr: none,
          accuracy: publishedValue(publishedAt("p1_table2", "accuracy", place)),
          null_share: none,
          n_items: { value: 30 },
          n_trials: { value: 1000 },
          n_responses: { value: 30_000 },
        });
      }),
    ),
  );
}
