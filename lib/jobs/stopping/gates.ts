import { z } from "zod";
import type { Chunk } from "@/lib/protocol/presented";
import { looksUpTo } from "@/lib/stats/adaptive";
import { cellText } from "../cell";
import type { Queries } from "../database/database";
import type { Evaluation } from "../evaluation";

/** `ask`: the chunk may be leased. `stopped`: its cell has ended before it. `wait`: for a look. */
export type Gate = "ask" | "stopped" | "wait";

/** Where a cell waits: trials 1..`at` are to be looked at before a further one is asked. */
export interface Barrier {
  readonly cell: string;
  readonly at: number;
  /** The first chunk behind it. */
  readonly chunk: number;
}

interface CellState {
  readonly looked: number;
  /** Trials at which it was stopped; null where it goes on. */
  readonly stopped: number | null;
}

const stateRow = z.strictObject({
  cell: z.string(),
  looked: z.int(),
  stopped: z.int().nullable(),
});

/** Where no rule stops anything. */
const OPEN: Gates = { of: () => "ask", barrier: () => null, over: () => false };

/** What the stopping rule says of the chunks of one model, as of one moment. */
export interface Gates {
  of(chunk: Chunk): Gate;
  /** What a chunk waits for; null where it does not. */
  barrier(chunk: Chunk): Barrier | null;
  /** Whether no cell of the model asks a trial from this one on. */
  over(trial: number): boolean;
}

/** The look that must have been taken before a trial of a cell is asked; null where none. */
export function lookBefore(trial: number, planned: number): number | null {
  return looksUpTo(planned).findLast((look) => look < trial) ?? null;
}

/** Reads the looks of a job's model. */
export async function gatesOf(
  queries: Queries,
  evaluation: Evaluation,
  job: number,
  model: number,
): Promise<Gates> {
  if (evaluation.spec.adaptive === null) return OPEN;
  const runs = [...new Set(evaluation.spec.modes.map((mode) => evaluation.runIdOf(model, mode)))];
  const rows = await queries.rows(
    stateRow,
    `SELECT cell, max(trials) AS looked, min(trials) FILTER (WHERE stop IS NOT NULL) AS stopped
      FROM foilscope.looks WHERE job = $1::integer AND run_id = ANY($2::text[]) GROUP BY cell`,
    [job, runs],
  );
  const states = new Map<string, CellState>(rows.map((row) => [row.cell, row]));
  const ends = [...evaluation.cells].map(
    ([cell, { trials }]) => states.get(cell)?.stopped ?? trials,
  );
  const end = Math.max(0, ...ends);
  const barrier = (chunk: Chunk): Barrier | null => {
    const cell = cellText(chunk.cell);
    const at = lookBefore(chunk.cell.trial, evaluation.cells.get(cell)?.trials ?? 0);
    const looked = states.get(cell)?.looked ?? 0;
    return at === null || looked >= at ? null : { cell, at, chunk: chunk.index };
  };
  return {
    of(chunk) {
      const stopped = states.get(cellText(chunk.cell))?.stopped ?? null;
      if (stopped !== null && chunk.cell.trial > stopped) return "stopped";
      return barrier(chunk) === null ? "ask" : "wait";
    },
    barrier,
    over: (trial) => trial > end,
  };
}
