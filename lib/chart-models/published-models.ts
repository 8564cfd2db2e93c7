import { P2_DATA } from "@/lib/reference/p2-data";
import { P2_SOURCE } from "@/lib/reference/papers";
import { publishedCellAt } from "@/lib/reference/published";
import { amountAxis } from "./axis";
import type { FigureModel, PanelModel, SeriesModel, SeriesStyle } from "./model";
import type { ModelBoards } from "./models";
import { EXPENSE_WORDS, type Expense } from "./models-figure";
import { withOverlay } from "./overlay";
import { markNotes, publishedId, publishedLabel } from "./published";
import { printedPoint, printedSeries, printedStyles } from "./published-points";

/** Table 9: the pilot in direct mode, on the author's own machine. */
const N = 10;
const QUESTIONS = 100;
const PANEL: Omit<PanelModel, "series"> = {
  id: "published:p2_table9",
  title: `Pilot on ${QUESTIONS} questions, ${N} options, published (P2)`,
  shade: null,
  levels: [],
  readouts: [],
  warning: null,
};

const SOURCE =
  `Hollow marks: as published (${P2_SOURCE}, Table 9), ${QUESTIONS} questions with ${N} options in direct mode on a ` +
  "machine of the author's, accuracies and Wilson's intervals in whole percents; a model without a readable " +
  `answer has none. They stand beside runs of local hosts, or of hosts not stated, at ${N} options, whatever the ` +
  "benchmark and its items, and else in a panel of their own.";

function pilotSeries(styles: ReadonlyMap<string, SeriesStyle>, against: Expense): SeriesModel[] {
  const styleOf = printedStyles(styles);
  return P2_DATA.table9.flatMap(({ model }) => {
    const at = (column: string) => publishedCellAt("p2_table9", model, column);
    const x = at(EXPENSE_WORDS[against].printed);
    const accuracy = at("accuracy");
    if (x === null || accuracy === null) return [];
    const own = {
      id: publishedId(model),
      label: publishedLabel(model, "P2"),
      style: styleOf(model),
    };
    const points = [printedPoint(x.value, accuracy, { unit: "percent", n: QUESTIONS })];
    return [printedSeries({ ...own, points }, { name: model })];
  });
}

/** Whether the pilot's times and accuracies are of the same kind as those of a panel. */
function isOfPilot({ boards, runs }: ModelBoards, panel: PanelModel): boolean {
  const rows = boards.find(({ id }) => id === panel.id)?.rows ?? [];
  const drawn = rows.filter(({ id }) => panel.series.some((series) => series.id === id));
  return drawn.every(({ id, n }) => n === N && runs.get(id)?.host_class !== "api");
}

/** The figure of accuracy and expense with P2's pilot. */
export function withPublishedModels(
  figure: FigureModel,
  models: ModelBoards,
  styles: ReadonlyMap<string, SeriesStyle>,
  against: Expense,
): FigureModel {
  const { label, places } = EXPENSE_WORDS[against];
  const printed = pilotSeries(styles, against);
  const panels = figure.panels.filter((panel) => isOfPilot(models, panel));
  const apart = panels.length === 0 ? [{ ...PANEL, series: printed }] : [];
  const titled = {
    ...figure,
    panels: figure.panels.map((panel) => ({
      ...panel,
      // Beside another panel each says what it is of.
      title: apart.length > 0 ? titleOf(models, panel) : panel.title,
    })),
  };
  const series = [...figure.panels.flatMap((panel) => panel.series), ...printed];
  return withOverlay(titled, {
    beside: new Map(panels.map(({ id }) => [id, printed])),
    apart,
    x: amountAxis(
      label,
      series.flatMap(({ points }) => points.map(({ x }) => x)),
      places,
    ),
    notes: [SOURCE, ...markNotes(printed.flatMap(({ points }) => points))],
  });
}

const titleOf = ({ boards }: ModelBoards, { id, title }: PanelModel): string =>
  boards.find((board) => board.id === id)?.title ?? title;
