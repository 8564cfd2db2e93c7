import { PUBLISHED_MODELS, type PublishedCell } from "@/lib/reference/published";
import type { INTERVALS } from "@/lib/view-state/state";
import type { ScalingMetric } from "./chance";
import type { PointModel, SeriesModel } from "./model";
import {
  publishedAt,
  publishedBeside,
  publishedCurveCells,
  publishedInterval,
  publishedRow,
  publishedValue,
} from "./published";
import type { publishedLegend } from "./published";
import { signed, type Printed } from "./published-table";
import type { TableRow } from "./table-model";

type ScalingInterval = (typeof INTERVALS)[number];

const COUNTS = [4, 10, 20, 50, 100] as const;

interface Place {
  readonly model: string;
  readonly environment: string;
  readonly n: number;
}

interface Shown {
  readonly metric: ScalingMetric;
  readonly interval: ScalingInterval;
}

/**
 * The one table that a published curve is drawn from, for the two disagree. NA is Table 13's, whose
 * intervals are over items; under the trial interval Table 2's, at 4 and 100 options alone. Accuracy
 * is Table 2's too, and is not made from NA.
 */
const tableOf = ({ metric, interval }: Shown): PublishedCell["table"] =>
  metric === "accuracy" || interval === "trial" ? "p1_table2" : "p1_table13";

/** Whether the intervals of that table are the ones that are drawn; none belong to accuracy. */
const hasInterval = ({ metric, interval }: Shown): boolean => metric === "na" && interval !== "iqr";

function pointAt(place: Place, shown: Shown): PointModel {
  const cell = publishedAt(tableOf(shown), shown.metric, place);
  const ends = hasInterval(shown) ? cell?.interval : null;
  return {
    x: place.n,
    y: cell?.value ?? null,
    low: ends?.[0] ?? null,
    high: ends?.[1] ?? null,
    n: null,
    gap: cell === null ? `not in P1's Table ${tableOf(shown).slice("p1_table".length)}` : null,
    select: null,
    ...(cell !== null && signed([cell, hasInterval(shown) ? ["value", "interval"] : ["value"]])),
  };
}

const within = (counts: readonly number[]) =>
  COUNTS.filter((n) => n >= Math.min(...counts) && n <= Math.max(...counts));

type Entries = ReturnType<typeof publishedLegend>;
const shownOf = (legend: Entries) => legend.filter((entry) => entry.state === "shown");

/** Published curves of one environment over the stretch of N that is in view. */
export function publishedLines(
  legend: Entries,
  environment: string,
  counts: readonly number[],
  shown: Shown,
): SeriesModel[] {
  return shownOf(legend).map(({ id, label, style, model }) => ({
    id,
    label,
    // Between 4 and 100 options Table 2 says nothing that a line could stand for.
    mark: tableOf(shown) === "p1_table2" ? "point" : "line",
    style,
    interval: "whisker",
    simulated: false,
    role: "data",
    markerEvery: 1,
    points: within(counts).map((n) => pointAt({ model, environment, n }, shown)),
  }));
}

/** The published values behind those curves, for the notes of their marks. */
export function publishedDrawn(
  legend: Entries,
  environment: string,
  counts: readonly number[],
  shown: Shown,
): Printed[] {
  return shownOf(legend).flatMap(({ model }) =>
    within(counts).flatMap((n): Printed[] => {
      const cell = publishedAt(tableOf(shown), shown.metric, { model, environment, n });
      return cell === null ? [] : [[cell, hasInterval(shown) ? ["value", "interval"] : ["value"]]];
    }),
  );
}

/** What the published curves leave out of the choice that is made. */
export function publishedSourceNote({ metric, interval }: Shown): string {
  if (metric === "accuracy")
    return "Published accuracy is that of Table 2, printed at 4 and 100 options, without intervals.";
  if (interval === "trial")
    return "Published NA and its intervals over trials are those of Table 2, printed at 4 and 100 options.";
  return interval === "item"
    ? "Published NA and its intervals over items are those of Table 13."
    : "Published NA is that of Table 13; the paper prints no quartiles.";
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
          na: publishedBeside(items, [core]),
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
