import { z } from "zod";
import type { BatchStatus } from "@/lib/hosts/host";
import type { Database, Queries } from "../database/database";
import { tell } from "../queue/events";
import type { Lease } from "../queue/leases";
import { readJob } from "../queue/rows";
import { storable } from "../storable";
import { contentText, type BatchContent } from "./content";

/**
 * `submitting`: written down, and not known to be at its host. `waiting`: its host has it.
 * `collected`: what it brought is stored. `refused`: its host took none of it. `given up`: its job was
 * cancelled, and nothing more of it can be had.
 */
export const OWN_STATES = ["submitting", "waiting", "collected", "refused", "given up"] as const;
export type OwnState = (typeof OWN_STATES)[number];

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

interface Named {
  readonly id: number;
  readonly job: number;
}

/** The host has the batch under this id. */
export function noteRemote(database: Database, { id, job }: Named, remote: string): Promise<void> {
  return database.transaction(async (tx) => {
    await readJob(tx, job, true);
    const noted = await tx.run(
      `UPDATE foilscope.batches SET state = 'waiting', remote = $2, failures = 0, problem = NULL,
          submitted = foilscope.now_ms()
        WHERE id = $1::integer AND state = 'submitting'`,
      [id, storable(remote)],
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
        WHERE id = $1::integer AND (failures > 0 OR problem IS NOT NULL
          OR (host_state, host_done, host_failed, cancel_asked)
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
      [id, storable(problem), failures],
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
      [
        owner,
        batch.id,
        end.state,
        end.done,
        end.failed,
        end.missing,
        end.problem === null ? null : storable(end.problem),
      ],
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
