import type { AccuracyRow } from "@/lib/metrics/rows";
import { joined } from "./sentences";
import { fixedBoards, type Board, type FixedInput, type LeaderRow } from "./overview";

/** A board of fixed runs, and how its rows stand in one order. */
export interface ModelBoard extends Board {
  /** Every ranked row was asked at one and the same N: accuracy ranks as what is left of guessing. */
  readonly oneN: boolean;
}

export interface ModelsInput extends FixedInput {
  readonly accuracy: readonly AccuracyRow[];
}

/** Runs of fixed questions, ranked as in Overview. */
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

/** What the numbers are: a row may pool conditions and permutations, and then has no interval. */
export function modelsMeasure({ boards, runs }: ModelBoards): string {
  const once =
    boards.every(({ rows }) => rows.every(({ pooled }) => pooled === null)) &&
    [...runs.values()].every(({ n, wilson }) => n === 0 || wilson !== null);
  return joined([
    `share of scored responses that are right${once ? ", every question asked once" : ""}`,
    `intervals: 95% Wilson${once ? "" : " where each question was asked once"}`,
  ]);
}

/** p of the comparisons that the standings are told by. */
export function standingValues(boards: readonly Board[]): (number | null)[] {
  return boards.flatMap(({ rows }) => rows.map(({ place }) => place?.pair?.p ?? null));
}
