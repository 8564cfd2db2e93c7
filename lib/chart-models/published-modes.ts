import { P2_DATA } from "@/lib/reference/p2-data";
import { P2_SOURCE } from "@/lib/reference/papers";
import { publishedCellAt } from "@/lib/reference/published";
import type { FigureModel, SeriesStyle } from "./model";
import type { ModeChange } from "./modes";
import { publishedId, publishedLabel } from "./published";
import { withPrintedChanges } from "./published-forest";
import {
  isAskedAs,
  printedName,
  printedPoint,
  printedStyles,
  type Asked,
} from "./published-points";
import type { Printed } from "./published-table";

/** Table 10: 100 questions with ten options in both modes. */
const N = 10;
const QUESTIONS = 100;

const SOURCE =
  `Hollow marks: as published (${P2_SOURCE}, Table 10), thinking less direct on ${QUESTIONS} questions with Wald's ` +
  `paired interval. They stand beside pairs of the same model at ${N} options, in random order where one is stated, ` +
  "whatever the benchmark and its items, and behind them where there is none.";

/**
 * The forest of modes with the changes of Table 10.
 * @param cells those of each run in view, by its id
 */
export function withPublishedModes(
  figure: FigureModel,
  changes: readonly ModeChange[],
  cells: ReadonlyMap<string, readonly Asked[]>,
  styles: ReadonlyMap<string, SeriesStyle>,
): FigureModel {
  const styleOf = printedStyles(styles);
  const places = new Map(figure.legend.map(({ id }, i) => [id, i + 1]));
  // A run may hold several conditions, and a pair is of one.
  const cellsOf = (run: string, condition: string | null) =>
    (cells.get(run) ?? []).filter((cell) => cell.condition === condition);
  const isOf = (model: string, { row }: ModeChange) =>
    printedName(row.model) === model &&
    [row.run_direct, row.run_thinking].every((run) =>
      isAskedAs(cellsOf(run, row.condition), N, true),
    );
  const printed = P2_DATA.table10.map(({ model }) => {
    const change = publishedCellAt("p2_table10", model, "change");
    // A mark on p is one on what the row says of the change.
    const p = publishedCellAt("p2_table10", model, "mcnemar_p");
    const marks: Printed[] = p === null ? [] : [[p, ["value"]]];
    return {
      id: publishedId(model),
      label: publishedLabel(model, "P2"),
      name: model,
      style: styleOf(model),
      point: printedPoint(0, change, { unit: "points", n: QUESTIONS, marks }),
      beside: changes.filter((one) => isOf(model, one)).flatMap(({ id }) => places.get(id) ?? []),
    };
  });
  return withPrintedChanges(figure, printed, SOURCE);
}
