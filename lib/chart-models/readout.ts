import { formatSeconds } from "@/lib/format/duration";
import {
  formatCount,
  formatFixed,
  formatInterval,
  formatPoints,
  formatRate,
} from "@/lib/format/number";
import {
  printedLabel,
  type AxisModel,
  type FigureFrame,
  type PanelModel,
  type PointModel,
  type SeriesModel,
  type SeriesStyle,
} from "./model";

/** One curve's value at the crosshair. */
export interface ReadoutRow {
  readonly id: string;
  readonly label: string;
  readonly style: SeriesStyle;
  readonly point: PointModel;
  /** "0.812 [0.770, 0.853]", with the signs of its marks, or why there is nothing. */
  readonly text: string;
  /** "n = 3,000", or empty. */
  readonly count: string;
}

/** The x at which the crosshair can stand: every x at which some curve of the panel has a point. */
export function stopsOf(panel: PanelModel): readonly number[] {
  const xs = new Set(panel.series.flatMap((series) => series.points.map((point) => point.x)));
  return [...xs].sort((a, b) => a - b);
}

const PLACES = { seconds: formatSeconds, tenths: (x: number) => formatFixed(x, 1) };

/** A place on the x axis: the name of its tick, where it has one. */
export function placeText({ ticks, places }: AxisModel, x: number): string {
  const format = places === undefined ? formatCount : PLACES[places];
  return ticks.find((tick) => tick.value === x)?.label ?? format(x);
}

const FORMATS = { rates: formatRate, points: formatPoints, counts: formatCount };

function valueText(
  point: PointModel,
  { interval }: Pick<SeriesModel, "interval">,
  { unit }: Pick<FigureFrame, "unit">,
): string {
  const format = FORMATS[unit ?? "rates"];
  if (point.y === null) return point.gap ?? "undefined";
  const marks = point.signs === undefined ? "" : ` (${point.signs})`;
  if (interval === "none" || point.low === null || point.high === null)
    return format(point.y) + marks;
  return `${format(point.y)} ${formatInterval([point.low, point.high], format)}${marks}`;
}

/** Values of all curves at x, the highest first, references last. */
export function readoutAt(panel: PanelModel, frame: FigureFrame, x: number): ReadoutRow[] {
  return panel.series
    .flatMap((series) => {
      const point = series.points.find((candidate) => candidate.x === x);
      if (!point) return [];
      const row: ReadoutRow = {
        id: series.id,
        label: series.role === "data" ? printedLabel(series, frame.simulation) : series.label,
        style: series.style,
        point,
        text: valueText(point, series, frame),
        count: point.n === null ? "" : `n = ${formatCount(point.n)}`,
      };
      return [{ row, rank: series.role === "data" ? 0 : 1 }];
    })
    .sort((a, b) => a.rank - b.rank || (b.row.point.y ?? -Infinity) - (a.row.point.y ?? -Infinity))
    .map(({ row }) => row);
}

/** "n = 3,000 each" where all curves rest on as many; empty where they do not, or none says. */
export function commonCount(rows: readonly ReadoutRow[]): string {
  const counts = new Set(rows.filter((row) => row.point.y !== null).map((row) => row.count));
  const [only = ""] = counts;
  return counts.size === 1 && only !== "" ? `${only} each` : "";
}

/** The crosshair in words, for the live region. */
export function announcement(
  panel: PanelModel,
  frame: FigureFrame,
  x: number,
  rows: readonly ReadoutRow[],
): string {
  const parts = rows.map(({ label, text, count }) =>
    count === "" ? `${label} ${text}` : `${label} ${text}, ${count}`,
  );
  const place = panel.title === "" ? "" : `${panel.title}, `;
  return `${place}${frame.x.label} ${placeText(frame.x, x)}: ${parts.join("; ")}.`;
}
