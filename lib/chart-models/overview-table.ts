import { formatCount, formatInterval, formatPText, plural } from "@/lib/format/number";
import type { PairedRow } from "@/lib/metrics/paired";
import { boundRemarks } from "./interval-remarks";
import { trialsReason, type TrialsLacking } from "./lacking";
import type { Board, LeaderRow } from "./overview";
import { joined, rangeText } from "./sentences";
import type { Parting, Tie } from "./ties";
import type { TableCell, TableColumn, TableModel, TableRow } from "./table-model";

/** Columns that only some data need: the screen has them there, the file always. */
interface Shown {
  readonly pooled: boolean;
  readonly bubbleLow: boolean;
}

/** What a row throws together: on the screen only where some row does. */
export const pooledColumn = ({ pooled }: Pick<Shown, "pooled">): TableColumn => ({
  id: "pooled",
  label: "Pooled",
  kind: "text",
  hint: "What one run was asked under, and this row throws together",
  exportOnly: !pooled,
});

const columnsOf = (shown: Shown): readonly TableColumn[] => [
  { id: "model", label: "Model", kind: "text", rowHeader: true },
  { id: "benchmark", label: "Benchmark", kind: "text", exportOnly: true },
  pooledColumn(shown),
  { id: "n", label: "N", kind: "range", hint: "The N that accuracy and NA stand on" },
  { id: "spark", label: "NA over N", kind: "spark", hint: "From the smallest N to the largest" },
  {
    id: "na",
    label: "NA",
    kind: "rate",
    hint: "Chance-normalized accuracy at this N, with its t interval over items",
  },
  {
    id: "na_ci",
    label: "95% over items",
    kind: "interval",
    hint: "t interval of NA over items; not clipped",
    exportOnly: true,
  },
  {
    id: "accuracy",
    label: "Accuracy",
    kind: "rate",
    hint: "With its t interval over items; Wilson for fixed questions",
  },
  {
    id: "accuracy_ci",
    label: "95% interval",
    kind: "interval",
    hint: "t over items; Wilson for fixed questions",
    exportOnly: true,
  },
  {
    id: "bi",
    label: "BI",
    kind: "rate",
    hint: "Bubble index from N=4 (else the smallest N) to the largest, with its interval over trials",
  },
  {
    id: "bi_n_low",
    label: "BI from N",
    kind: "count",
    hint: "The N that the bubble index starts at",
    exportOnly: !shown.bubbleLow,
  },
  {
    id: "bi_ci",
    label: "95% over trials",
    kind: "interval",
    hint: "Paired delta method",
    exportOnly: true,
  },
  { id: "n_responses", label: "Responses", kind: "count" },
  { id: "n_items", label: "Items", kind: "count" },
  { id: "standing", label: "Standing", kind: "text" },
];

/** How a row stands to the one it was compared with; a group of near-ties is counted at its head. */
export function standing(row: LeaderRow, board: Board): TableCell {
  const { place } = row;
  if (!place) return { value: `unranked: ${String(row.unranked)}` };
  const versus = board.rows.find((other) => other.id === place.versus);
  const mates = board.rows.filter((other) => other.place?.group === place.group).length;
  const head =
    mates > 1 && place.tie === "leader" ? `first of ${formatCount(mates)} near-ties` : null;
  if (!versus) {
    const alone = board.rows.every((other) => other === row || other.place === null);
    if (alone) return { value: null, reason: "No other ranked row to compare it with." };
    return { value: head ?? "first" };
  }
  const said = RELATIONS[place.tie === "leader" ? (place.parting ?? "untested") : place.tie];
  return {
    value: [head, said(versus.label)].filter((part) => part !== null).join("; "),
    ...pairAside(place.pair),
  };
}

const RELATIONS: Record<Exclude<Tie, "leader"> | Parting, (name: string) => string> = {
  not_distinguishable: (name) => `not distinguishable from ${name}`,
  intervals_overlap: (name) => `interval overlaps that of ${name} (no test)`,
  distinguishable: (name) => `distinguishable from ${name}`,
  intervals_apart: (name) => `interval apart from that of ${name} (no test)`,
  untested: (name) => `no test against ${name}: too few shared items`,
};

/** What a paired statement stands on: its p, and which items it leaves out. */
function pairAside(pair: PairedRow | null): Pick<TableCell, "aside"> {
  if (!pair) return {};
  const unshared = pair.only_a + pair.only_b;
  const parts = [
    pair.scale === "na" ? "by NA, as N differs" : null,
    pair.p === null ? null : formatPText(pair.p),
    `${plural(pair.n_shared, "item")} shared`,
    unshared > 0 ? `${formatCount(unshared)} only in one run` : null,
    pair.changed > 0 ? `${formatCount(pair.changed)} changed` : null,
  ];
  return { aside: parts.filter((part) => part !== null).join(", ") };
}

/** Why there is no BI; null where there is one. */
function noBi(row: LeaderRow, board: Board): string | null {
  if (board.kind === "fixed") return "No item is seen at two N.";
  if (!row.bi) return "BI needs two N.";
  return row.bi.bi === null ? `NA at N=${row.bi.n_low} is 0 or below: BI is undefined.` : null;
}

const biIntervalReason = (row: LeaderRow, board: Board, lacking: TrialsLacking | null) =>
  noBi(row, board) ??
  trialsReason(lacking, "It needs two trials at both N, and trials with an identity of their own.");

function biCell(row: LeaderRow, board: Board): TableCell {
  const reason = noBi(row, board);
  if (!row.bi) return { value: null, ...(reason !== null && { reason }) };
  const aside = [
    row.bi.bi_ci && formatInterval(row.bi.bi_ci),
    row.bi.item_sets_differ ? "item sets differ" : null,
  ].filter((part) => part !== null);
  return {
    value: row.bi.bi,
    ...(reason !== null && { reason }),
    ...(aside.length > 0 && { aside: aside.join(", ") }),
  };
}

/** The interval beside its value on the screen; the file has columns of their own for it. */
export function intervalAside(
  interval: readonly [number, number] | null,
): Pick<TableCell, "aside"> {
  return interval ? { aside: formatInterval(interval) } : {};
}

export function noAccuracyInterval(
  row: Pick<LeaderRow, "accuracy">,
  board: Pick<Board, "kind">,
): string {
  if (row.accuracy === null) return "No scored response.";
  return board.kind === "fixed"
    ? "A question asked under several presentations is not several independent questions."
    : "It needs at least two items.";
}

/** "BI from N=4", once for all rows; where they differ a column tells it. */
function bubbleLows(rows: readonly LeaderRow[]): number[] {
  return [...new Set(rows.flatMap((row) => row.biLow ?? []))];
}

function bubbleText(rows: readonly LeaderRow[]): string | null {
  const [low, ...others] = bubbleLows(rows);
  if (low === undefined) return null;
  return others.length > 0 ? "BI from each row's own N" : `BI from N=${low}`;
}

function rowOf(row: LeaderRow, board: Board, lacking: TrialsLacking | null): TableRow {
  const repeated = board.kind === "repeated";
  return {
    id: row.id,
    group: board.id,
    simulated: row.simulated,
    select: row.select,
    cells: {
      model: { value: row.label },
      benchmark: { value: board.title },
      n: { value: row.n },
      spark: { value: row.spark },
      na: { value: row.na, reason: "No scored response.", ...intervalAside(row.naInterval) },
      na_ci: {
        value: row.naInterval,
        reason: repeated ? "It needs at least two items." : "Items differ in N: see accuracy.",
      },
      accuracy: {
        value: row.accuracy,
        reason: "No scored response.",
        ...intervalAside(row.accuracyInterval),
      },
      accuracy_ci: { value: row.accuracyInterval, reason: noAccuracyInterval(row, board) },
      pooled: { value: row.pooled, reason: "Asked under one presentation." },
      bi: biCell(row, board),
      bi_n_low: {
        value: row.biLow,
        reason: noBi(row, board) ?? "BI needs two N.",
      },
      bi_ci: {
        value: row.bi?.bi_ci ?? null,
        reason: biIntervalReason(row, board, lacking),
      },
      n_responses: { value: row.responses },
      n_items: { value: row.items },
      standing: standing(row, board),
    },
  };
}

/**
 * The leader table: boards one under the other, best first.
 * @param lacking why intervals over trials may be absent though the records could tell them
 */
export function overviewTable(
  boards: readonly Board[],
  lacking: TrialsLacking | null = null,
): TableModel {
  const all = boards.flatMap((board) => board.rows);
  const table: TableModel = {
    caption: "Models by NA at the highest N",
    columns: columnsOf({
      pooled: all.some((row) => row.pooled !== null),
      bubbleLow: boards.some((board) => bubbleLows(board.rows).length > 1),
    }),
    groups: boards.map(({ id, title, n, rows }) => ({
      id,
      label: joined([
        title,
        n === null ? null : `ranked at N=${n}`,
        bubbleText(rows),
        rangeText(
          rows.map((row) => row.items),
          "item",
        ),
      ]),
    })),
    rows: boards.flatMap((board) => board.rows.map((row) => rowOf(row, board, lacking))),
  };
  return { ...table, remarks: boundRemarks(table, ["na_ci", "accuracy_ci"]) };
}

/** Places where the group of near-ties changes: the first row of each group below another. */
export function groupStarts(boards: readonly Board[]): ReadonlySet<string> {
  return new Set(
    boards.flatMap(({ rows }) =>
      rows
        .filter((row, i) => {
          const before = rows[i - 1];
          return before !== undefined && row.place?.group !== before.place?.group;
        })
        .map((row) => row.id),
    ),
  );
}
