import { plural } from "@/lib/format/number";
import type { AccuracyRow } from "@/lib/metrics/rows";
import type { EXPENSES } from "@/lib/view-state/state";
import { amountAxis, valueAxis } from "./axis";
import type { AxisModel, FigureModel, SeriesModel, SeriesStyle } from "./model";
import type { ModelBoards } from "./models";
import type { LeaderRow } from "./overview";
import { styleOf, variantOf } from "./palette";
import { pointSeries } from "./point-series";

export type Expense = (typeof EXPENSES)[number];

interface ExpenseWords {
  readonly label: string;
  /** What a run is without. */
  readonly lacking: string;
  readonly places: NonNullable<AxisModel["places"]>;
  /** The column of P2's Table 9 that prints the same. */
  readonly printed: string;
  readonly of: (run: AccuracyRow) => number | null;
}

export const EXPENSE_WORDS: Record<Expense, ExpenseWords> = {
  seconds: {
    label: "seconds an item",
    lacking: "seconds an item",
    places: "seconds",
    printed: "seconds_per_question",
    of: (run) => run.seconds_per_item,
  },
  tokens: {
    label: "mean completion tokens",
    lacking: "completion tokens",
    places: "tenths",
    printed: "mean_tokens",
    of: (run) => run.mean_completion_tokens,
  },
};

/** So many runs are drawn; the table has all. */
const RUNS_CAP = 24;

interface Drawn {
  readonly row: LeaderRow;
  readonly run: AccuracyRow;
  readonly x: number;
  readonly style: SeriesStyle;
}

function seriesOf({ row, run, x, style }: Drawn): SeriesModel {
  return pointSeries({
    id: row.id,
    label: row.label,
    style,
    simulated: row.simulated,
    points: [
      {
        x,
        y: row.accuracy,
        low: row.accuracyInterval?.[0] ?? null,
        high: row.accuracyInterval?.[1] ?? null,
        n: run.n,
        gap: null,
        select: row.select,
      },
    ],
  });
}

/** Rows with an accuracy and an expense; runs of one model share its colour. */
function drawnOf(
  rows: readonly LeaderRow[],
  { runs }: ModelBoards,
  { of }: ExpenseWords,
  styles: ReadonlyMap<string, SeriesStyle>,
): Drawn[] {
  const places = new Map<string, number>();
  return rows.flatMap((row) => {
    const place = places.get(row.model) ?? 0;
    places.set(row.model, place + 1);
    const run = runs.get(row.id);
    const x = run ? of(run) : null;
    // What holds no valid answer is no accuracy to be set against anything.
    if (!run || x === null || row.accuracy === null || run.valid_rate === 0) return [];
    return [{ row, run, x, style: variantOf(styleOf(styles, row.model), place) }];
  });
}

/** Accuracy of each run against what an answer took, a panel a board; without any where no run says. */
export function modelsFigure(
  models: ModelBoards,
  styles: ReadonlyMap<string, SeriesStyle>,
  against: Expense,
): FigureModel {
  const words = EXPENSE_WORDS[against];
  const rows = models.boards.flatMap((board) => board.rows);
  const all = drawnOf(rows, models, words, styles);
  const drawn = all.slice(0, RUNS_CAP);
  const lacking = rows.length - all.length;
  return {
    x: amountAxis(
      words.label,
      drawn.map(({ x }) => x),
      words.places,
    ),
    y: valueAxis(
      "accuracy",
      drawn.flatMap(({ row }) => [row.accuracy, ...(row.accuracyInterval ?? [])]),
      [0],
    ),
    panels: models.boards
      .map((board) => ({
        id: board.id,
        title: models.boards.length > 1 ? board.title : "",
        series: drawn
          .filter(({ row }) => board.rows.some((own) => own.id === row.id))
          .map(seriesOf),
        shade: null,
        levels: [],
        readouts: [],
        warning: null,
      }))
      .filter(({ series }) => series.length > 0),
    labels: "points",
    legend: drawn.map(({ row, style }) => ({
      id: row.id,
      label: row.label,
      style,
      simulated: row.simulated,
      state: "shown",
    })),
    valueName: "accuracy",
    intervalName: "95% Wilson interval",
    countOf: "responses",
    cap: all.length > drawn.length ? { shown: drawn.length, of: all.length, what: "runs" } : null,
    notes:
      lacking > 0
        ? [
            `Not drawn: ${plural(lacking, "run")} without ${words.lacking} or without a valid answer.`,
          ]
        : [],
  };
}
