import { valueAxis } from "./axis";
import {
  printedLabel,
  SERIES_CAP,
  simulationAmong,
  type AxisModel,
  type FigureModel,
  type PanelModel,
  type PointModel,
  type SeriesModel,
  type SeriesStyle,
  type Simulation,
} from "./model";
import { pointSeries } from "./point-series";

/** Accuracies of one run with their Wilson intervals, as a panel of its own. */
export interface RunPanel {
  readonly id: string;
  readonly label: string;
  readonly style: SeriesStyle;
  readonly simulated: boolean;
  readonly points: readonly PointModel[];
  /** What stands behind the points, such as a fitted line. */
  readonly references?: readonly SeriesModel[];
}

function panelOf(
  { id, label, style, simulated, points, references = [] }: RunPanel,
  among: Simulation,
): PanelModel {
  return {
    id,
    title: printedLabel({ label, simulated }, among),
    series: [...references, pointSeries({ id, label, style, simulated, points })],
    shade: null,
    levels: [],
    readouts: [],
    warning: null,
  };
}

/**
 * One panel a run, up to the cap, on one axis of accuracy from 0.
 * @param xOf the axis that the drawn panels share
 * @param what what a panel is of, in the plural
 */
export function runPanels(
  runs: readonly RunPanel[],
  xOf: (drawn: readonly RunPanel[]) => AxisModel,
  what: string,
): FigureModel {
  const drawn = runs.slice(0, SERIES_CAP);
  const among = simulationAmong(drawn);
  const values = drawn.flatMap(({ points }) =>
    points.flatMap(({ y, low, high }) => [y, low, high]),
  );
  return {
    x: xOf(drawn),
    y: valueAxis("accuracy", values, [0]),
    panels: drawn.map((run) => panelOf(run, among)),
    labels: "none",
    legend: [],
    valueName: "accuracy",
    intervalName: "95% Wilson interval",
    countOf: "responses",
    cap: runs.length > drawn.length ? { shown: drawn.length, of: runs.length, what } : null,
    notes: [],
  };
}

/** An axis of a few named places: 1, 2, … in their order. */
export function namedAxis(label: string, names: readonly string[]): AxisModel {
  return {
    label,
    scale: "linear",
    domain: [0.5, names.length + 0.5],
    ticks: names.map((name, i) => ({ value: i + 1, label: name })),
  };
}
