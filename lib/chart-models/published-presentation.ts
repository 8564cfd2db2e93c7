import { formatCount } from "@/lib/format/number";
import { P2_MODELS } from "@/lib/reference/p2-data";
import { P2_TEXT } from "@/lib/reference/p2-text";
import { P2_SOURCE } from "@/lib/reference/papers";
import { publishedCell } from "@/lib/reference/published";
import {
  publishedLabel,
  publishedRow,
  publishedValue,
  rateOfPercent,
  withPublishedRows,
} from "./published";
import { signed } from "./published-table";
import type { TableCell, TableModel } from "./table-model";

const cellOf = (model: string, metric: string) =>
  publishedCell({ table: "p2_table6", metric, model });

/** Lowest and highest accuracy by the key's position, printed in percent. */
function rangeOf(model: string): TableCell {
  const [low, high] = [cellOf(model, "lowest"), cellOf(model, "highest")];
  if (low === null || high === null) return publishedValue(null);
  const { value, digits } = rateOfPercent(low);
  return {
    value: [value, rateOfPercent(high).value],
    digits,
    ...signed([low, ["value"]], [high, ["value"]]),
  };
}

const NOTE = {
  sign: "P2",
  text:
    `As published (${P2_SOURCE}, Tables 2 and 6): the paper's own runs on Turkish MMLU Pro with ten options, ` +
    "accuracies printed in percent. How often an original option is the longer one (section 5.4) is of the " +
    "set, the same for every run; what changes against five options (Appendix G) is told of gpt-6-astra alone.",
} as const;

const BENCHMARK = "Turkish MMLU Pro";
/** Table 2: each of the complete runs answers the whole set. */
const QUESTIONS = 12_000;

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
      benchmark: { value: BENCHMARK },
      n_options: { value: 10 },
      n: { value: QUESTIONS },
      acc_by_gold: rangeOf(model),
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
