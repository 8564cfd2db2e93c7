import { z } from "zod";
import { cellText } from "../cell";
import type { Database, Queries } from "../database/database";
import type { Evaluation } from "../evaluation";
import { readJob } from "../queue/rows";
import type { Barrier } from "./gates";
import { runCellOf, takeLook } from "./looks";

const cursorRow = z.strictObject({ cursor: z.int() });
const chunkRow = z.strictObject({ chunk: z.int() });

/** Whether requests of trials 1..`at` of a cell are still to be made, or in flight. */
async function isOpen(
  tx: Queries,
  evaluation: Evaluation,
  job: number,
  model: number,
  of: Barrier,
) {
  const open = await tx.rows(
    chunkRow,
    "SELECT chunk FROM foilscope.chunks WHERE job = $1::integer AND model = $2::integer AND state = 'open'",
    [job, model],
  );
  return open.some(({ chunk }) => {
    const { cell } = evaluation.plan.chunk(chunk);
    return cell.trial <= of.at && cellText(cell) === of.cell;
  });
}

/**
 * Takes the look that a barrier waits for, where all before it has ended.
 * @returns whether the chunks behind it can be looked at anew
 */
export function decide(
  database: Database,
  evaluation: Evaluation,
  job: number,
  model: number,
  barrier: Barrier,
): Promise<boolean> {
  return database.transaction(async (tx) => {
    // The job's row first, as in every transaction on results: a retry cannot come in between.
    const { state, spec_hash } = await readJob(tx, job, true);
    if (state !== "running" || spec_hash !== evaluation.specHash) return false;
    const [queue] = await tx.rows(
      cursorRow,
      "SELECT cursor FROM foilscope.queues WHERE job = $1::integer AND model = $2::integer",
      [job, model],
    );
    // Set back by a retry: what stands before the barrier is walked again first.
    if (!queue || queue.cursor < barrier.chunk) return false;
    if (await isOpen(tx, evaluation, job, model, barrier)) return false;
    await takeLook(tx, job, evaluation, runCellOf(evaluation, model, barrier.cell), barrier.at);
    return true;
  });
}

const stoppedRow = z.strictObject({ run_id: z.string(), cell: z.string() });

/**
 * Looks at the cells of a job for which nothing is left at their last trial: they say what the rule
 * finds of all of it. Called before the job ends.
 */
export async function takeLastLooks(
  database: Database,
  evaluation: Evaluation,
  job: number,
): Promise<void> {
  const rows = await database.rows(
    stoppedRow,
    "SELECT run_id, cell FROM foilscope.looks WHERE job = $1::integer AND stop IS NOT NULL",
    [job],
  );
  const stopped = new Set(rows.map((row) => `${row.run_id} ${row.cell}`));
  for (const model of evaluation.spec.models.keys())
    for (const cell of evaluation.cells.keys()) {
      const own = runCellOf(evaluation, model, cell);
      if (stopped.has(`${own.runId} ${cell}`)) continue;
      await database.transaction(async (tx) => {
        const { state, spec_hash } = await readJob(tx, job, true);
        if (state === "running" && spec_hash === evaluation.specHash)
          await takeLook(tx, job, evaluation, own, own.trials);
      });
    }
}
