import { formatRate } from "@/lib/format/number";
import type { PairedItemRow } from "@/lib/metrics/paired-items";
import type { PairPart, PairStream } from "@/lib/view-state/state";
import type { ShownPair } from "./paired";
import type { TableCell, TableColumn, TableModel, TableRow } from "./table-model";

/** What the items of a count are, in the words of a pair. */
export function streamWords(stream: PairStream, { from, to }: ShownPair): string {
  const words: Readonly<Record<PairStream, string>> = {
    both: "right under both",
    lost: `right under ${from} alone`,
    "lost.borrowed": "lost to a borrowed option",
    "lost.original": "lost to another original option",
    "lost.invalid": "lost without a readable answer",
    gained: `right under ${to} alone`,
    neither: "right under none",
    mixed: "right in part on some side",
    only_a: `asked under ${from} alone`,
    only_b: `asked under ${to} alone`,
    changed: "another question under the same id",
    by_id: "paired by id alone",
  };
  return words[stream];
}

/** So many items stand on a page of the list. */
export const LIST_PAGE = 50;

const UNPAIRED: readonly PairStream[] = ["only_a", "only_b", "changed"];

/**
 * The part that a list is cut to: lengths are compared of shared questions, so that of items which
 * do not pair nobody knows whether they match, and all are listed.
 */
export function listedPart(stream: PairStream, part: PairPart | null): PairPart | null {
  return part === "length_matched" && UNPAIRED.includes(stream) ? null : part;
}

function columnsOf(stream: PairStream, { from, to }: ShownPair): TableColumn[] {
  const paired = !UNPAIRED.includes(stream);
  return [
    { id: "item", label: "Item", kind: "text", rowHeader: true },
    { id: "section", label: "Section", kind: "text" },
    {
      id: "stem",
      label: "Stem",
      kind: "text",
      hint: "By the rule for negative stems, or the file",
    },
    {
      id: "right_a",
      label: "First",
      kind: "text",
      hint: `Answer under ${from}`,
      exportOnly: !paired,
    },
    {
      id: "right_b",
      label: "Second",
      kind: "text",
      hint: `Answer under ${to}`,
      exportOnly: !paired,
    },
    {
      id: "chose",
      label: "Chose",
      kind: "text",
      hint: "Whence the wrong choice under the second condition comes",
      exportOnly: !paired || stream === "both" || stream === "gained",
    },
  ];
}

function answerCell(share: number | null): TableCell {
  if (share === null) return { value: null, reason: "It is not compared." };
  if (share === 1 || share === 0) return { value: share === 1 ? "right" : "wrong" };
  return { value: `${formatRate(share)} right` };
}

function rowOf(row: PairedItemRow, simulated: boolean): TableRow {
  return {
    id: row.item_id,
    group: null,
    simulated,
    // A click opens the item itself, on both sides.
    select: null,
    cells: {
      item: { value: row.item_id },
      section: { value: row.section, reason: "section not stated" },
      stem: {
        value: row.stem_negative === null ? null : row.stem_negative ? "flagged" : "unflagged",
        reason: "No rule and no file tells.",
      },
      right_a: answerCell(row.y_a),
      right_b: answerCell(row.y_b),
      chose: {
        value: row.fate,
        reason:
          row.y_b === 0
            ? "Whence the chosen option comes is not known, or not the same in all permutations."
            : "The answer under the second condition is not wrong.",
      },
    },
  };
}

/** The items that one count stands for. */
export function pairedList(
  rows: readonly PairedItemRow[],
  pair: ShownPair,
  { stream, caption }: { readonly stream: PairStream; readonly caption: string },
): TableModel {
  return {
    caption,
    columns: columnsOf(stream, pair),
    groups: [],
    rows: rows.map((row) => rowOf(row, pair.row.simulated)),
  };
}
