import { z } from "zod";
import type { Database, Queries } from "../database/database";
import { contentText } from "./content";

const placeRow = z.strictObject({ host: z.string(), job: z.int() });
const waitingRow = placeRow.extend({
  id: z.int(),
  job_state: z.enum(["running", "cancelled"]),
  model: z.int(),
  state: z.enum(["submitting", "waiting"]),
});
const dueRow = waitingRow.extend({
  name: z.string(),
  remote: z.string().nullable(),
  content: contentText,
  failures: z.int(),
  cancel_asked: z.boolean(),
});
/** A batch that is worked on under a lease, with the state of its job then. */
export type DueBatch = z.output<typeof dueRow>;

/** A model of a running job that a worker works on, and how many batches may be at its host. */
export interface BatchPlace {
  readonly job: number;
  readonly model: number;
  /** Of all jobs. */
  readonly mostOfHost: number;
  readonly mostOfJob: number;
}

/** Held while batches are leased, so that limits hold with several workers. */
const ADVISORY_KEY = 7_203_413;
const LEASED_AT_ONCE = 4;
const idRow = z.strictObject({ id: z.int() });

const DUE = `b.state IN ('submitting', 'waiting') AND b.due <= foilscope.now_ms()
  AND (b.owner IS NULL OR b.until < foilscope.now_ms())`;

/** Of what is due, what may be worked on here now, as many as are leased at once. */
async function chosen(
  tx: Queries,
  inHand: Iterable<number>,
  works: readonly BatchPlace[],
): Promise<z.output<typeof waitingRow>[]> {
  // What waits for room at its host stays due: it comes last, so that it hides nothing.
  const due = await tx.rows(
    waitingRow,
    `SELECT b.id, b.job, j.state AS job_state, b.model, b.host, b.state
      FROM foilscope.batches b JOIN foilscope.jobs j ON j.id = b.job
      WHERE ${DUE} AND NOT (b.id = ANY($1::integer[]))
        AND (j.state = 'cancelled' OR (j.state = 'running' AND (b.job, b.model) IN
          (SELECT * FROM unnest($2::integer[], $3::integer[]))))
      ORDER BY (b.state = 'submitting'), b.due, b.id`,
    [[...inHand], works.map((work) => work.job), works.map((work) => work.model)],
  );
  if (due.length === 0) return [];
  const places = await tx.rows(
    placeRow,
    `SELECT host, job FROM foilscope.batches WHERE state = 'waiting'
      OR (state = 'submitting' AND owner IS NOT NULL AND until >= foilscope.now_ms())`,
  );
  const taken: z.output<typeof waitingRow>[] = [];
  for (const batch of due) {
    if (taken.length >= LEASED_AT_ONCE) break;
    if (batch.job_state === "running" && batch.state === "submitting") {
      const work = works.find(({ job, model }) => job === batch.job && model === batch.model);
      const atHost = places.filter((place) => place.host === batch.host);
      const ofJob = atHost.filter((place) => place.job === batch.job);
      if (!work || atHost.length >= work.mostOfHost || ofJob.length >= work.mostOfJob) continue;
      places.push(batch);
    }
    taken.push(batch);
  }
  return taken;
}

/**
 * Leases batches that are due: all of cancelled jobs, and of running ones those that are worked on
 * here; one that is to be handed in only where its host and its job have room.
 * @param inHand ids of batches that this worker works on already
 */
export function leaseDue(
  database: Database,
  owner: string,
  ttlMs: number,
  inHand: Iterable<number>,
  works: readonly BatchPlace[],
): Promise<DueBatch[]> {
  return database.transaction(async (tx) => {
    await tx.run(`SELECT pg_advisory_xact_lock(${ADVISORY_KEY})`);
    const wanted = new Map((await chosen(tx, inHand, works)).map((batch) => [batch.id, batch]));
    if (wanted.size === 0) return [];
    // Only now what they ask is read: it may be megabytes.
    const rows = await tx.rows(
      dueRow,
      `SELECT b.id, b.job, j.state AS job_state, b.model, b.host, b.name, b.state, b.remote,
          b.content, b.failures, b.cancel_asked
        FROM foilscope.batches b JOIN foilscope.jobs j ON j.id = b.job
        WHERE ${DUE} AND j.state IN ('running', 'cancelled') AND b.id = ANY($1::integer[])
        ORDER BY (b.state = 'submitting'), b.due, b.id FOR UPDATE OF b SKIP LOCKED`,
      [[...wanted.keys()]],
    );
    // A job that was cancelled, or run again, in between: its batch is chosen anew.
    const taken = rows.filter((row) => row.job_state === wanted.get(row.id)?.job_state);
    await tx.run(
      `UPDATE foilscope.batches SET owner = $1, until = foilscope.now_ms() + $2::double precision
        WHERE id = ANY($3::integer[])`,
      [owner, ttlMs, taken.map((batch) => batch.id)],
    );
    return taken;
  });
}

/** Prolongs leases. @returns the batches that are still held */
export async function renewBatches(
  queries: Queries,
  owner: string,
  ids: readonly number[],
  ttlMs: number,
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const rows = await queries.rows(
    idRow,
    `UPDATE foilscope.batches SET until = foilscope.now_ms() + $3::double precision
      WHERE owner = $1 AND id = ANY($2::integer[]) RETURNING id`,
    [owner, [...ids], ttlMs],
  );
  return new Set(rows.map((row) => row.id));
}

/** Gives a batch back, to be looked at again after a while. */
export async function giveBack(
  queries: Queries,
  owner: string,
  id: number,
  afterMs: number,
): Promise<void> {
  await queries.run(
    `UPDATE foilscope.batches SET owner = NULL, until = NULL,
        due = foilscope.now_ms() + $3::double precision
      WHERE id = $2::integer AND owner = $1`,
    [owner, id, afterMs],
  );
}
