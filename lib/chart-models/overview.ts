import type { AccuracyRow, BubbleRow, ItemMetricRow, ScalingRow } from "@/lib/metrics/rows";
import type { PairedRow } from "@/lib/metrics/paired";
import type { PresentedRun } from "@/lib/metrics/pooled";
import { listOf } from "@/lib/format/number";
import { fromNa } from "./chance";
import { defaultLow } from "./low-n";
import { toldMixed } from "./mixture";
import { largestFirst } from "./order";
import { byCurve, curveFilters, curveKey, curveLabels, fieldText, type Select } from "./series";
import type { Spark } from "./table-model";
import { itemScores } from "./item-scores";
import { tieGroups, type Contender, type PairOf, type Place } from "./ties";

type Interval = readonly [number, number];

/** One model in one environment. Accuracy, NA and interval are those at the highest N. */
export interface LeaderRow {
  readonly id: string;
  readonly label: string;
  readonly model: string;
  /** One N, or the range of N of fixed questions; null for a run without a row. */
  readonly n: number | Interval | null;
  readonly spark: Spark;
  readonly accuracy: number | null;
  readonly accuracyInterval: Interval | null;
  readonly na: number | null;
  readonly naInterval: Interval | null;
  readonly bi: BubbleRow | null;
  /** The N that it starts at; null where no other was asked. */
  readonly biLow: number | null;
  /** What the row throws together though it parts other rows; null where it is of one presentation. */
  readonly pooled: string | null;
  readonly responses: number;
  readonly items: number;
  readonly simulated: boolean;
  /** Its place in the ranking; null where it stands outside. */
  readonly place: Place | null;
  /** Why the row stands outside the ranking; null where it is in it. */
  readonly unranked: string | null;
  readonly select: Select;
}

/** Rows that may be ranked against each other: one benchmark, environment and class of host. */
export interface Board {
  readonly id: string;
  readonly title: string;
  readonly kind: "repeated" | "fixed";
  /** Null where none is stated, and for fixed questions. */
  readonly environment: string | null;
  /** N that the ranking stands on; null for fixed questions, whose items have N of their own. */
  readonly n: number | null;
  readonly rows: readonly LeaderRow[];
}

export interface OverviewInput {
  readonly scaling: readonly ScalingRow[];
  readonly bubble: readonly BubbleRow[];
  /** Item means at the highest N, where they were read: they make near-ties a paired statement. */
  readonly items: readonly ItemMetricRow[];
  readonly accuracy: readonly AccuracyRow[];
  /** Fixed runs compared item by item. */
  readonly paired: readonly PairedRow[];
  /** Under what fixed runs were asked. */
  readonly presented: readonly PresentedRun[];
  /** Series in which no item is seen at two N or in two trials. */
  readonly fixed: ReadonlySet<string>;
  readonly diagnosticScorers: readonly string[];
}

/** Boards in order of benchmark, then environment. */
export function prepareOverview(input: OverviewInput): Board[] {
  const runs = new Map<string, AccuracyRow[]>();
  for (const run of input.accuracy) {
    runs.set(run.series_id, [...(runs.get(run.series_id) ?? []), run]);
  }
  const { fixed } = input;
  const repeated = input.scaling.filter((row) => !fixed.has(row.series_id));
  const boards = new Map<string, { title: string; rows: ScalingRow[] }>();
  for (const row of repeated) {
    const host = hostClass(runs.get(row.series_id) ?? []);
    const id = [row.benchmark, row.environment ?? "~", host ?? "~"].join("|");
    const board = boards.get(id) ?? { title: boardTitle(row, host), rows: [] };
    board.rows.push(row);
    boards.set(id, board);
  }
  return [
    ...[...boards]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([id, board]) => repeatedBoard(id, board.title, board.rows, input, runs)),
    ...fixedBoards(
      input.accuracy.filter((run) => fixed.has(run.series_id)),
      input,
    ),
  ];
}

function hostClass(runs: readonly AccuracyRow[]): string | null {
  return runs.find((run) => run.host_class !== null)?.host_class ?? null;
}

function boardTitle(row: ScalingRow, host: string | null): string {
  return [row.benchmark, row.environment && fieldText("environment", row.environment), host]
    .filter((part) => part !== null)
    .join(" · ");
}

/** What boards of fixed questions stand on, beside the runs themselves. */
export type FixedInput = Pick<OverviewInput, "paired" | "presented" | "diagnosticScorers">;

function unrankedReason(
  scorer: string,
  runs: readonly AccuracyRow[],
  input: FixedInput,
): string | null {
  if (input.diagnosticScorers.includes(scorer)) return `diagnostic scorer ${scorer}`;
  if (runs.length > 0 && runs.every((run) => !run.ranked)) return "no valid answer";
  return null;
}

function repeatedBoard(
  id: string,
  title: string,
  rows: readonly ScalingRow[],
  input: OverviewInput,
  runs: ReadonlyMap<string, AccuracyRow[]>,
): Board {
  const curves = byCurve(rows);
  const labels = curveLabels(
    [...curves.values()].flatMap((group) => group.slice(0, 1)),
    ["benchmark", "environment"],
  );
  const highest = Math.max(...rows.map((row) => row.n_options));
  const leaders = [...curves].flatMap(([key, group]): LeaderRow[] => {
    const sorted = [...group].sort((a, b) => a.n_options - b.n_options);
    const top = sorted[sorted.length - 1];
    if (!top) return [];
    const n = top.n_options;
    const low = defaultLow(
      sorted.map((row) => row.n_options),
      n,
    );
    const unranked =
      unrankedReason(top.scorer, runs.get(top.series_id) ?? [], input) ??
      (top.na === null ? "no scored response" : n < highest ? `not asked at N=${highest}` : null);
    const bi = input.bubble.find(
      (row) => curveKey(row) === key && row.n_low === low && row.n_high === n,
    );
    return [
      {
        id: key,
        label: labels.get(key) ?? top.model,
        model: top.model,
        n,
        spark: sorted.map((row) => ({ x: row.n_options, y: row.na })),
        accuracy: top.accuracy,
        accuracyInterval: top.na_item_ci && [
          fromNa(top.na_item_ci[0], n, "accuracy"),
          fromNa(top.na_item_ci[1], n, "accuracy"),
        ],
        na: top.na,
        naInterval: top.na_item_ci,
        bi: bi ?? null,
        biLow: low,
        pooled: null,
        responses: sorted.reduce((sum, row) => sum + row.n_responses, 0),
        items: top.n_items,
        simulated: top.simulated,
        place: null,
        unranked,
        select: curveFilters(top, null),
      },
    ];
  });
  const items = new Map(
    [...byCurve(input.items.filter((row) => row.n_options === highest))].map(([key, group]) => [
      key,
      itemScores(group),
    ]),
  );
  const contender = (row: LeaderRow): Contender => ({
    id: row.id,
    interval: row.naInterval,
    scale: "NA",
    scores: items.get(row.id) ?? null,
  });
  return {
    id,
    title,
    kind: "repeated",
    environment: rows[0]?.environment ?? null,
    n: highest,
    rows: ranked(leaders, contender),
  };
}

function ranked(
  rows: readonly LeaderRow[],
  contender: (row: LeaderRow) => Contender,
  pairOf?: PairOf,
): LeaderRow[] {
  const order = largestFirst<LeaderRow>(({ na }) => na);
  const inside = rows.filter((row) => row.unranked === null).sort(order);
  const outside = rows.filter((row) => row.unranked !== null).sort(order);
  const places = tieGroups(inside.map(contender), pairOf);
  return [...inside.map((row) => ({ ...row, place: places.get(row.id) ?? null })), ...outside];
}

/** Boards of runs of fixed questions, each run a row: `local` and `api` hosts are ranked apart. */
export function fixedBoards(runs: readonly AccuracyRow[], input: FixedInput): Board[] {
  const groups = new Map<string, AccuracyRow[]>();
  for (const run of runs) {
    const id = [run.benchmark, "fixed", run.host_class ?? "~"].join("|");
    groups.set(id, [...(groups.get(id) ?? []), run]);
  }
  const pairs = new Map(input.paired.map((pair) => [pairKey(pair.run_a, pair.run_b), pair]));
  const pairOf: PairOf = (leader, row) => pairs.get(pairKey(leader, row)) ?? null;
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, group]) => {
      const [first] = group;
      const title = [first?.benchmark, "fixed questions", first?.host_class]
        .filter((part) => part)
        .join(" · ");
      const labels = runLabels(group);
      const rows = group.map((run) => fixedRow(run, labels.get(run.run_id) ?? run.model, input));
      return {
        id,
        title,
        kind: "fixed",
        environment: null,
        n: null,
        rows: ranked(
          rows,
          // The ranking is by NA: accuracy at another N, or range of N, is another scale.
          (row) => ({
            id: row.id,
            interval: row.accuracyInterval,
            scale: JSON.stringify(row.n),
            scores: null,
          }),
          pairOf,
        ),
      } as const;
    });
}

/** The same for both orders. */
const pairKey = (a: string, b: string) => JSON.stringify(a < b ? [a, b] : [b, a]);

/** The model, with what tells its runs apart. */
function runLabels(given: readonly AccuracyRow[]): Map<string, string> {
  const runs = given.map((run) => toldMixed(run, run.mixes));
  const fields = ["mode", "condition", "scorer"] as const;
  const text = (run: AccuracyRow) => {
    const same = runs.filter((other) => other.model === run.model);
    const told = fields.filter((field) => new Set(same.map((other) => other[field])).size > 1);
    return [run.model, ...told.map((field) => fieldText(field, run[field]))].join(" · ");
  };
  const labels = new Map(runs.map((run) => [run.run_id, text(run)]));
  const counts = new Map<string, number>();
  for (const label of labels.values()) counts.set(label, (counts.get(label) ?? 0) + 1);
  return new Map(
    [...labels].map(([id, label]) => [
      id,
      (counts.get(label) ?? 0) > 1 ? `${label} · ${id}` : label,
    ]),
  );
}

/** "conditions five-original and ten-permuted": a fixed run is one row whatever it was asked under. */
function pooledText(presented: readonly PresentedRun[]): string | null {
  const parts = (["environment", "padding", "mode", "condition"] as const).flatMap((field) => {
    const values = [...new Set(presented.map((own) => fieldText(field, own[field])))];
    return values.length > 1 ? [`${field}s ${listOf(values.sort())}`] : [];
  });
  return parts.length > 0 ? parts.join("; ") : null;
}

function fixedRow(run: AccuracyRow, label: string, input: FixedInput): LeaderRow {
  const { n_options_min: min, n_options_max: max } = run;
  return {
    id: run.run_id,
    label,
    model: run.model,
    n: min === null || max === null ? null : min === max ? min : [min, max],
    spark: [],
    accuracy: run.accuracy,
    accuracyInterval: run.wilson,
    na: run.na,
    naInterval: null,
    bi: null,
    biLow: null,
    pooled: pooledText(input.presented.filter((own) => own.run_id === run.run_id)),
    responses: run.n,
    items: run.n_items,
    simulated: run.simulated,
    place: null,
    unranked:
      unrankedReason(run.scorer, [run], input) ?? (run.na === null ? "no scored response" : null),
    select: [{ field: "run", values: [run.run_id] }],
  };
}
