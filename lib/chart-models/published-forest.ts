import { namesAxis } from "./axis";
import type { FigureModel, PointModel, SeriesStyle } from "./model";
import { withOverlay } from "./overlay";
import { markNotes } from "./published";
import { ASIDE, printedSeries } from "./published-points";

/** A difference that a paper prints. */
interface PrintedChange {
  readonly id: string;
  readonly label: string;
  /** What its own place on the axis is called. */
  readonly name: string;
  readonly style: SeriesStyle;
  readonly point: Omit<PointModel, "x">;
  /** Places of the figure, from 1, that are of the same; empty where it has one of its own. */
  readonly beside: readonly number[];
}

/** A forest with what a paper prints: beside the places of the same, the others behind all of them. */
export function withPrintedChanges(
  figure: FigureModel,
  printed: readonly PrintedChange[],
  source: string,
): FigureModel {
  const names = figure.legend.map(({ label }) => label);
  const alone = printed.filter(({ beside }) => beside.length === 0);
  const series = printed.map((one) => {
    const { id, label, style, point, beside } = one;
    const own = names.length + 1 + alone.indexOf(one);
    const places = beside.length > 0 ? beside : [own];
    const points = places.map((x) => ({ ...point, x }));
    return printedSeries({ id, label, style, points }, beside.length > 0 ? { shift: ASIDE } : {});
  });
  const [panel] = figure.panels;
  return withOverlay(figure, {
    beside: new Map(panel ? [[panel.id, series]] : []),
    apart: [],
    x: namesAxis(figure.x.label, [...names, ...alone.map(({ name }) => name)]),
    notes: [source, ...markNotes(printed.map(({ point }) => point))],
  });
}
