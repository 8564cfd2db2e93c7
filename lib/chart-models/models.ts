import type { AccuracyRow } from "@/lib/metrics/rows";
import { fixedBoards, type Board, type FixedInput, type LeaderRow } from "./overview";

/** A board of fixed runs, and how its rows stand in one order. */
export interface ModelBoard extends Board {
  /** Every ranked row was asked at one and the same N: accuracy ranks as what is left of guessing. */
  readonly oneN: boolean;
}

export interface ModelsInput extends FixedInput {
  readonly accuracy: readonly AccuracyRow[];
}

/** Runs that ask every question once, ranked as in Overview. */
export interface ModelBoards {
  readonly boards: readonly ModelBoard[];
  readonly runs: ReadonlyMap<string, AccuracyRow>;
  /** Runs in view that repeat items, and so are no row here. */
  readonly repeated: number;
}

const hasOneN = (rows: readonly LeaderRow[]): boolean => {
  const [first, ...others] = rows.filter(({ unranked }) => unranked === null);
  return typeof first?.n === "number" && others.every(({ n }) => n === first.n);
};

/** Boards of the fixed runs: one a benchmark and class of host, best first, unranked rows last. */
export function modelBoards({ accuracy, ...input }: ModelsInput): ModelBoards {
  const fixed = accuracy.filter(({ kind }) => kind === "fixed");
  return {
    boards: fixedBoards(fixed, input).map((board) => ({ ...board, oneN: hasOneN(board.rows) })),
    runs: new Map(fixed.map((run) => [run.run_id, run])),
    repeated: accuracy.length - fixed.length,
  };
}

/**
 * What the accuracies are shares of, and what their intervals are: a fixed run may pool several
 * presentations of a question, and then has none.
 */
export function accuracyTexts({ boards, runs }: ModelBoards): [string, string] {
  const once =
    [...runs.values()].every(({ n, n_items }) => n <= n_items) &&
    boards.every(({ rows }) => rows.every(({ pooled }) => pooled === null));
  return once
    ? [
        "share of scored responses that are right, every question asked once",
        "intervals: 95% Wilson",
      ]
    : [
        "share of scored responses that are right",
        "intervals: 95% Wilson, of runs that ask every question once",
      ];
}

/** p of the comparisons that the standings are told by. */
export function standingValues(boards: readonly Board[]): (number | null)[] {
  return boards.flatMap(({ rows }) => rows.map(({ place }) => place?.pair?.p ?? null));
}
