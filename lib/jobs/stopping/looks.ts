import { z } from "zod";
import { UNSCORED_OUTCOMES } from "@/lib/records/response";
import { lookAt, type CellOutcomes, type Look } from "@/lib/stats/adaptive";
import { STOP_REASONS } from "@/lib/stats/stop-reasons";
import type { Queries } from "../database/database";
import type { Evaluation } from "../evaluation";
import { tell } from "../queue/events";

/** One cell of one run, with what is planned of it. */
export interface RunCell {
  readonly runId: string;
  /** {@link cellText} of it. */
  readonly cell: string;
  readonly trials: number;
  readonly items: number;
}

/** A cell of the plan of one model. @throws RangeError for a cell that is not planned */
export function runCellOf(evaluation: Evaluation, model: number, cell: string): RunCell {
  const planned = evaluation.cells.get(cell);
  if (!planned) throw new RangeError(`the plan has no cell ${cell}`);
  const runId = evaluation.runIdOf(model, planned.mode);
  return { runId, cell, trials: planned.trials, items: planned.items.length };
}

const interval = z.tuple([z.number(), z.number()]);
const lookSchema = z.strictObject({
  trials: z.int(),
  accuracy: z.number(),
  few: z.boolean(),
  trialInterval: interval,
  itemInterval: interval,
  removable: z.number().nullable(),
  stop: z.enum(STOP_REASONS).nullable(),
}) satisfies z.ZodType<Look>;

/** The columns of a look, as `read.ts` reads them back. */
export const lookText = z
  .string()
  .transform((text) => lookSchema.parse(JSON.parse(text)))
  .nullable();

const sumsRow = z.strictObject({
  item_id: z.string().nullable(),
  trial: z.int().nullable(),
  n: z.int(),
  hits: z.int(),
  unscored: z.int(),
});

/**
 * Hits of trials 1..`upTo` of a cell by item and by trial.
 * @returns null where a row of them is missing, or its model was never really asked
 */
async function outcomesOf(
  tx: Queries,
  { runId, cell, items }: RunCell,
  upTo: number,
): Promise<CellOutcomes | null> {
  const rows = await tx.rows(
    sumsRow,
    `SELECT item_id, trial, count(*)::integer AS n,
        (count(*) FILTER (WHERE correct))::integer AS hits,
        (count(*) FILTER (WHERE outcome = ANY($4::text[])))::integer AS unscored
      FROM foilscope.results WHERE run_id = $1 AND cell = $2 AND trial <= $3::integer
      GROUP BY GROUPING SETS ((item_id), (trial)) ORDER BY item_id, trial`,
    [runId, cell, upTo, [...UNSCORED_OUTCOMES]],
  );
  const byItem = rows.filter((row) => row.item_id !== null);
  const byTrial = rows.filter((row) => row.trial !== null);
  const whole =
    byItem.length === items &&
    byItem.every((row) => row.n === upTo && row.unscored === 0) &&
    byTrial.length === upTo;
  if (!whole) return null;
  return {
    itemHits: byItem.map((row) => row.hits),
    trialHits: byTrial.map((row) => row.hits),
  };
}

const stopRow = z.strictObject({ stop: z.string().nullable() });

/**
 * Looks at trials 1..`at` of a cell, all of whose requests have ended, and keeps what was found: the
 * key of the look decides, so that it is taken once whoever takes it. Where a row of the prefix is an
 * error the look is passed over, which costs requests and never coverage; at the last trial nothing
 * is kept then, since nothing follows from it.
 * The caller holds the job's row.
 */
export async function takeLook(
  tx: Queries,
  job: number,
  evaluation: Evaluation,
  cell: RunCell,
  at: number,
): Promise<void> {
  const { adaptive } = evaluation.spec;
  if (adaptive === null) return;
  const outcomes = await outcomesOf(tx, cell, at);
  const targets = { trial: adaptive.trial_target, item: adaptive.item_target };
  const look = outcomes && lookAt(outcomes, cell.trials, targets);
  const last = at >= cell.trials;
  if (look === null && last) return;
  const stop = look?.stop ?? null;
  const spared = stop === null ? 0 : (cell.trials - at) * cell.items;
  const kept = await tx.rows(
    stopRow,
    `INSERT INTO foilscope.looks (job, run_id, cell, trials, last, spared, stop, look)
      VALUES ($1::integer, $2, $3, $4::integer, $5::boolean, $6::integer, $7, $8)
      ON CONFLICT (run_id, cell, trials) DO NOTHING RETURNING stop`,
    [job, cell.runId, cell.cell, at, last, spared, stop, look && JSON.stringify(look)],
  );
  if (kept.length === 0) return;
  await tx.run("UPDATE foilscope.jobs SET published = false WHERE id = $1::integer", [job]);
  await tellStopped(tx, job, cell.runId, spared);
}

const sumRow = z.strictObject({ stopped: z.int() });

/** Adds requests that are spared to a run, and tells of their sum over the job. */
async function tellStopped(tx: Queries, job: number, runId: string, spared: number) {
  if (spared > 0)
    await tx.run("UPDATE foilscope.runs SET stopped = stopped + $2::integer WHERE run_id = $1", [
      runId,
      spared,
    ]);
  const [sum] = await tx.rows(
    sumRow,
    `SELECT coalesce(sum(stopped), 0)::integer AS stopped FROM foilscope.runs
      WHERE job = $1::integer`,
    [job],
  );
  await tell(tx, job, { kind: "looked", stopped: sum?.stopped ?? 0 });
}
