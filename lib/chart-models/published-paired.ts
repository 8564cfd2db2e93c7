import { P2_TEXT } from "@/lib/reference/p2-text";
import { P2_SOURCE } from "@/lib/reference/papers";
import { publishedCellAt, type PublishedCell } from "@/lib/reference/published";
import type { PairPart } from "@/lib/view-state/state";
import type { FlowModel } from "./flow";
import { PART_WORDS } from "./paired";
import { flowOf } from "./paired-flow";
import {
  publishedInterval,
  publishedLabel,
  publishedRow,
  publishedValue,
  rateOfPercent,
  withPublishedRows,
} from "./published";
import type { TableCell, TableModel, TableNote, TableRow } from "./table-model";

const GROUP = { id: "published", label: "gpt-6-astra: 5 → 10 options, published (P2)" };
const NOTE: TableNote = {
  sign: "P2",
  text:
    `As published (${P2_SOURCE}, Tables 3 and 5, sections 5.2 and 5.3, Appendix G): gpt-6-astra with five ` +
    "and with ten options on the 981 questions that TR-MMLU and Turkish MMLU Pro share, stems split by the " +
    "paper’s own rule. They are other items than any above.",
};

/** A printed percentage as a share of 0 to 1, with as many of its digits. */
function share(cell: PublishedCell | null): TableCell {
  if (cell === null) return publishedValue(null);
  return { ...publishedValue(cell), ...rateOfPercent(cell) };
}

/** A printed count, whatever its column's decimals. */
function count(cell: PublishedCell | null): TableCell {
  return cell === null ? publishedValue(null) : { value: cell.value };
}

/** Table 5 and section 5.3: one side of the split by stems. */
function stemRow(part: Exclude<PairPart, "length_matched">, row: "negative" | "other"): TableRow {
  const at = (column: string) => publishedCellAt("p2_table5", row, column);
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

/** Table 3, section 5.2 and Appendix G: all shared questions, under both conditions. */
function allRow(): TableRow {
  const { shared } = P2_TEXT;
  const [five, ten] = ["Shared, original options", "Shared, with borrowed options"];
  const at = (row: string, column: string) => publishedCellAt("p2_table3", row, column);
  return publishedRow("published|all", GROUP.id, {
    items: { value: PART_WORDS.all },
    n_shared: count(at(ten, "n")),
    accuracy_a: share(at(five, "accuracy")),
    accuracy_b: share(at(ten, "accuracy")),
    adjusted_a: share(at(five, "guess_adjusted")),
    adjusted_b: share(at(ten, "guess_adjusted")),
    both: { value: shared.both },
    lost: { value: shared.lost },
    gained: { value: shared.gained },
    neither: { value: shared.neither },
    change_pp: { value: shared.change, digits: 2 },
    ci_pp: { value: shared.ci, digits: 2 },
    p: { value: shared.mcnemar_p, text: "5.27 × 10⁻²³" },
    to_borrowed: { value: shared.lost_to.borrowed },
    to_original: { value: shared.lost_to.original },
    to_invalid: { value: shared.lost_to.invalid },
    bootstrap_ci_pp: { value: shared.section_ci, digits: 2 },
    known_fraction: rateOfPercent({ value: shared.known_fraction, digits: 2 }),
  });
}

const NOT_PRINTED = publishedValue(null);
const NAMED = {
  model: { value: "gpt-6-astra" },
  n_options_a: { value: 5 },
  n_options_b: { value: 10 },
} satisfies Record<string, TableCell>;

/** Section 5.2: the four streams of all shared questions; of a part the paper prints no such four. */
export function publishedFlow(): FlowModel {
  const { n, both, lost, gained, neither, lost_to } = P2_TEXT.shared;
  const [from, to] = ["TR-MMLU (N=5)", "Turkish MMLU Pro (N=10)"];
  const label = `${publishedLabel("gpt-6-astra", "P2")}: ${from} → ${to}`;
  const counts = { n_shared: n, both, lost, gained, neither, lost_to };
  const flow = flowOf({ label, from, to }, null, counts);
  return {
    ...flow,
    hollow: true,
    notes: [
      ...flow.notes,
      `As published (${P2_SOURCE}, section 5.2), on questions of its own: compare shares, not counts.`,
    ],
  };
}

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
      ...NAMED,
      ...row.cells,
    },
  }));
  return withPublishedRows({ ...table, groups: [...table.groups, GROUP] }, rows, NOTE);
}
