import { z } from "zod";
import type { BatchStatus } from "@/lib/hosts/host";
import type { Database, Queries } from "../database/database";
import { tell } from "../queue/events";
import type { Lease } from "../queue/leases";
import { readJob } from "../queue/rows";
import { contentText, type BatchContent } from "./content";

/**
 * `submitting`: written down, and not known to be at its host. `waiting`: its host has it.
 * `collected`: what it brought is stored. `refused`: its host took none of it. `given up`: its job was
 * cancelled, and nothing more of it can be had.
 */
export const OWN_STATES = ["submitting", "waiting", "collected", "refused", "given up"] as const;
export type OwnState = (typeof OWN_STATES)[number];

const jobState = z.enum(["running", "cancelled"]);

const dueRow = z.strictObject({
  id: z.int(),
  job: z.int(),
  job_state: jobState,
  model: z.int(),
  host: z.string(),
  name: z.string(),
  state: z.enum(["submitting", "waiting"]),
  remote: z.string().nullable(),
  content: contentText,
  failures: z.int(),
  cancel_asked: z.boolean(),
});
/** A batch that is worked on under a lease, with the state of its job then. */
export type DueBatch = z.output<typeof dueRow>;

/** A batch as it is written down before anything is sent. */
export interface NewBatch {
  readonly job: number;
  readonly model: number;
  readonly host: string;
  /** Of all batches of the account. */
  readonly name: string;
  readonly bytes: number;
  readonly content: BatchContent;
  readonly specHash: string;
}

const countRow = z.strictObject({ n: z.int() });

/** Batches of a job that its hosts may still be working on. */
export async function batchesUnderWay(queries: Queries, job: number): Promise<number> {
  const [row] = await queries.rows(
    countRow,
    `SELECT count(*)::integer AS n FROM foilscope.batches
      WHERE job = $1::integer AND state IN ('submitting', 'waiting')`,
    [job],
  );
  return row?.n ?? 0;
}

/** Tells of what the same transaction does to batches of a job. */
async function tellBatches(tx: Queries, job: number): Promise<void> {
  await tell(tx, job, { kind: "batches", under_way: await batchesUnderWay(tx, job) });
}

const chunkRow = z.strictObject({ chunk: z.int() });
const idRow = z.strictObject({ id: z.int() });

/**
 * Writes a batch down and binds its chunks to it, in one transaction: from then on no worker leases
 * them. Chunks whose lease was lost meanwhile make it void.
 * @returns whether it was written
 */
export function writeBatch(
  database: Database,
  owner: string,
  batch: NewBatch,
  leases: readonly Lease[],
): Promise<boolean> {
  return database.transaction(async (tx) => {
    const job = await readJob(tx, batch.job, true);
    if (job.state !== "running" || job.spec_hash !== batch.specHash) return false;
    const held = await tx.rows(
      chunkRow,
      `SELECT chunk FROM foilscope.chunks
        WHERE owner = $1 AND (job, chunk, epoch) IN
          (SELECT * FROM unnest($2::integer[], $3::integer[], $4::integer[])) FOR UPDATE`,
      [
        owner,
        leases.map((lease) => lease.job),
        leases.map((lease) => lease.chunk),
        leases.map((lease) => lease.epoch),
      ],
    );
    if (held.length < leases.length) return false;
    const requests = batch.content.reduce((sum, group) => sum + group.items.length, 0);
    const [row] = await tx.rows(
      idRow,
      `INSERT INTO foilscope.batches (job, model, host, name, requests, bytes, content, due, created)
        VALUES ($1::integer, $2::integer, $3, $4, $5::integer, $6::double precision, $7,
          foilscope.now_ms(), foilscope.now_ms()) RETURNING id`,
      [
        batch.job,
        batch.model,
        batch.host,
        batch.name,
        requests,
        batch.bytes,
        JSON.stringify(batch.content),
      ],
    );
    if (!row) throw new Error("the job database made no batch");
    await tx.run(
      `UPDATE foilscope.chunks SET batch = $2::integer, owner = NULL, until = NULL
        WHERE job = $1::integer AND chunk = ANY($3::integer[])`,
      [batch.job, row.id, leases.map((lease) => lease.chunk)],
    );
    await tellBatches(tx, batch.job);
    return true;
  });
}

/** Batches of one model of a job that wait to be handed in. */
export async function unsubmitted(queries: Queries, job: number, model: number): Promise<number> {
  const [row] = await queries.rows(
    countRow,
    `SELECT count(*)::integer AS n FROM foilscope.batches
      WHERE job = $1::integer AND model = $2::integer AND state = 'submitting'`,
    [job, model],
  );
  return row?.n ?? 0;
}

/** How many batches may be at a host, of all jobs and of one. */
export interface BatchLimits {
  readonly host: number;
  readonly job: number;
}

/** Held while batches are leased, so that limits hold with several workers. */
const ADVISORY_KEY = 7_203_412;
const LEASED_AT_ONCE = 4;
const placeRow = z.strictObject({ host: z.string(), job: z.int() });

/**
 * Leases batches that are due: all of cancelled jobs, and of running ones those that may be worked on
 * here; one that is to be handed in only where its host and its job have room.
 * @param inHand ids of batches that this worker works on already
 * @param limits of a running job's batch; null where this worker does not work on it
 */
export function leaseDue(
  database: Database,
  owner: string,
  ttlMs: number,
  inHand: Iterable<number>,
  limits: (batch: Pick<DueBatch, "job" | "model">) => BatchLimits | null,
): Promise<DueBatch[]> {
  return database.transaction(async (tx) => {
    await tx.run(`SELECT pg_advisory_xact_lock(${ADVISORY_KEY})`);
    const due = await tx.rows(
      dueRow,
      `SELECT b.id, b.job, j.state AS job_state, b.model, b.host, b.name, b.state, b.remote,
          b.content, b.failures, b.cancel_asked
        FROM foilscope.batches b JOIN foilscope.jobs j ON j.id = b.job
        WHERE b.state IN ('submitting', 'waiting') AND j.state IN ('running', 'cancelled')
          AND b.due <= foilscope.now_ms() AND (b.owner IS NULL OR b.until < foilscope.now_ms())
          AND NOT (b.id = ANY($1::integer[]))
        ORDER BY b.due, b.id LIMIT 32 FOR UPDATE OF b SKIP LOCKED`,
      [[...inHand]],
    );
    const places = await tx.rows(
      placeRow,
      `SELECT host, job FROM foilscope.batches WHERE state = 'waiting'
        OR (state = 'submitting' AND owner IS NOT NULL AND until >= foilscope.now_ms())`,
    );
    const taken: DueBatch[] = [];
    for (const batch of due) {
      if (taken.length >= LEASED_AT_ONCE) break;
      if (batch.job_state === "running") {
        const most = limits(batch);
        if (most === null) continue;
        const atHost = places.filter((place) => place.host === batch.host);
        const ofJob = atHost.filter((place) => place.job === batch.job);
        const full = atHost.length >= most.host || ofJob.length >= most.job;
        if (batch.state === "submitting" && full) continue;
        if (batch.state === "submitting") places.push(batch);
      }
      taken.push(batch);
    }
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

type Named = Pick<DueBatch, "id" | "job">;

/** The host has the batch under this id. */
export function noteRemote(database: Database, { id, job }: Named, remote: string): Promise<void> {
  return database.transaction(async (tx) => {
    await readJob(tx, job, true);
    const noted = await tx.run(
      `UPDATE foilscope.batches SET state = 'waiting', remote = $2, failures = 0, problem = NULL,
          submitted = foilscope.now_ms()
        WHERE id = $1::integer AND state = 'submitting'`,
      [id, remote],
    );
    if (noted > 0) await tellBatches(tx, job);
  });
}

/** What the host says of the batch. @param cancelAsked its cancelling was asked for */
export function noteStatus(
  database: Database,
  { id, job }: Named,
  { state, counts }: BatchStatus,
  cancelAsked: boolean,
): Promise<void> {
  return database.transaction(async (tx) => {
    await readJob(tx, job, true);
    const changed = await tx.run(
      `UPDATE foilscope.batches SET host_state = $2, host_done = $3::integer,
          host_failed = $4::integer, failures = 0, problem = NULL,
          cancel_asked = cancel_asked OR $5::boolean
        WHERE id = $1::integer AND (failures > 0 OR (host_state, host_done, host_failed, cancel_asked)
          IS DISTINCT FROM ($2, $3::integer, $4::integer, cancel_asked OR $5::boolean))`,
      [id, state, counts?.done ?? null, counts?.failed ?? null, cancelAsked],
    );
    if (changed > 0) await tellBatches(tx, job);
  });
}

/** The host could not be asked. @param failures in a row, by now */
export function noteFailure(
  database: Database,
  { id, job }: Named,
  problem: string,
  failures: number,
): Promise<void> {
  return database.transaction(async (tx) => {
    await readJob(tx, job, true);
    await tx.run(
      `UPDATE foilscope.batches SET failures = $3::integer, problem = $2 WHERE id = $1::integer`,
      [id, problem, failures],
    );
    await tellBatches(tx, job);
  });
}

/** How a batch ended. */
export interface BatchEnd {
  readonly state: Exclude<OwnState, "submitting" | "waiting">;
  readonly done: number;
  readonly failed: number;
  readonly missing: number;
  readonly problem: string | null;
  /** Places in its content of the chunks all of whose requests have a row; others are asked again. */
  readonly finished: readonly number[];
  /** The other chunks were not tried: it does not count against them. */
  readonly untried: boolean;
}

const contentRow = z.strictObject({ content: contentText });

/** Ends a batch and lets its chunks go. @returns false where another worker has it by now */
export function endBatch(
  database: Database,
  owner: string,
  batch: Named,
  end: BatchEnd,
): Promise<boolean> {
  return database.transaction(async (tx) => {
    await readJob(tx, batch.job, true);
    const ended = await tx.run(
      `UPDATE foilscope.batches SET state = $3, done = $4::integer, failed = $5::integer,
          missing = $6::integer, problem = $7, ended = foilscope.now_ms(), owner = NULL, until = NULL
        WHERE id = $2::integer AND owner = $1`,
      [owner, batch.id, end.state, end.done, end.failed, end.missing, end.problem],
    );
    if (ended === 0) return false;
    // Read here: a longer plan may have given the chunks other numbers since.
    const [row] = await tx.rows(
      contentRow,
      "SELECT content FROM foilscope.batches WHERE id = $1::integer",
      [batch.id],
    );
    const finished = end.finished.flatMap((place) => row?.content[place]?.chunk ?? []);
    await tx.run(
      `DELETE FROM foilscope.chunks WHERE batch = $1::integer AND NOT recheck
        AND job = $2::integer AND chunk = ANY($3::integer[])`,
      [batch.id, batch.job, finished],
    );
    await tx.run(
      `UPDATE foilscope.chunks SET batch = NULL,
          attempts = CASE WHEN $2::boolean THEN 0 ELSE attempts END
        WHERE batch = $1::integer`,
      [batch.id, end.untried],
    );
    await tellBatches(tx, batch.job);
    return true;
  });
}

/** Batches of a job whose state has changed are looked at at once. */
export async function lookSoon(tx: Queries, job: number): Promise<void> {
  await tx.run(
    `UPDATE foilscope.batches SET due = foilscope.now_ms(), failures = 0
      WHERE job = $1::integer AND state IN ('submitting', 'waiting')`,
    [job],
  );
}

const triesRow = z.strictObject({ chunk: z.int(), attempts: z.int() });

/** By chunk of a batch, how often it was tried, this time included. */
export async function triesOf(queries: Queries, id: number): Promise<ReadonlyMap<number, number>> {
  const rows = await queries.rows(
    triesRow,
    "SELECT chunk, attempts FROM foilscope.chunks WHERE batch = $1::integer",
    [id],
  );
  return new Map(rows.map((row) => [row.chunk, row.attempts]));
}
