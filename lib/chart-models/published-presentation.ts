import { P2_MODELS } from "@/lib/reference/p2-data";
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
    `As published (${P2_SOURCE}, Table 6): the paper's own runs on Turkish MMLU Pro with ten options, ` +
    "accuracies printed in percent.",
} as const;

/** The table of presentations with P2's five complete runs behind it. */
export function withPublishedPresentation(table: TableModel): TableModel {
  const rows = P2_MODELS.map((model) =>
    publishedRow(`published|${model}`, null, {
      run: { value: publishedLabel(model, "P2") },
      model: { value: model },
      n_options: { value: 10 },
      acc_by_gold: rangeOf(model),
      slope_pp_per_position: publishedValue(cellOf(model, "slope")),
      entropy: publishedValue(cellOf(model, "entropy")),
      error_primacy_pp: publishedValue(cellOf(model, "error_primacy")),
      length_midrank: publishedValue(cellOf(model, "length_rank")),
      ...Object.fromEntries(
        [
          "n",
          "borrowed_share",
          "original_longer_share",
          "order_changed",
          "gold_label_changed",
          "benchmark",
          "environment",
          "padding",
          "mode",
          "condition",
          "scorer",
        ].map((id) => [id, publishedValue(null)]),
      ),
    }),
  );
  return withPublishedRows(table, rows, NOTE);
}
