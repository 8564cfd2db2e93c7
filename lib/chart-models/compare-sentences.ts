import {
  formatCount,
  formatInterval,
  formatPText,
  formatPoints,
  listOf,
  plural,
} from "@/lib/format/number";
import { isDistinguishable } from "@/lib/stats/several";
import { panelsOfDifferences, type Difference } from "./compare";
import type { CompareSide } from "./compare-sides";
import { familySentence, HOLM_SENTENCE } from "./family";

/** What the manifests of the sides say. */
export interface SideFacts {
  readonly planned: number;
  readonly missing: number;
}
export type FactsOf = ReadonlyMap<string, SideFacts>;

/** In what two sides differ that must agree before they are compared. */
export interface Obstacle {
  readonly a: string;
  readonly b: string;
  readonly why: readonly string[];
}

const flip = ([low, high]: readonly [number, number]): readonly [number, number] => [-high, -low];
const unsigned = (value: number) => formatPoints(value).replace("+", "");

/** "at N=100 in full" */
function placeOf({ row }: Difference, title: string): string {
  const n = row.n_options === null ? null : `at N=${row.n_options}`;
  return [row.n_differs ? "each side at its own N" : n, title === "" ? null : title]
    .filter((part) => part !== null)
    .join(", ");
}

/** "incomplete", where a side lacks planned rows: it is never compared without saying so. */
function incompleteMark({ side, against }: Difference, facts: FactsOf): string | null {
  const marked = [side, against].filter(({ id }) => (facts.get(id)?.missing ?? 0) > 0);
  return marked.length === 0 ? null : `incomplete: ${listOf(marked.map((s) => s.label))}`;
}

/** One comparison in words, the side that is ahead first. */
export function differenceSentence(difference: Difference, title: string, facts: FactsOf): string {
  const { side, against, points, interval, row } = difference;
  const place = placeOf(difference, title);
  const where = place === "" ? "" : ` (${place})`;
  const mark = incompleteMark(difference, facts);
  const end = mark === null ? "." : `; ${mark}.`;
  if (points === null) return `${side.label} and ${against.label} share no item${where}${end}`;
  const items = plural(row.n_shared, "shared item");
  const [ahead, behind] = points >= 0 ? [side, against] : [against, side];
  const size = `${unsigned(Math.abs(points))} points`;
  const range = formatInterval(interval && (points >= 0 ? interval : flip(interval)), formatPoints);
  const told = isDistinguishable(row.interval, row.p);
  if (told === null)
    return `${ahead.label} is ${size} ahead of ${behind.label} on ${items}${where}: too few for an interval${end}`;
  if (told)
    return `${ahead.label} is ${size} ahead of ${behind.label} ${range} on ${items}${where}, ${formatPText(row.p)}${end}`;
  const amount =
    points === 0
      ? `0.0 points ${range}`
      : `${ahead.label} ${formatPoints(Math.abs(points))} points ${range}`;
  return `${side.label} and ${against.label} are not distinguishable: ${amount} on ${items}${where}, ${formatPText(row.p)}${end}`;
}

/** What is told first: each side against the base, in each panel, at the highest N of both. */
export function leadingDifferences(
  differences: readonly Difference[],
  base: CompareSide | undefined,
): { readonly title: string; readonly difference: Difference }[] {
  const own = differences.filter(({ against }) => against.id === base?.id);
  return panelsOfDifferences(own).flatMap(({ title, differences: some }) =>
    [...Map.groupBy(some, ({ side }) => side.id).values()].flatMap((of) => {
      const highest = of.reduce<Difference | null>(
        (best, next) =>
          best && (best.row.n_options ?? 0) >= (next.row.n_options ?? 0) ? best : next,
        null,
      );
      return highest ? [{ title, difference: highest }] : [];
    }),
  );
}

/** Sides that all differ from each other in the same, told at once; else pair by pair. */
function gathered(pairs: readonly Obstacle[]): { ids: string[]; reason: string }[] {
  return [...Map.groupBy(pairs, (pair) => listOf(pair.why))].flatMap(([reason, own]) => {
    const ids = [...new Set(own.flatMap(({ a, b }) => [a, b]))];
    const all = own.length === (ids.length * (ids.length - 1)) / 2;
    return all ? [{ ids, reason }] : own.map(({ a, b }) => ({ ids: [a, b], reason }));
  });
}

/** What stands in the way of comparing, each a sentence. */
export function obstacleSentences(
  obstacles: readonly Obstacle[],
  sides: readonly CompareSide[],
  differences: readonly Difference[],
): string[] {
  const labels = new Map(sides.map((side) => [side.id, side.label]));
  const label = (id: string) => labels.get(id) ?? id;
  const why = new Map(obstacles.map((o) => [`${o.a}\n${o.b}`, { ...o, why: [...o.why] }]));
  for (const { row, against, side } of differences) {
    const key = `${against.id}\n${side.id}`;
    const known = why.get(key) ?? { a: against.id, b: side.id, why: [] };
    if (row.mode_differs && !known.why.includes("mode")) known.why.push("mode");
    why.set(key, known);
  }
  return [
    ...gathered([...why.values()].filter((pair) => pair.why.length > 0)).map(
      ({ ids, reason }) =>
        `${listOf(ids.map(label), 6)} are not comparable: they differ in ${reason}.`,
    ),
    ...sides
      .filter((side) => side.apart.length > 0)
      .map(
        (side) =>
          `${side.label} has ${plural(side.apart.length, "run")} that ` +
          `${side.apart.length === 1 ? "is" : "are"} not comparable with those shown: compare by run to see ` +
          `${side.apart.length === 1 ? "it" : "them"}.`,
      ),
  ];
}

/** Comparable sides may differ in these: they are what is compared, and the reader knows it. */
const DIFFERING = [
  ["condition_differs", "differ in condition, which is part of what is compared."],
  [
    "n_differs",
    "were asked at different N: the difference of accuracy is not corrected for chance.",
  ],
] as const;

/** In what sides differ that may differ, each a sentence. */
export function differingSentences(
  sides: readonly CompareSide[],
  differences: readonly Difference[],
): string[] {
  const labels = new Map(sides.map((side) => [side.id, side.label]));
  return DIFFERING.flatMap(([field, words]) => {
    const own = differences.filter(({ row }) => row[field]);
    const pairs = new Map(
      own.map(({ against, side }) => [
        `${against.id}\n${side.id}`,
        { a: against.id, b: side.id, why: [words] },
      ]),
    );
    return gathered([...pairs.values()]).map(
      ({ ids, reason }) =>
        `${listOf(
          ids.map((id) => labels.get(id) ?? id),
          6,
        )} ${reason}`,
    );
  });
}

/** "B lacks 12 of 300 planned rows." */
export function incompleteSentences(sides: readonly CompareSide[], facts: FactsOf): string[] {
  return sides.flatMap(({ id, label }) =>
    incompleteSentence(label, facts.get(id) ?? { planned: 0, missing: 0 }),
  );
}

/** The same of one side; nothing where it lacks none. */
export function incompleteSentence(label: string, { planned, missing }: SideFacts): string[] {
  if (missing === 0) return [];
  return [
    `${label} is incomplete: it lacks ${formatCount(missing)} of ${plural(planned, "planned row")}.`,
  ];
}

/** Thresholds for all comparisons on the screen, and what they leave. */
export function severalSentence(differences: readonly Difference[]): string | null {
  const family = familySentence(differences.map(({ row }) => row.p));
  return family && `${family} ${HOLM_SENTENCE}`;
}

/** Items that pair by their id alone, since no side has hashes of the questions. */
export function byIdSentence(differences: readonly Difference[]): string | null {
  return differences.some(({ row }) => row.by_id > 0)
    ? "Items without a hash of their question on both sides are paired by their id alone."
    : null;
}
