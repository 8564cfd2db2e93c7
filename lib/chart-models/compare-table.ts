import { paddingWords } from "@/lib/format/words";
import type { UnpairedRow } from "@/lib/metrics/unpaired";
import { holm, isDistinguishable } from "@/lib/stats/several";
import { selectOf, type Difference } from "./compare";
import type { FactsOf } from "./compare-sentences";
import type { CompareSide } from "./compare-sides";
import { thresholdAside } from "./family";
import { fieldText } from "./series";
import type { TableCell, TableColumn, TableModel, TableRow } from "./table-model";

/** So many rows are shown at once; the file has all. */
export const COMPARISON_CAP = 400;

const CELL_COLUMNS: readonly (readonly [
  "benchmark" | "environment" | "padding" | "mode" | "condition",
  string,
])[] = [
  ["benchmark", "Benchmark"],
  ["environment", "Environment"],
  ["padding", "Padding"],
  ["mode", "Mode"],
  ["condition", "Condition"],
];

function columnsOf(differences: readonly Difference[], marked: boolean): TableColumn[] {
  const rows = differences.map(({ row }) => row);
  const none = (has: (row: Difference["row"]) => boolean) => !rows.some(has);
  const inPart = none((row) => row.method === "wald");
  const counts = (id: string, label: string, hint: string): TableColumn => ({
    id,
    label,
    kind: "count",
    hint,
    exportOnly: inPart,
  });
  return [
    { id: "side", label: "Side", kind: "text", rowHeader: true },
    { id: "against", label: "Against", kind: "text" },
    ...CELL_COLUMNS.map(([id, label]): TableColumn => ({
      id,
      label,
      kind: "text",
      exportOnly: new Set(rows.map((row) => row[id])).size <= 1,
    })),
    { id: "n_options", label: "N", kind: "count", exportOnly: none((r) => r.n_options !== null) },
    {
      id: "difference_pp",
      label: "Difference",
      kind: "points",
      hint: "Side minus against, percentage points of accuracy, mean over shared items",
    },
    {
      id: "ci_pp",
      label: "95% interval",
      kind: "points_interval",
      hint: "t over shared items; Wald for fixed questions",
    },
    { id: "p", label: "p", kind: "p", hint: "t test; McNemar’s exact test for fixed questions" },
    {
      id: "p_holm",
      label: "p, Holm",
      kind: "p",
      hint: "Adjusted for all comparisons of this table",
    },
    { id: "verdict", label: "Verdict", kind: "text" },
    {
      id: "n_shared",
      label: "Shared",
      kind: "count",
      hint: "Items that both have, the same question",
    },
    {
      id: "only_side",
      label: "Only side",
      kind: "count",
      hint: "Items of the side alone",
      exportOnly: none((r) => r.only_b > 0),
    },
    {
      id: "only_against",
      label: "Only against",
      kind: "count",
      hint: "Items of the other alone",
      exportOnly: none((r) => r.only_a > 0),
    },
    {
      id: "changed",
      label: "Changed",
      kind: "count",
      hint: "Same id, another question: not paired",
      exportOnly: none((r) => r.changed > 0),
    },
    {
      id: "other_n",
      label: "Other N",
      kind: "count",
      hint: "Items that both have, at no common N: not paired",
      exportOnly: none((r) => r.other_n > 0),
    },
    counts("both", "Both right", "Shared items that both have right"),
    counts("gained", "Only side right", "Shared items that the side alone has right"),
    counts("lost", "Only against right", "Shared items that the other alone has right"),
    counts("neither", "Neither", "Shared items that none has right"),
    { id: "accuracy_side", label: "Accuracy, side", kind: "rate", hint: "Over the shared items" },
    {
      id: "accuracy_against",
      label: "Accuracy, against",
      kind: "rate",
      hint: "Over the shared items",
    },
    { id: "incomplete", label: "Incomplete", kind: "text", exportOnly: !marked },
  ];
}

function verdictOf(difference: Difference, adjusted: number | null): TableCell {
  const { row, points } = difference;
  if (row.n_shared === 0) return { value: null, reason: "No shared item." };
  const told = isDistinguishable(row.interval, row.p);
  if (told === null) return { value: null, reason: "It needs at least two shared items." };
  if (!told) return { value: "not distinguishable" };
  return {
    value: (points ?? 0) > 0 ? "ahead" : "behind",
    ...(adjusted !== null && adjusted >= 0.05 && { aside: "not after Holm" }),
  };
}

interface Adjusted {
  readonly holm: number | null;
  /** How many p the table holds. */
  readonly comparisons: number;
}

/** Which of the two lacks planned rows; empty where none does. */
function incompleteText({ side, against }: Difference, facts: FactsOf): string {
  const [one, other] = [side, against].map(({ id }) => (facts.get(id)?.missing ?? 0) > 0);
  if (one && other) return "both";
  return one ? "side" : other ? "against" : "";
}

/** Why a comparison has no one N. */
function noSingleN({ n_shared, n_differs }: Difference["row"]): string {
  if (n_shared === 0) return "No shared item.";
  return n_differs ? "The sides have an item at different N." : "Each item has its own N.";
}

function rowOf(difference: Difference, adjusted: Adjusted, facts: FactsOf): TableRow {
  const { row, side, against, points, interval } = difference;
  const counted = (value: number): TableCell =>
    row.method === "wald"
      ? { value }
      : { value: null, reason: "Items of several trials are right in part." };
  const few = "It needs at least two shared items.";
  return {
    id: [side.id, against.id, ...CELL_COLUMNS.map(([id]) => row[id] ?? "~"), row.n_options].join(
      "|",
    ),
    group: null,
    simulated: side.simulated || against.simulated,
    select: selectOf(difference),
    cells: {
      side: { value: side.label },
      against: { value: against.label },
      ...Object.fromEntries(
        CELL_COLUMNS.map(([id]) => [
          id,
          {
            value: row[id],
            ...(id === "padding" && row.padding !== null && { text: paddingWords(row.padding) }),
            reason:
              (id === "mode" || id === "condition") && row[`${id}_differs`]
                ? `They differ in ${id}.`
                : fieldText(id, null),
          },
        ]),
      ),
      n_options: { value: row.n_options, reason: noSingleN(row) },
      difference_pp: { value: points, reason: "No shared item." },
      ci_pp: { value: interval, reason: few },
      p: { value: row.p, reason: few, ...thresholdAside(row.p, adjusted.comparisons) },
      p_holm: { value: adjusted.holm, reason: few },
      verdict: verdictOf(difference, adjusted.holm),
      n_shared: { value: row.n_shared },
      only_side: { value: row.only_b },
      only_against: { value: row.only_a },
      changed: { value: row.changed },
      other_n: { value: row.other_n },
      both: counted(row.both),
      gained: counted(row.gained),
      lost: counted(row.lost),
      neither: counted(row.neither),
      accuracy_side: { value: row.accuracy_b, reason: "No shared item." },
      accuracy_against: { value: row.accuracy_a, reason: "No shared item." },
      incomplete: { value: incompleteText(difference, facts) },
    },
  };
}

/** Every pair in every cell, with p adjusted over all of them. */
export function comparisonTable(differences: readonly Difference[], facts: FactsOf): TableModel {
  const adjusted = holm(differences.map(({ row }) => row.p));
  const comparisons = adjusted.filter((p) => p !== null).length;
  const rows = differences.map((difference, i) =>
    rowOf(difference, { holm: adjusted[i] ?? null, comparisons }, facts),
  );
  const marked = rows.some((row) => row.cells.incomplete?.value !== "");
  return {
    caption: "Every pair in every cell",
    columns: columnsOf(differences, marked),
    groups: [],
    rows,
  };
}

const UNPAIRED_COLUMNS: readonly TableColumn[] = [
  { id: "item", label: "Item", kind: "text", rowHeader: true },
  { id: "section", label: "Section", kind: "text" },
  { id: "why", label: "Why it is not paired", kind: "text" },
  { id: "side", label: "Side", kind: "text" },
  { id: "against", label: "Against", kind: "text" },
  { id: "n_cells", label: "Cells", kind: "count", hint: "In so many cells of the pair" },
];

/** Items that are not paired, each with its reason. */
export function unpairedTable(
  rows: readonly UnpairedRow[],
  sides: readonly CompareSide[],
): TableModel {
  const byId = new Map(sides.map((side) => [side.id, side]));
  return {
    caption: "Items that are not paired",
    columns: UNPAIRED_COLUMNS,
    groups: [],
    rows: rows.flatMap((row): TableRow[] => {
      const [against, side] = [byId.get(row.side_a), byId.get(row.side_b)];
      if (!against || !side) return [];
      const why = {
        changed: "another question under the same id",
        only_a: `only in ${against.label}`,
        only_b: `only in ${side.label}`,
        other_n: "no N that both have",
      };
      return [
        {
          id: [row.side_a, row.side_b, row.kind, row.item_id].join("|"),
          group: null,
          simulated: side.simulated || against.simulated,
          select: [
            { field: "run", values: [...against.runs, ...side.runs] },
            { field: "item", values: [row.item_id] },
          ],
          cells: {
            item: { value: row.item_id },
            section: { value: row.section, reason: "section not stated" },
            why: { value: why[row.kind] },
            side: { value: side.label },
            against: { value: against.label },
            n_cells: { value: row.n_cells },
          },
        },
      ];
    }),
  };
}
