import { formatRate, plural } from "@/lib/format/number";
import type { PaddingEnvelopeRow, PaddingRow } from "@/lib/metrics/rows";
import { optionsAxis, valueAxis } from "./axis";
import {
  printedLabel,
  simulationAmong,
  type FigureModel,
  type LegendEntry,
  type PanelModel,
  type PointModel,
  type ReadoutModel,
  type SeriesModel,
  type SeriesStyle,
  type Simulation,
} from "./model";
import { NEUTRAL_STYLE, styleOf, variantOf } from "./palette";
import { groupsOf, worstOf, type PaddingGroup } from "./padding-groups";
import { curveFilters, fieldText } from "./series";
import { formatSignedRate } from "./table-text";

export interface PaddingOptions {
  readonly scale: "linear" | "log";
  /** Styles of all models of the data (`assignStyles`). */
  readonly styles: ReadonlyMap<string, SeriesStyle>;
  /** The N of the read-outs; a panel without it tells its largest. */
  readonly n: number;
}

/** Beyond so many panels nobody compares. */
export const PANEL_CAP = 24;
/** Ids of the two curves of a panel. */
export const UNPADDED = "none";
export const PADDED = "padded";

/**
 * Accuracy against N, a panel a model and environment: no padding solid, the mean over the padded
 * conditions dashed, their lowest to highest shaded (massive-option paper, figure 2).
 */
export function preparePadding(
  envelopes: readonly PaddingEnvelopeRow[],
  conditions: readonly PaddingRow[],
  options: PaddingOptions,
): FigureModel {
  const groups = groupsOf(envelopes, conditions);
  const shown = groups.slice(0, PANEL_CAP);
  const counts = (group: PaddingGroup) => group.envelopes.map((row) => row.n_options);
  const among = simulationAmong(shown.map((group) => group.curve));
  const panels = shown.map((group) => panelOf(group, options, among));
  const points = panels.flatMap((panel) => panel.series).flatMap((series) => series.points);
  return {
    x: optionsAxis(shown.flatMap(counts), options.scale),
    y: valueAxis(
      "accuracy",
      points.flatMap((point) => [point.y, point.low, point.high]),
      [0, 1],
    ),
    panels,
    labels: "legend",
    legend: legendOf(among === "all"),
    valueName: "accuracy",
    intervalName: "lowest to highest padded condition",
    countOf: "responses",
    cap:
      groups.length > shown.length
        ? { shown: shown.length, of: groups.length, what: "panels" }
        : null,
    notes: bareNotes(shown),
  };
}

/** What the lines mean in every panel; the panels' titles name the models. */
function legendOf(simulated: boolean): LegendEntry[] {
  const entry = (id: string, label: string, dash: SeriesStyle["dash"]): LegendEntry => ({
    id,
    label,
    style: { ...NEUTRAL_STYLE, dash },
    simulated,
    state: "shown",
  });
  return [
    entry(UNPADDED, "no padding", "solid"),
    entry(PADDED, "mean over the padded conditions, their range shaded", "dashed"),
  ];
}

function panelOf(group: PaddingGroup, options: PaddingOptions, among: Simulation): PanelModel {
  const { curve, title } = group;
  const style = styleOf(options.styles, curve.model);
  const padded: SeriesStyle = { ...variantOf(style, 1), dash: "dashed" };
  const common = {
    mark: "line",
    role: "data",
    markerEvery: 1,
    simulated: curve.simulated,
  } as const;
  const series: readonly SeriesModel[] = [
    {
      ...common,
      id: PADDED,
      label: "padded",
      style: padded,
      interval: "band",
      points: group.envelopes.map((row) => paddedPoint(row, group)),
    },
    {
      ...common,
      id: UNPADDED,
      label: "no padding",
      style,
      interval: "none",
      points: group.envelopes.map((row) => unpaddedPoint(row, group)),
    },
  ];
  return {
    id: group.id,
    title: printedLabel({ label: title, simulated: curve.simulated }, among),
    series,
    shade: null,
    levels: [],
    readouts: readoutsOf(group, options.n, style, padded),
    warning: differNote(group),
  };
}

function unpaddedPoint(row: PaddingEnvelopeRow, { curve }: PaddingGroup): PointModel {
  return {
    x: row.n_options,
    y: row.acc_none,
    low: null,
    high: null,
    n: row.n_responses_none,
    gap: row.acc_none === null ? "not asked without padding" : null,
    select: curveFilters(curve, row.n_options),
  };
}

function paddedPoint(row: PaddingEnvelopeRow, group: PaddingGroup): PointModel {
  return {
    x: row.n_options,
    y: row.acc_mean,
    low: row.acc_min,
    high: row.acc_max,
    n: row.n_responses,
    gap: row.acc_mean === null ? "no scored response" : null,
    select: group.selectPadded(row.n_options),
  };
}

/** The panel's values at one N, and the condition that is worst there. */
function readoutsOf(
  group: PaddingGroup,
  n: number,
  unpadded: SeriesStyle,
  padded: SeriesStyle,
): ReadoutModel[] {
  const { envelopes } = group;
  const row = envelopes.find((one) => one.n_options === n) ?? envelopes[envelopes.length - 1];
  if (!row) return [];
  const worst = worstOf(group.conditions.filter((one) => one.n_options === row.n_options));
  const range = `${formatRate(row.acc_min)} to ${formatRate(row.acc_max)}`;
  return [
    {
      id: UNPADDED,
      style: unpadded,
      label: `N=${row.n_options}, no padding`,
      text: formatRate(row.acc_none),
    },
    {
      id: PADDED,
      style: padded,
      label: `mean of ${plural(row.n_conditions, "padding")}`,
      text: `${formatRate(row.acc_mean)}, ${range}`,
    },
    {
      id: "worst",
      style: NEUTRAL_STYLE,
      label: worst ? `worst: ${fieldText("padding", worst.padding)}` : "worst: not defined",
      text: worst ? `${formatRate(worst.accuracy)}, Δ ${formatSignedRate(worst.delta)}` : "",
    },
  ];
}

function differNote({ conditions }: PaddingGroup): string | null {
  const differ = conditions.filter((row) => row.item_sets_differ === true);
  if (differ.length === 0) return null;
  const counts = [...new Set(differ.map((row) => row.n_options))].sort((a, b) => a - b);
  return `Padded and unpadded rows have different items at N=${counts.join(", ")}.`;
}

function bareNotes(groups: readonly PaddingGroup[]): string[] {
  const bare = groups.filter(({ envelopes }) => envelopes.every((row) => row.acc_none === null));
  if (bare.length === 0) return [];
  return [`${plural(bare.length, "panel")} without an unpadded side: no change is defined there.`];
}
