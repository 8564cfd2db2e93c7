import { P2_SOURCE } from "@/lib/reference/papers";
import { cellId, publishedCells, type PublishedCell } from "@/lib/reference/published";
import type { PairPart } from "@/lib/view-state/state";
import { PART_WORDS } from "./paired";
import { publishedInterval, publishedRow, publishedValue, withPublishedRows } from "./published";
import type { TableCell, TableModel, TableNote, TableRow } from "./table-model";

const GROUP = { id: "published", label: "gpt-6-astra: 5 → 10 options, published (P2)" };
const NOTE: TableNote = {
  sign: "P2",
  text:
    `As published (${P2_SOURCE}, Tables 3 and 5): gpt-6-astra with five and with ten options on the 981 ` +
    "questions that TR-MMLU and Turkish MMLU Pro share, stems split by the paper’s own rule. They are other " +
    "items than any above.",
};

function cellOf(table: "p2_table3" | "p2_table5", row: string, column: string) {
  const id = cellId(table, row, column);
  return publishedCells({ table }).find((cell) => cell.id === id) ?? null;
}

/** A printed percentage as a share of 0 to 1, with as many of its digits. */
function share(cell: PublishedCell | null): TableCell {
  if (cell === null) return publishedValue(null);
  return {
    ...publishedValue(cell),
    value: Number((cell.value / 100).toFixed(cell.digits + 2)),
    digits: cell.digits + 2,
  };
}

/** A printed count, whatever its column's decimals. */
function count(cell: PublishedCell | null): TableCell {
  return cell === null ? publishedValue(null) : { value: cell.value };
}

/** Table 5: one side of the split by stems. */
function stemRow(part: Exclude<PairPart, "length_matched">, row: "negative" | "other"): TableRow {
  const at = (column: string) => cellOf("p2_table5", row, column);
  return publishedRow(`published|${part}`, GROUP.id, {
    items: { value: PART_WORDS[part] },
    n_shared: count(at("n")),
    accuracy_a: share(at("five")),
    accuracy_b: share(at("ten")),
    change_pp: publishedValue(at("change")),
    ci_pp: publishedInterval(at("change")),
    lost: count(at("lost")),
    gained: count(at("gained")),
    to_borrowed: count(at("lost_to_borrowed")),
  });
}

/** Table 3: all shared questions, under both conditions. */
function allRow(): TableRow {
  const [five, ten] = ["Shared, original options", "Shared, with borrowed options"];
  const at = (row: string, column: string) => cellOf("p2_table3", row, column);
  return publishedRow("published|all", GROUP.id, {
    items: { value: PART_WORDS.all },
    n_shared: count(at(ten, "n")),
    accuracy_a: share(at(five, "accuracy")),
    accuracy_b: share(at(ten, "accuracy")),
    adjusted_a: share(at(five, "guess_adjusted")),
    adjusted_b: share(at(ten, "guess_adjusted")),
  });
}

const NOT_PRINTED = publishedValue(null);

/** What the second paper prints of its pair: all questions, then flagged and unflagged stems. */
export function publishedPairRows(): TableRow[] {
  return [allRow(), stemRow("flagged", "negative"), stemRow("unflagged", "other")];
}

/** A table of pairs with the published pair behind them. */
export function withPublishedPair(table: TableModel): TableModel {
  const rows = publishedPairRows().map((row) => ({
    ...row,
    cells: {
      ...Object.fromEntries(table.columns.map(({ id }) => [id, NOT_PRINTED])),
      ...row.cells,
    },
  }));
  return withPublishedRows({ ...table, groups: [...table.groups, GROUP] }, rows, NOTE);
}
