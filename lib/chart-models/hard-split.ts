import type { z } from "zod";
import { formatCount, formatRate, plural } from "@/lib/format/number";
import type { hardSplitModel, HardSplitRow } from "@/lib/metrics/rows";
import { linearTicks, positionAxis } from "./axis";
import {
  SERIES_CAP,
  type FigureModel,
  type LegendEntry,
  type PanelModel,
  type PointModel,
  type SeriesModel,
  type SeriesStyle,
} from "./model";
import { NEUTRAL_STYLE, styleOf } from "./palette";
import { bare } from "./position-series";
import { fieldText, type Select } from "./series";
import type { TableModel, TableRow } from "./table-model";
import { formatSignedRate } from "./table-text";

type Side = z.infer<typeof hardSplitModel>;
const SIDES = { hard: "hard", less_hard: "less hard" } as const;
type SideName = keyof typeof SIDES;

/** Both sides of one model in one split; a side without trials is absent. */
interface SplitModel {
  readonly id: string;
  readonly split: HardSplitRow;
  readonly model: string;
  readonly sides: readonly Side[];
}

function splitModels(splits: readonly HardSplitRow[]): SplitModel[] {
  return splits.flatMap((split) =>
    [...Map.groupBy(split.models, (side) => side.series_id)].map(([series, sides]) => ({
      id: [series, split.environment ?? "~", split.mode ?? "~", split.condition ?? "~"].join("|"),
      split,
      model: sides[0]?.model ?? "",
      sides,
    })),
  );
}

const trialsOf = (split: HardSplitRow, side: SideName): readonly number[] =>
  side === "hard" ? split.hard_trials : split.less_hard_trials;

/** Over how many models trials were scored: the split depends on it, and the view says it. */
export function modelsBehind(splits: readonly HardSplitRow[]): number {
  return new Set(splits.flatMap((split) => split.models.map((side) => side.series_id))).size;
}

function cdf(values: readonly number[], select: Select | null): PointModel[] {
  return [bare(0, 0), ...values.map((value, i): PointModel => ({ ...bare(i + 1, value), select }))];
}

/** Every row of a model's cell: which trials are hard is not a filter. */
function cellFilters({ split, model, sides }: SplitModel): Select {
  return [
    { field: "series", values: [...new Set(sides.map((side) => side.series_id))] },
    { field: "model", values: [model] },
    { field: "benchmark", values: [split.benchmark] },
    { field: "environment", values: [split.environment] },
    { field: "padding", values: ["none"] },
    { field: "mode", values: [split.mode] },
    { field: "condition", values: [split.condition] },
    { field: "scorer", values: [split.scorer] },
    { field: "n_options", values: [split.n_options] },
  ];
}

const sideStyle = (style: SeriesStyle, side: SideName): SeriesStyle => ({
  ...style,
  dash: side === "hard" ? "solid" : "dashed",
});

function seriesOf(model: SplitModel, styles: ReadonlyMap<string, SeriesStyle>): SeriesModel[] {
  const base = { mark: "step", interval: "none", markerEvery: 0 } as const;
  return model.sides.flatMap((side): SeriesModel[] => {
    const name = SIDES[side.group];
    const style = sideStyle(styleOf(styles, model.model), side.group);
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
      points: cdf(side.cdf_response, cellFilters(model)),
    };
    return [gold, response];
  });
}

function panelOf(
  model: SplitModel,
  k: number,
  styles: ReadonlyMap<string, SeriesStyle>,
): PanelModel {
  const { split } = model;
  const environment =
    split.environment === null ? [] : [fieldText("environment", split.environment)];
  return {
    id: model.id,
    title: [model.model, ...environment].join(" · "),
    series: seriesOf(model, styles),
    shade: {
      from: 0,
      to: k,
      label: k === 1 ? "shaded: the first position" : `shaded: the first ${k} positions`,
    },
    levels: [],
    readouts: model.sides.map((side) => ({
      id: side.group,
      style: sideStyle(styleOf(styles, model.model), side.group),
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
 * gold of its own trials: one panel a model and environment (P1, section on position under
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
  return {
    x: positionAxis(n, 0),
    y: { label: "cumulative share", scale: "linear", domain: [0, 1], ticks: linearTicks([0, 1]) },
    panels: shown.map((model) => panelOf(model, k, styles)),
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

/** The split in numbers: one row a model, environment and side. */
export function splitTable(splits: readonly HardSplitRow[], k: number): TableModel {
  return {
    caption: "Hard and less hard trials",
    columns: [
      { id: "model", label: "Model", kind: "text", rowHeader: true },
      { id: "environment", label: "Environment", kind: "text" },
      { id: "side", label: "Trials are", kind: "text" },
      { id: "trials", label: "Trials", kind: "count" },
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
    rows: splitModels(splits).flatMap((model) =>
      model.sides.map((side): TableRow => {
        const pfi = massAt(side.cdf_response, k);
        const gold = massAt(side.cdf_gold, k);
        const reason = "No valid response.";
        return {
          id: `${model.id}|${side.group}`,
          group: null,
          simulated: side.simulated,
          select: cellFilters(model),
          cells: {
            model: { value: model.model },
            environment: {
              value: model.split.environment,
              reason: "The records name no environment.",
            },
            side: { value: SIDES[side.group] },
            trials: { value: trialsOf(model.split, side.group).length },
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
  const { split, model } = most.model;
  const where = split.environment === null ? "" : ` (${split.environment})`;
  return (
    `${model}${where} moves most: PFI ${formatCount(k)} is ${formatSignedRate(most.by)} in hard ` +
    `trials against less hard ones.`
  );
}
