import { formatCount, formatInterval, formatPoints, listOf, plural } from "@/lib/format/number";
import {
  apartConditions,
  type ApartSides,
  type ConditionSide,
} from "@/lib/metrics/condition-sides";
import { isSideOf } from "@/lib/metrics/pair-name";
import type { PairPart } from "@/lib/view-state/state";
import { incompleteSentence } from "./compare-sentences";
import { mixedItems, PART_WORDS, partOf, type ShownPair } from "./paired";

const ITEMS: Readonly<Record<PairPart | "all", string>> = {
  all: "shared items",
  flagged: "shared items with a flagged stem",
  unflagged: "shared items with an unflagged stem",
  length_matched: "shared items whose borrowed options are as long",
};

/** The change of one pair in words, with its interval. */
export function pairSentence(pair: ShownPair, part: PairPart | null): string {
  const { name, from, to } = pair;
  const counts = partOf(pair.row, part);
  const items = ITEMS[part ?? "all"];
  if (counts === null || counts.n_shared === 0) return `${name}: ${from} and ${to}, no ${items}`;
  const { lost, gained, n_shared, change_pp, wald_ci_pp, t_ci_pp } = counts;
  const interval = wald_ci_pp ?? t_ci_pp;
  const change =
    `${formatPoints(change_pp)} points` +
    (interval === null ? "" : ` ${formatInterval(interval, formatPoints)}`);
  const mixed = mixedItems(counts);
  // Of items that count in part neither is told: lost and gained alone would not add up to the change.
  if (mixed > 0)
    return (
      `${name} changes by ${change} on ${formatCount(n_shared)} ${items} from ${from} to ${to}: ` +
      `${formatCount(lost)} lost, ${formatCount(gained)} gained, ${formatCount(mixed)} in part`
    );
  return (
    `${name} loses ${formatCount(lost)} and gains ${formatCount(gained)} of ${formatCount(n_shared)} ` +
    `${items} from ${from} to ${to}: ${change}`
  );
}

/** How the intervals on the screen were made. */
export function intervalSentence(pairs: readonly ShownPair[]): string {
  const methods = [
    ...(pairs.some(({ row }) => row.wald_ci_pp !== null) ? ["Wald with McNemar’s exact p"] : []),
    ...(pairs.some(({ row }) => row.t_ci_pp !== null)
      ? ["t over items where an item has several permutations"]
      : []),
  ];
  return methods.length === 0 ? "" : `95% intervals: ${methods.join("; ")}`;
}

/** Items of a pair that are not compared, and those that pair by their id alone. */
export function unpairedText({ row, from, to }: ShownPair): string {
  const counts = [
    [row.only_a, `under ${from} alone`],
    [row.only_b, `under ${to} alone`],
    [row.changed, "another question under the same id"],
  ] as const;
  const some = counts.filter(([n]) => n > 0).map(([n, what]) => `${formatCount(n)} ${what}`);
  return [
    some.length === 0 ? "no item left out" : `left out: ${listOf(some)}`,
    row.by_id > 0
      ? `${formatCount(row.by_id)} of ${plural(row.n_shared, "shared item")} paired by id alone`
      : null,
  ]
    .filter((part) => part !== null)
    .join(" · ");
}

const sideText = ({ model, condition }: ConditionSide) => `${model} under ${condition ?? "none"}`;

/** Sides that make no pair, with what differs: gathered by the reason. */
function apartTexts(apart: readonly ApartSides[], named: (pair: ApartSides) => string): string[] {
  return [...Map.groupBy(apart, ({ why }) => listOf(why, 8))].map(
    ([why, own]) =>
      `Not paired, since the two runs differ in ${why}: ${listOf([...new Set(own.map(named))], 3)}.`,
  );
}

/** Conditions of one model that make no pair. */
export const apartSentences = (sides: readonly ConditionSide[]): string[] =>
  apartTexts(
    apartConditions(sides),
    ({ a, b }) => `${sideText(a)} (${a.run_id}) and ${b.condition ?? "none"} (${b.run_id})`,
  );

/** Direct and thinking runs of one model that make no pair. */
export const apartModeSentences = (apart: readonly ApartSides[]): string[] =>
  apartTexts(
    apart,
    ({ a, b }) =>
      `${a.condition === null ? a.model : sideText(a)}, direct (${a.run_id}) and thinking (${b.run_id})`,
  );

/** Runs of the pairs that lack planned rows: none is compared without saying so. */
export function incompletePairs(
  sides: readonly ConditionSide[],
  pairs: readonly ShownPair[],
): string[] {
  const own = sides.filter((side) =>
    pairs.some(({ row }) => isSideOf(side, row, "a") || isSideOf(side, row, "b")),
  );
  const runs = new Map(own.map((side) => [side.run_id, side]));
  return [...runs.values()].flatMap((side) => incompleteSentence(side.run_id, side));
}

/** The heading of a list of items: "37 items that were lost, flagged stems". */
export function listTitle(count: number, what: string, part: PairPart | null): string {
  return `${plural(count, "item")}: ${what}${part === null ? "" : `, ${PART_WORDS[part]}`}`;
}
