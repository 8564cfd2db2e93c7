import { formatCount } from "@/lib/format/number";
import { P2_DATA } from "@/lib/reference/p2-data";
import { P2_TEXT } from "@/lib/reference/p2-text";
import { P2_SOURCE } from "@/lib/reference/papers";
import { publishedCellAt } from "@/lib/reference/published";
import type { FigureModel, SeriesStyle } from "./model";
import { withOverlay } from "./overlay";
import { publishedId, publishedLabel } from "./published";
import { besideRuns, printedPoint, type Asked, type PrintedRun } from "./published-points";
import type { StemRun } from "./stems";

/** Table 4: a model's accuracy on unflagged and on flagged stems of all questions of a benchmark. */
const WHOLE: readonly PrintedRun[] = P2_DATA.table4.map(({ model, benchmark }) => {
  const { k, unflagged, flagged } = P2_TEXT.stems[benchmark];
  const at = (column: string) => publishedCellAt("p2_table4", `${model}.${benchmark}`, column);
  return {
    id: publishedId(model),
    model,
    label: publishedLabel(model, "P2"),
    n: k,
    set: `${benchmark}, ${k} options`,
    points: [
      printedPoint(1, at("unflagged"), { unit: "percent", n: unflagged }),
      printedPoint(2, at("flagged"), { unit: "percent", n: flagged }),
    ],
  };
});

/** Table 5: the questions that both benchmarks have, which no run of either is of. */
const SHARED: readonly PrintedRun[] = (["five", "ten"] as const).map((column, place) => {
  const model = "gpt-6-astra";
  const named = `${model}, ${column === "five" ? 5 : 10} options`;
  const point = (x: number, row: "other" | "negative") =>
    printedPoint(x, publishedCellAt("p2_table5", row, column), {
      unit: "percent",
      n: publishedCellAt("p2_table5", row, "n")?.value ?? null,
    });
  return {
    id: publishedId(named),
    model,
    label: publishedLabel(named, "P2"),
    n: null,
    set: `${formatCount(P2_TEXT.shared.n)} shared questions`,
    place,
    points: [point(1, "other"), point(2, "negative")],
  };
});

const SOURCE =
  `Hollow marks: as published (${P2_SOURCE}, Tables 4 and 5), printed without intervals; the gap stands ` +
  "in the tables. Those of Table 4 stand beside runs of the same model at the same N, in direct mode " +
  "and the paper's order of options where these are stated, whatever the benchmark and its items; those of Table 5 are of the questions that both benchmarks share.";

/**
 * The figure of stems with what P2 prints of them.
 * @param cells those of each run in view, by its id
 */
export function withPublishedStems(
  figure: FigureModel,
  runs: readonly StemRun[],
  cells: ReadonlyMap<string, readonly Asked[]>,
  styles: ReadonlyMap<string, SeriesStyle>,
): FigureModel {
  const drawn = runs
    .filter(({ id }) => figure.panels.some((panel) => panel.id === id))
    .map(({ id, row: { run_id, model, condition, mode } }) => ({
      id,
      model,
      cells: (cells.get(run_id) ?? []).filter(
        (cell) => cell.condition === condition && cell.mode === mode,
      ),
    }));
  return withOverlay(figure, besideRuns(drawn, [...WHOLE, ...SHARED], styles, SOURCE));
}
