import type { ChangePart, PairedConditionsRow } from "@/lib/metrics/question-rows";
import { holm } from "@/lib/stats/several";
import type { PairPart, PairStream } from "@/lib/view-state/state";
import { thresholdAside } from "./family";
import { LOST_UNKNOWN } from "./paired-flow";
import {
  accuraciesOf,
  fewShared,
  guessAdjusted,
  mixedItems,
  NO_SHARED,
  pairSelect,
  PART_WORDS,
  partOf,
  partsOf,
  type ShownPair,
} from "./paired";
import type { TableCell, TableColumn, TableModel, TableRow } from "./table-model";

/** Columns whose counts stand for items that can be listed. */
export const STREAM_COLUMNS: Readonly<Record<string, PairStream>> = {
  both: "both",
  lost: "lost",
  to_borrowed: "lost.borrowed",
  to_original: "lost.original",
  to_invalid: "lost.invalid",
  gained: "gained",
  neither: "neither",
  mixed: "mixed",
  only_a: "only_a",
  only_b: "only_b",
  changed: "changed",
  by_id: "by_id",
};

/** One row of the table: a pair on all of its items, or on a part. */
export interface PairRow {
  readonly id: string;
  readonly pair: ShownPair;
  readonly part: PairPart | null;
  readonly counts: ChangePart;
}

/** Rows of the table, pair by pair. */
export function pairRows(
  pairs: readonly ShownPair[],
  only: readonly (PairPart | null)[] | null = null,
): PairRow[] {
  return pairs.flatMap((pair) =>
    partsOf(pair.row)
      .filter((part) => only === null || only.includes(part))
      .flatMap((part) => {
        const counts = partOf(pair.row, part);
        return counts ? [{ id: `${pair.key}|${part ?? "all"}`, pair, part, counts }] : [];
      }),
  );
}

const pOf = ({ mcnemar_p, t_p }: ChangePart) => mcnemar_p ?? t_p;

/** The p values of a table, in the order of its rows: one family. */
export const pValues = (rows: readonly PairRow[]): (number | null)[] =>
  rows.map(({ counts }) => pOf(counts));

function columnsOf(rows: readonly PairRow[]): TableColumn[] {
  const has = (test: (row: PairRow) => boolean) => rows.some(test);
  const count = (id: string, label: string, hint: string, shown = true): TableColumn => ({
    id,
    label,
    kind: "count",
    hint,
    ...(!shown && { exportOnly: true }),
  });
  const whole = (name: "only_a" | "only_b" | "changed" | "by_id") =>
    has(({ pair }) => pair.row[name] > 0);
  // Told of a pair on all of its items: a table of parts alone has neither.
  const ofAll = has(({ part }) => part === null) ? {} : { exportOnly: true };
  const textOnly = (id: string, label: string): TableColumn => ({
    id,
    label,
    kind: "text",
    exportOnly: true,
  });
  return [
    { id: "items", label: "Items", kind: "text", rowHeader: true },
    ...["model", "benchmark", "environment", "padding", "mode", "scorer"].map((id) =>
      textOnly(id, id),
    ),
    ...["run_a", "condition_a", "run_b", "condition_b"].map((id) => textOnly(id, id)),
    count("n_options_a", "N first", "Options under the first condition", false),
    count("n_options_b", "N second", "Options under the second condition", false),
    count("n_shared", "Shared", "Items with a scored answer under both, the same question"),
    count("both", "Both right", "Right under both"),
    count("lost", "Lost", "Right under the first condition alone"),
    count("gained", "Gained", "Right under the second condition alone"),
    count("neither", "Neither", "Right under none"),
    count(
      "mixed",
      "In part",
      "Permutations not all answered alike on some side",
      has(({ counts }) => mixedItems(counts) > 0),
    ),
    {
      id: "change_pp",
      label: "Change, points",
      kind: "points",
      hint: "Accuracy under the second condition less the first",
    },
    {
      id: "ci_pp",
      label: "95% interval",
      kind: "points_interval",
      hint: "Wald; t over items where an item has several permutations",
    },
    {
      id: "p",
      label: "p",
      kind: "p",
      hint: "McNemar’s exact test; the t test beside a t interval",
    },
    {
      id: "p_holm",
      label: "p, Holm",
      kind: "p",
      hint: "Adjusted for all rows of this table that have a p",
    },
    {
      id: "accuracy_a",
      label: "Accuracy, first",
      kind: "rate",
      hint: "Accuracy under the first condition",
    },
    {
      id: "accuracy_b",
      label: "Accuracy, second",
      kind: "rate",
      hint: "Accuracy under the second condition",
    },
    count("to_borrowed", "To borrowed", "Lost items that chose a borrowed option"),
    count("to_original", "To original", "Lost items that chose another original option"),
    count("to_invalid", "Invalid", "Lost items without a readable answer"),
    {
      id: "bootstrap_ci_pp",
      label: "By sections",
      kind: "points_interval",
      hint: "95% interval of the change when whole sections are drawn again (10,000 times)",
      ...ofAll,
    },
    {
      id: "known_fraction",
      label: "Known share",
      kind: "rate",
      hint: "Accuracy under the second condition if a fixed share were known and the rest guessed",
      ...ofAll,
    },
    {
      id: "adjusted_a",
      label: "First, adjusted",
      kind: "rate",
      hint: "Accuracy under the first condition, freed from guessing",
    },
    {
      id: "adjusted_b",
      label: "Second, adjusted",
      kind: "rate",
      hint: "Accuracy under the second condition, freed from guessing",
    },
    count(
      "only_a",
      "First alone",
      "Items of the first condition alone: not paired",
      whole("only_a"),
    ),
    count(
      "only_b",
      "Second alone",
      "Items of the second condition alone: not paired",
      whole("only_b"),
    ),
    count("changed", "Changed", "Same id, another question: not paired", whole("changed")),
    count(
      "by_id",
      "By id",
      "Shared items without a hash: paired by their id alone",
      whole("by_id"),
    ),
  ];
}

const OF_ALL = "It is told of all shared items alone.";
const IN_PART = "Items of several permutations are right in part.";

/** Cells that are about a pair as a whole: they stand in its first row alone. */
function wholeCells(row: PairedConditionsRow, all: boolean): Record<string, TableCell> {
  const of = (value: TableCell["value"], reason: string): TableCell =>
    all ? { value, reason } : { value: null, reason: OF_ALL };
  return {
    bootstrap_ci_pp: of(
      row.cluster_bootstrap_ci_pp,
      "It needs two sections, and a section of every shared item.",
    ),
    known_fraction: of(
      row.known_fraction,
      row.n_shared === 0 ? NO_SHARED : "Both conditions show as many options.",
    ),
    only_a: of(row.only_a, NO_SHARED),
    only_b: of(row.only_b, NO_SHARED),
    changed: of(row.changed, NO_SHARED),
    by_id: of(row.by_id, NO_SHARED),
  };
}

interface Adjusted {
  readonly holm: number | null;
  /** How many p the table holds. */
  readonly comparisons: number;
}

function rowOf({ id, pair, part, counts }: PairRow, { holm, comparisons }: Adjusted): TableRow {
  const { row } = pair;
  const { lost_to } = counts;
  const none = counts.n_shared === 0;
  const few = fewShared(counts);
  const accuracies = accuraciesOf(row, part);
  const adjusted = guessAdjusted(row, accuracies);
  const chose = (value: number | undefined): TableCell => ({
    value: value ?? null,
    reason: none ? NO_SHARED : `Not told: ${LOST_UNKNOWN}`,
  });
  const named = ["model", "benchmark", "environment", "padding", "mode", "scorer"] as const;
  return {
    id,
    group: pair.key,
    simulated: row.simulated,
    select: pairSelect(row, part),
    cells: {
      items: { value: PART_WORDS[part ?? "all"] },
      ...Object.fromEntries(named.map((name) => [name, { value: row[name] }])),
      run_a: { value: row.run_a },
      condition_a: { value: row.condition_a },
      run_b: { value: row.run_b },
      condition_b: { value: row.condition_b },
      n_options_a: { value: row.n_options_a },
      n_options_b: { value: row.n_options_b },
      n_shared: { value: counts.n_shared },
      both: { value: counts.both },
      lost: { value: counts.lost },
      gained: { value: counts.gained },
      neither: { value: counts.neither },
      mixed: { value: mixedItems(counts) },
      change_pp: { value: counts.change_pp, reason: NO_SHARED },
      ci_pp: { value: counts.wald_ci_pp ?? counts.t_ci_pp, reason: few },
      p: { value: pOf(counts), reason: few, ...thresholdAside(pOf(counts), comparisons) },
      p_holm: { value: holm, reason: few },
      accuracy_a: { value: accuracies[0], reason: none ? NO_SHARED : IN_PART },
      accuracy_b: { value: accuracies[1], reason: none ? NO_SHARED : IN_PART },
      to_borrowed: chose(lost_to?.borrowed),
      to_original: chose(lost_to?.original),
      to_invalid: chose(lost_to?.invalid),
      adjusted_a: { value: adjusted[0], reason: adjustedReason(accuracies[0], none) },
      adjusted_b: { value: adjusted[1], reason: adjustedReason(accuracies[1], none) },
      ...wholeCells(row, part === null),
    },
  };
}

function adjustedReason(accuracy: number | null, none: boolean): string {
  if (none) return NO_SHARED;
  return accuracy === null ? IN_PART : "The items of this condition differ in N.";
}

/** All pairs, each on all of its items and on the parts that are known. */
export function pairedTable(rows: readonly PairRow[], caption: string): TableModel {
  const values = pValues(rows);
  const adjusted = holm(values);
  const comparisons = values.filter((p) => p !== null).length;
  const pairs = new Map(rows.map(({ pair }) => [pair.key, pair]));
  return {
    caption,
    columns: columnsOf(rows),
    groups: [...pairs.values()].map(({ key, label }) => ({ id: key, label })),
    rows: rows.map((row, i) => rowOf(row, { holm: adjusted[i] ?? null, comparisons })),
  };
}
