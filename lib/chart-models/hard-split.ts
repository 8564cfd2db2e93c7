import type { z } from "zod";
import { formatCount, formatRate, plural } from "@/lib/format/number";
import type { hardSplitModel, HardSplitRow } from "@/lib/metrics/rows";
import { linearTicks, positionAxis } from "./axis";
import {
  printedLabel,
  SERIES_CAP,
  simulationAmong,
  type FigureModel,
  type LegendEntry,
  type PanelModel,
  type PointModel,
  type SeriesModel,
  type SeriesStyle,
  type Simulation,
} from "./model";
import { NEUTRAL_STYLE, styleOf } from "./palette";
import { bare } from "./position-series";
import { curveCells, curveColumns } from "./scaling-table";
import { rangeText } from "./sentences";
import { curveFilters, curveKey, curveLabels, fieldText, type Curve, type Select } from "./series";
import type { TableModel, TableRow } from "./table-model";
import { formatSignedRate } from "./table-text";

type Side = z.infer<typeof hardSplitModel>;
const SIDES = { hard: "hard", less_hard: "less hard" } as const;
type SideName = keyof typeof SIDES;

/** Both sides of one model in one split; a side without trials is absent. */
interface SplitModel {
  readonly id: string;
  readonly split: HardSplitRow;
  readonly curve: Curve;
  /** The model, and all that tells this panel from the others of it. */
  readonly title: string;
  /** Which of the sets of trials in view was split, from 1; runs of one set share their trials. */
  readonly trialSet: number;
  /** Over how many models the trials of this split were scored. */
  readonly scored: number;
  readonly sides: readonly Side[];
  /** Filters that lead to every row of both sides: which trials are hard is not a filter. */
  readonly select: Select;
}

/** The sets of trials in view: runs of one set share a seed and items, or a file. */
const trialSetsOf = (splits: readonly HardSplitRow[]): string[] =>
  [...new Set(splits.map((split) => split.sync_id))].sort();

const seriesIn = (split: HardSplitRow): number =>
  new Set(split.models.map((side) => side.series_id)).size;

function curveOf(split: HardSplitRow, side: Side): Curve {
  const { benchmark, environment, mode, condition, scorer } = split;
  const { series_id, model, simulated } = side;
  const names = { benchmark, environment, padding: "none", mode, condition, scorer };
  return { ...names, series_id, model, simulated };
}

function splitModels(splits: readonly HardSplitRow[]): SplitModel[] {
  const sets = trialSetsOf(splits);
  const parts = splits.flatMap((split) =>
    [...Map.groupBy(split.models, (side) => side.series_id).values()].flatMap((sides) => {
      const [first] = sides;
      return first ? [{ split, sides, curve: curveOf(split, first) }] : [];
    }),
  );
  const labels = curveLabels(
    parts.map(({ curve }) => curve),
    ["environment"],
  );
  const stated = splits.some((split) => split.environment !== null);
  const byCurve = Map.groupBy(parts, ({ curve }) => curveKey(curve));
  return parts.map(({ split, sides, curve }) => {
    const key = curveKey(curve);
    const trialSet = sets.indexOf(split.sync_id) + 1;
    // One series can hold runs of several seeds: its curve alone does not say which are meant.
    const again = (byCurve.get(key)?.length ?? 0) > 1;
    const runs = [...new Set(sides.flatMap((side) => side.run_ids))].sort();
    return {
      id: `${key}|${split.sync_id}`,
      split,
      curve,
      title: [
        labels.get(key) ?? curve.model,
        ...(stated ? [fieldText("environment", curve.environment)] : []),
        ...(again ? [`trial set ${trialSet}`] : []),
      ].join(" · "),
      trialSet,
      scored: seriesIn(split),
      sides,
      select: [
        ...curveFilters(curve, split.n_options),
        ...(again ? [{ field: "run" as const, values: runs }] : []),
      ],
    };
  });
}

const trialsOf = (split: HardSplitRow, side: SideName): readonly number[] =>
  side === "hard" ? split.hard_trials : split.less_hard_trials;

/**
 * What makes a trial hard, with the models over which it was scored: the split depends on them. Each
 * split counts its own, for models of other trials or environments have no part in it.
 */
export function splitRule(splits: readonly HardSplitRow[]): string {
  const sides = splits.flatMap((split) => split.models);
  const names = new Set(sides.map((side) => side.model)).size;
  const series = new Set(sides.map((side) => side.series_id)).size;
  const over = rangeText(splits.map(seriesIn), names === series ? "model" : "curve");
  const sets = trialSetsOf(splits).length;
  return (
    "A trial is hard where its score is below the median of its set of trials. A score is the mean " +
    `of item means over those in view that share the trial (${over}).` +
    (sets > 1 ? ` ${plural(sets, "set")} of trials are in view, each split by itself.` : "")
  );
}

function cdf(values: readonly number[], select: Select | null): PointModel[] {
  return [bare(0, 0), ...values.map((value, i): PointModel => ({ ...bare(i + 1, value), select }))];
}

const sideStyle = (style: SeriesStyle, side: SideName): SeriesStyle => ({
  ...style,
  dash: side === "hard" ? "solid" : "dashed",
});

function seriesOf(model: SplitModel, styles: ReadonlyMap<string, SeriesStyle>): SeriesModel[] {
  const base = { mark: "step", interval: "none", markerEvery: 0 } as const;
  return model.sides.flatMap((side): SeriesModel[] => {
    const name = SIDES[side.group];
    const style = sideStyle(styleOf(styles, model.curve.model), side.group);
    const gold: SeriesModel = {
      ...base,
      id: `gold ${side.group}`,
      label: `gold, ${name}`,
      style: sideStyle(NEUTRAL_STYLE, side.group),
      simulated: side.simulated,
      role: "reference",
      points: cdf(side.cdf_gold, null),
    };
    if (!side.cdf_response) return [gold];
    const response: SeriesModel = {
      ...base,
      id: side.group,
      label: name,
      style,
      simulated: side.simulated,
      role: "data",
      markerEvery: Math.max(1, Math.round(side.cdf_response.length / 8)),
      points: cdf(side.cdf_response, model.select),
    };
    return [gold, response];
  });
}

function panelOf(
  model: SplitModel,
  k: number,
  styles: ReadonlyMap<string, SeriesStyle>,
  among: Simulation,
): PanelModel {
  const { split, title, sides } = model;
  return {
    id: model.id,
    title: printedLabel({ label: title, simulated: sides.every((side) => side.simulated) }, among),
    series: seriesOf(model, styles),
    shade: {
      from: 0,
      to: k,
      label: k === 1 ? "shaded: the first position" : `shaded: the first ${k} positions`,
    },
    levels: [],
    readouts: model.sides.map((side) => ({
      id: side.group,
      style: sideStyle(styleOf(styles, model.curve.model), side.group),
      label: `${SIDES[side.group]}, ${plural(trialsOf(split, side.group).length, "trial")}`,
      text: `PFI ${formatRate(massAt(side.cdf_response, k))}, accuracy ${formatRate(side.accuracy)}`,
    })),
    warning: null,
  };
}

const massAt = (values: readonly number[] | null, k: number): number | null =>
  values?.[k - 1] ?? null;

const LEGEND: readonly LegendEntry[] = (["hard", "less_hard"] as const).map((side) => ({
  id: side,
  label: `${SIDES[side]} trials`,
  style: sideStyle(NEUTRAL_STYLE, side),
  simulated: false,
  state: "shown",
}));

/**
 * CDF of response positions in hard trials (solid) against less hard ones (dashed), each with the
 * gold of its own trials: one panel a curve and set of trials (P1, section on position under
 * uncertainty).
 */
export function prepareSplit(
  splits: readonly HardSplitRow[],
  n: number,
  k: number,
  styles: ReadonlyMap<string, SeriesStyle>,
): FigureModel {
  const models = splitModels(splits);
  const shown = models.slice(0, SERIES_CAP);
  const among = simulationAmong(shown.flatMap((model) => model.sides));
  return {
    x: positionAxis(n, 0),
    y: { label: "cumulative share", scale: "linear", domain: [0, 1], ticks: linearTicks([0, 1]) },
    panels: shown.map((model) => panelOf(model, k, styles, among)),
    labels: "legend",
    legend: LEGEND,
    valueName: "share up to here",
    intervalName: null,
    countOf: "responses",
    cap:
      models.length > shown.length
        ? { shown: shown.length, of: models.length, what: "panels" }
        : null,
    notes: [],
  };
}

/** The split in numbers: one row a curve, set of trials and side. */
export function splitTable(splits: readonly HardSplitRow[], k: number): TableModel {
  const models = splitModels(splits);
  // Nothing is known to be the same in all rows while there are none.
  const oneSet = trialSetsOf(splits).length === 1;
  return {
    caption: "Hard and less hard trials",
    columns: [
      ...curveColumns(models.map(({ curve }) => curve)),
      {
        id: "trial_set",
        label: "Trial set",
        kind: "count",
        hint: "Runs of one set share their trials: the same seed and items, or the same file",
        exportOnly: oneSet,
      },
      { id: "n_options", label: "N", kind: "count", exportOnly: true },
      { id: "side", label: "Trials are", kind: "text" },
      { id: "trials", label: "Trials", kind: "count" },
      {
        id: "scored",
        label: "Scored over",
        kind: "count",
        hint: "Models in view that share these trials: a trial's score is the mean over them",
      },
      { id: "responses", label: "Responses", kind: "count" },
      {
        id: "accuracy",
        label: "Accuracy",
        kind: "rate",
        hint: "Unweighted mean over the items of these trials",
      },
      { id: "pfi", label: `PFI ${k}`, kind: "rate", hint: "Share of valid responses" },
      { id: "gold", label: `Gold ${k}`, kind: "rate" },
      { id: "delta", label: `ΔPFI ${k}`, kind: "signed_rate" },
      {
        id: "median",
        label: "Median score",
        kind: "rate",
        hint: "A trial below it is hard; a tie is less hard",
      },
    ],
    groups: [],
    rows: models.flatMap((model) =>
      model.sides.map((side): TableRow => {
        const pfi = massAt(side.cdf_response, k);
        const gold = massAt(side.cdf_gold, k);
        const reason = "No valid response.";
        return {
          id: `${model.id}|${side.group}`,
          group: null,
          simulated: side.simulated,
          select: model.select,
          cells: {
            ...curveCells(model.curve),
            trial_set: { value: model.trialSet },
            n_options: { value: model.split.n_options },
            side: { value: SIDES[side.group] },
            trials: { value: trialsOf(model.split, side.group).length },
            scored: { value: model.scored },
            responses: { value: side.n_responses },
            accuracy: { value: side.accuracy },
            pfi: { value: pfi, reason },
            gold: { value: gold },
            delta: { value: pfi === null || gold === null ? null : pfi - gold, reason },
            median: { value: model.split.median_score },
          },
        };
      }),
    ),
  };
}

/** What the split says in a sentence, for the model whose front mass moves most. */
export function splitSentence(splits: readonly HardSplitRow[], k: number): string | null {
  const moves = splitModels(splits).flatMap((model) => {
    const [hard, easy] = (["hard", "less_hard"] as const).map((name) =>
      massAt(model.sides.find((side) => side.group === name)?.cdf_response ?? null, k),
    );
    return hard == null || easy == null ? [] : [{ model, by: hard - easy }];
  });
  const most = moves.sort((a, b) => Math.abs(b.by) - Math.abs(a.by))[0];
  if (!most) return null;
  return (
    `${most.model.title} moves most: PFI ${formatCount(k)} is ${formatSignedRate(most.by)} in hard ` +
    `trials against less hard ones.`
  );
}
