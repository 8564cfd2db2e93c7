import type { ChangePart, PairedConditionsRow } from "@/lib/metrics/question-rows";
import { writePair } from "@/lib/metrics/pair-name";
import { chanceNormalised } from "@/lib/stats/proportions";
import type { PairPart } from "@/lib/view-state/state";
import { fieldText, type Select } from "./series";

/** Two conditions of one model as they are named and drawn. */
export interface ShownPair {
  readonly row: PairedConditionsRow;
  /** As a link names it. */
  readonly key: string;
  /** "m: five-original (N=5) → ten-permuted (N=10)", with what tells it from the others. */
  readonly label: string;
  /** What its model's pairs do not have in common: "full, thinking"; empty where nothing. */
  readonly name: string;
  /** The first condition, and the second. */
  readonly from: string;
  readonly to: string;
}

const conditionText = (condition: string, n: number | null) =>
  n === null ? `${condition} (several N)` : `${condition} (N=${n})`;

const TELLING = ["benchmark", "scorer", "environment", "padding", "mode"] as const;

/** Pairs with their names, in the order of the report. */
export function shownPairs(rows: readonly PairedConditionsRow[]): ShownPair[] {
  const telling = TELLING.filter((field) => new Set(rows.map((row) => row[field])).size > 1);
  const named = rows.map((row) => {
    const from = conditionText(row.condition_a, row.n_options_a);
    const to = conditionText(row.condition_b, row.n_options_b);
    const name = [row.model, ...telling.map((field) => fieldText(field, row[field]))].join(" · ");
    return { row, key: writePair(row), label: `${name}: ${from} → ${to}`, name, from, to };
  });
  const uses = Map.groupBy(named, ({ label }) => label);
  return named.map((pair) =>
    (uses.get(pair.label)?.length ?? 0) > 1
      ? { ...pair, label: `${pair.label} (${pair.row.run_a}, ${pair.row.run_b})` }
      : pair,
  );
}

/** The pair that a link names, else the first. */
export function chosenPair(pairs: readonly ShownPair[], key: string | null): ShownPair | null {
  return pairs.find((pair) => pair.key === key) ?? pairs[0] ?? null;
}

/** What the parts of a pair's items are called. */
export const PART_WORDS: Readonly<Record<PairPart | "all", string>> = {
  all: "all shared items",
  flagged: "flagged stems",
  unflagged: "unflagged stems",
  length_matched: "length matched",
};

/** A pair on all of its shared items, or on a part of them; null where the part is not known. */
export function partOf(row: PairedConditionsRow, part: PairPart | null): ChangePart | null {
  if (part === null) return row;
  return part === "length_matched" ? row.length_matched : (row.by_stem?.[part] ?? null);
}

/** Parts of a pair that are known, all items first. */
export function partsOf(row: PairedConditionsRow): (PairPart | null)[] {
  const parts = [null, "flagged", "unflagged", "length_matched"] as const;
  return parts.filter((part) => partOf(row, part) !== null);
}

/** Why a pair without a shared item has no value. */
export const NO_SHARED = "No shared item.";

/** Why a change has no interval and no p. */
export const fewShared = ({ n_shared }: Pick<ChangePart, "n_shared">): string =>
  n_shared === 0 ? NO_SHARED : "It needs at least two shared items.";

/** Items that count in part: their permutations do not agree on some side. */
export function mixedItems({
  n_shared,
  both,
  lost,
  gained,
  neither,
}: Pick<ChangePart, "n_shared" | "both" | "lost" | "gained" | "neither">): number {
  return n_shared - both - lost - gained - neither;
}

/** Accuracies of both sides on a part; null without items, or where some count in part. */
export function accuraciesOf(
  row: PairedConditionsRow,
  part: PairPart | null,
): readonly [number | null, number | null] {
  if (part === null) return [row.accuracy_a, row.accuracy_b];
  const counts = partOf(row, part);
  if (counts === null || counts.n_shared === 0 || mixedItems(counts) > 0) return [null, null];
  const { n_shared, both, lost, gained } = counts;
  return [(both + lost) / n_shared, (both + gained) / n_shared];
}

/** Both accuracies freed from guessing at their own N; null where a side's items differ in N. */
export function guessAdjusted(
  { n_options_a, n_options_b }: PairedConditionsRow,
  [a, b]: readonly [number | null, number | null],
): readonly [number | null, number | null] {
  const of = (accuracy: number | null, n: number | null) =>
    n === null ? null : chanceNormalised(accuracy, n);
  return [of(a, n_options_a), of(b, n_options_b)];
}

/** What leads to the responses of both sides, on all items or on those of a stem's flag. */
export function pairSelect(row: PairedConditionsRow, part: PairPart | null): Select | null {
  // No filter chooses items by their lengths.
  if (part === "length_matched") return null;
  return [
    { field: "run", values: [...new Set([row.run_a, row.run_b])] },
    { field: "condition", values: [row.condition_a, row.condition_b] },
    { field: "environment", values: [row.environment] },
    { field: "padding", values: [row.padding] },
    { field: "mode", values: [row.mode] },
    ...(part === null ? [] : [{ field: "stem" as const, values: [part === "flagged"] }]),
  ];
}
