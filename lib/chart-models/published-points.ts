import type { CatalogRow } from "@/lib/metrics/catalog";
import { P2_PRINTED_MODELS, type PublishedCell } from "@/lib/reference/published";
import type { PanelModel, PointModel, SeriesModel, SeriesStyle } from "./model";
import type { Overlay } from "./overlay";
import { NEUTRAL_STYLE, variantOf } from "./palette";
import { pointSeries } from "./point-series";
import { markNotes, publishedStyles, rateOfPercent } from "./published";
import { signed, type Printed } from "./published-table";

/** The second paper's tables name local builds without the ending of their tags (Appendix E). */
export const printedName = (model: string): string => model.replace(/-mlx$/, "");

/** Styles of the models that P2 prints something of, whatever the ending of their tags in the data. */
export function printedStyles(
  styles: ReadonlyMap<string, SeriesStyle>,
): (model: string) => SeriesStyle {
  const known = new Map([...styles].map(([model, style]) => [printedName(model), style]));
  const printed = publishedStyles(known, P2_PRINTED_MODELS);
  return (model) => printed.get(model) ?? { ...NEUTRAL_STYLE, dash: "dashed", hollow: true };
}

interface PrintedOf {
  /** Accuracies are printed in percent and drawn as shares; points stay as they are. */
  readonly unit: "percent" | "points";
  /** How many questions it is of, as printed. */
  readonly n: number | null;
  /** Cells of the same row that say more of the same value, and bring their marks along. */
  readonly marks?: readonly Printed[];
}

/** A place where the paper prints nothing. */
export function unprinted(x: number, gap = "not printed"): PointModel {
  return { x, y: null, low: null, high: null, n: null, gap, select: null };
}

/** A printed value at a place of the axis, with the interval that is printed with it. */
export function printedPoint(
  x: number,
  cell: Pick<PublishedCell, "id" | "value" | "interval" | "digits"> | null,
  { unit, n, marks = [] }: PrintedOf,
): PointModel {
  if (cell === null) return unprinted(x);
  const scaled = (value: number) =>
    unit === "points" ? value : rateOfPercent({ value, digits: cell.digits }).value;
  return {
    x,
    y: scaled(cell.value),
    low: cell.interval && scaled(cell.interval[0]),
    high: cell.interval && scaled(cell.interval[1]),
    n,
    gap: null,
    select: null,
    ...signed([cell, cell.interval === null ? ["value"] : ["value", "interval"]], ...marks),
  };
}

type Drawn = Pick<SeriesModel, "id" | "label" | "style" | "points">;

/** Printed values as a series of hollow marks; beside others it stands a little aside. */
export function printedSeries(
  { id, label, style, points }: Drawn,
  more: Pick<SeriesModel, "name" | "shift"> = {},
): SeriesModel {
  return { ...pointSeries({ id, label, style, simulated: false, points }), ...more };
}

/** Pixels between marks at one place. */
export const ASIDE = 10;

/** Places of so many marks around a place. */
const spreadShift = (i: number, of: number): number => (i - (of - 1) / 2) * ASIDE;

/** What P2 prints of one model on one set of questions. */
export interface PrintedRun {
  readonly id: string;
  readonly model: string;
  readonly label: string;
  /** Options of each question; null where no run is of such questions: it stands beside none. */
  readonly n: number | null;
  /** Its questions, which name a panel of their own. */
  readonly set: string;
  /** Place among those of one model in one panel. */
  readonly place?: number;
  readonly points: readonly PointModel[];
}

/** Under what something was asked: of a cell of the data. */
export type Asked = Pick<CatalogRow, "n_options" | "mode" | "condition">;

/** The paper's presentations: five options as they stand, ten in random order. */
const CONDITIONS: Readonly<Record<number, string>> = { 5: "five-original", 10: "ten-permuted" };

/**
 * Whether all of a run was asked as the paper asked: at this N, under the paper's condition or none
 * that is stated, and in direct mode where one is stated.
 * @param anyMode where thinking is a side of what is printed
 */
export function isAskedAs(cells: readonly Asked[], n: number, anyMode = false): boolean {
  return (
    cells.length > 0 &&
    cells.every(
      ({ n_options, mode, condition }) =>
        n_options === n &&
        (anyMode || mode === null || mode === "direct") &&
        (condition === null || condition === CONDITIONS[n]),
    )
  );
}

/** A run that has a panel, with the cells that the filters keep of it. */
interface PanelRun {
  readonly id: string;
  readonly model: string;
  readonly cells: readonly Asked[];
}

function panelOf(set: string, series: readonly SeriesModel[]): PanelModel {
  return {
    id: `published:${set}`,
    title: `${set}, published (P2)`,
    series: series.map((one, i) => ({ ...one, shift: spreadShift(i, series.length) })),
    shade: null,
    levels: [],
    readouts: [],
    warning: null,
  };
}

/**
 * Each printed run beside the drawn runs of its model that were asked as it was; what stands beside
 * none has a panel for its questions.
 * @param source what the values are, a sentence that stands under the figure
 */
export function besideRuns(
  drawn: readonly PanelRun[],
  printed: readonly PrintedRun[],
  styles: ReadonlyMap<string, SeriesStyle>,
  source: string,
): Overlay {
  const styleOf = printedStyles(styles);
  const made = printed.map((one) => {
    const { id, label, model, n, points, place = 0 } = one;
    const own = drawn.filter(
      (run) => n !== null && printedName(run.model) === model && isAskedAs(run.cells, n),
    );
    const style = variantOf(styleOf(model), place);
    return { one, own, series: printedSeries({ id, label, style, points }) };
  });
  const alone = Map.groupBy(
    made.filter(({ own }) => own.length === 0),
    ({ one }) => one.set,
  );
  const beside = Map.groupBy(
    made.flatMap(({ own, series }) => own.map((run) => ({ run, series }))),
    ({ run }) => run.id,
  );
  return {
    beside: new Map(
      [...beside].map(([id, own]) => [
        id,
        own.map(({ series }, i) => ({ ...series, shift: (i + 1) * ASIDE })),
      ]),
    ),
    apart: [...alone].map(([set, own]) =>
      panelOf(
        set,
        own.map(({ series }) => series),
      ),
    ),
    notes: [source, ...markNotes(printed.flatMap(({ points }) => points))],
  };
}
