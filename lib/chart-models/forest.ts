import { namesAxis, valueAxis } from "./axis";
import type { FigureModel, SeriesModel, SeriesStyle } from "./model";
import { pointSeries } from "./point-series";
import type { Select } from "./series";

/** A difference in percentage points with its interval, at a place of its own. */
export interface ForestEntry {
  readonly id: string;
  readonly label: string;
  readonly style: SeriesStyle;
  readonly simulated: boolean;
  readonly points: number | null;
  readonly interval: readonly [number, number] | null;
  readonly n: number;
  /** Why there is no difference. */
  readonly gap: string;
  readonly select: Select;
}

/** What a forest plot is of. */
export interface ForestWords {
  /** Names of the axes, the line at 0, and the value. */
  readonly x: string;
  readonly y: string;
  readonly zero: string;
  readonly value: string;
  /** What the whiskers are; null where no entry has any. */
  readonly interval: string | null;
  readonly countOf: string;
  /** What is counted where not all are drawn. */
  readonly what: string;
  readonly notes: readonly string[];
}

/** So many stand side by side; the table has all. */
export const FOREST_CAP = 16;

function seriesOf(entry: ForestEntry, place: number): SeriesModel {
  const { id, label, style, simulated, points, interval, n, gap, select } = entry;
  return pointSeries({
    id,
    label,
    style,
    simulated,
    points: [
      {
        x: place,
        y: points,
        low: interval?.[0] ?? null,
        high: interval?.[1] ?? null,
        n,
        gap: points === null ? gap : null,
        select,
      },
    ],
  });
}

/** Differences side by side around a line at 0, in the order given; null where there is none. */
export function forestFigure(
  entries: readonly ForestEntry[],
  words: ForestWords,
): FigureModel | null {
  if (entries.every(({ points }) => points === null)) return null;
  const drawn = entries.slice(0, FOREST_CAP);
  return {
    x: namesAxis(
      words.x,
      drawn.map(({ label }) => label),
    ),
    y: valueAxis(
      words.y,
      drawn.flatMap(({ points, interval }) => [points, ...(interval ?? [])]),
      [0],
    ),
    panels: [
      {
        id: "all",
        title: "",
        series: drawn.map((entry, i) => seriesOf(entry, i + 1)),
        shade: null,
        levels: [{ y: 0, label: words.zero }],
        readouts: [],
        warning: null,
      },
    ],
    labels: "legend",
    legend: drawn.map(({ id, label, style, simulated }) => ({
      id,
      label,
      style,
      simulated,
      state: "shown",
    })),
    valueName: words.value,
    unit: "points",
    intervalName: words.interval,
    countOf: words.countOf,
    cap:
      entries.length > drawn.length
        ? { shown: drawn.length, of: entries.length, what: words.what }
        : null,
    notes: words.notes,
  };
}
