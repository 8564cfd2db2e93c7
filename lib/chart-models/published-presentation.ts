import { formatCount, formatFixed } from "@/lib/format/number";
import { P2_MODELS, P2_WHOLE } from "@/lib/reference/p2-data";
import { P2_TEXT } from "@/lib/reference/p2-text";
import { P2_SOURCE } from "@/lib/reference/papers";
import { publishedCell } from "@/lib/reference/published";
import { valueAxis } from "./axis";
import type { FigureModel, PanelModel, SeriesStyle } from "./model";
import type { PresentationRun } from "./presentation";
import {
  publishedId,
  publishedLabel,
  publishedRow,
  publishedValue,
  rateOfPercent,
  withPublishedRows,
} from "./published";
import { isAskedAs, printedName, printedStyles } from "./published-points";
import { signed } from "./published-table";
import type { TableCell, TableModel } from "./table-model";

const cellOf = (model: string, metric: string) =>
  publishedCell({ table: "p2_table6", metric, model });

/** Lowest and highest accuracy by the key's position, printed in percent; null of other models. */
function printedRange(model: string) {
  const [low, high] = [cellOf(model, "lowest"), cellOf(model, "highest")];
  if (low === null || high === null) return null;
  const { value, digits } = rateOfPercent(low);
  return {
    value: [value, rateOfPercent(high).value] as const,
    digits,
    ...signed([low, ["value"]], [high, ["value"]]),
  };
}

const SOURCE =
  `As published (${P2_SOURCE}, Table 6): the lowest and the highest accuracy over the positions of the key. The ` +
  "paper does not print at which positions these are: they have no place on the axis, and stand as dotted " +
  "lines in the panels of the same model at ten options, in direct mode and random order where these are stated, " +
  "whatever the benchmark and its items; the table has all.";

/** A panel of a run that the paper has, with the range that it prints. */
function withRange(panel: PanelModel, run: PresentationRun, style: SeriesStyle): PanelModel {
  const range = printedRange(printedName(run.row.model));
  if (range === null) return panel;
  const [low, high] = range.value;
  const text = (end: number) => formatFixed(end, range.digits);
  const marks = range.signs === undefined ? "" : ` (${range.signs})`;
  const label = publishedLabel("range", "P2");
  return {
    ...panel,
    levels: [...panel.levels, { y: low, label }, { y: high, label }],
    readouts: [
      ...panel.readouts,
      {
        id: publishedId(run.id),
        style,
        label,
        text: `${text(low)} to ${text(high)}${marks}`,
      },
    ],
  };
}

/** The figure of presentations with what P2 prints of the same models at ten options. */
export function withPublishedRanges(
  figure: FigureModel,
  runs: readonly PresentationRun[],
  styles: ReadonlyMap<string, SeriesStyle>,
): FigureModel {
  const styleOf = printedStyles(styles);
  const byId = new Map(runs.map((run) => [run.id, run]));
  const panels = figure.panels.map((panel) => {
    const run = byId.get(panel.id);
    return run && isAskedAs([run.row], P2_WHOLE.options)
      ? withRange(panel, run, styleOf(printedName(run.row.model)))
      : panel;
  });
  const levels = panels.flatMap((panel) => panel.levels.map(({ y }) => y));
  return {
    ...figure,
    // The axis has whole steps: taken anew from its own ends it holds the levels, too.
    y: valueAxis(figure.y.label, [...figure.y.domain, ...levels]),
    panels,
    notes: [...figure.notes, SOURCE],
  };
}

const NOTE = {
  sign: "P2",
  text:
    `As published (${P2_SOURCE}, Tables 2 and 6): the paper's own runs on Turkish MMLU Pro with ten options, ` +
    "accuracies printed in percent. How often an original option is the longer one (section 5.4) is of the " +
    "set, the same for every run; what changes against five options (Appendix G) is told of gpt-6-astra alone.",
} as const;

/** Appendix G: the one model that was asked with five options as well. */
function changedCells(model: string): Record<"order_changed" | "gold_label_changed", TableCell> {
  const { n, order_changed, label_changed } = P2_TEXT.shared;
  const of = (value: number): TableCell =>
    model === "gpt-6-astra"
      ? { value, aside: `of ${formatCount(n)}, against TR-MMLU` }
      : { value: null, reason: "The paper has no run of this model with five options." };
  return { order_changed: of(order_changed), gold_label_changed: of(label_changed) };
}

const OF_RECORDS: TableCell = { value: null, reason: "It is told of records alone." };

/** The table of presentations with P2's five complete runs behind it. */
export function withPublishedPresentation(table: TableModel): TableModel {
  const rows = P2_MODELS.map((model) =>
    publishedRow(`published|${model}`, null, {
      run: { value: publishedLabel(model, "P2") },
      model: { value: model },
      benchmark: { value: P2_WHOLE.benchmark },
      n_options: { value: P2_WHOLE.options },
      n: { value: P2_WHOLE.questions },
      acc_by_gold: printedRange(model) ?? publishedValue(null),
      slope_pp_per_position: publishedValue(cellOf(model, "slope")),
      entropy: publishedValue(cellOf(model, "entropy")),
      error_primacy_pp: publishedValue(cellOf(model, "error_primacy")),
      length_midrank: publishedValue(cellOf(model, "length_rank")),
      original_longer_share: rateOfPercent({ value: P2_TEXT.original_longer, digits: 2 }),
      ...changedCells(model),
      borrowed_share: publishedValue(null),
      ...Object.fromEntries(
        ["environment", "padding", "mode", "condition", "scorer"].map((id) => [id, OF_RECORDS]),
      ),
    }),
  );
  return withPublishedRows(table, rows, NOTE);
}
