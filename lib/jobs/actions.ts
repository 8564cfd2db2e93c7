import { z } from "zod";
import { identityOf } from "@/lib/protocol/identity";
import { jobSpecSchema, type JobSpec, type JobSpecInput } from "@/lib/protocol/job-spec";
import { UNSCORED_OUTCOMES } from "@/lib/records/response";
import { batchesUnderWay, lookSoon } from "./batches/rows";
import type { Database, Queries } from "./database/database";
import {
  evaluateNew,
  evaluationOf,
  plannedRuns,
  type Drive,
  type Evaluation,
  type PlannedRun,
} from "./evaluation";
import type { HostOpener, JobPorts, ModelIdentity } from "./ports";
import { refuseForeignRuns } from "./publish/own";
import { tell } from "./queue/events";
import { jobPool } from "./queue/slots";
import { setState } from "./queue/set-state";
import { readIdentities, readJob, type Job } from "./queue/rows";
import { ActionRefused, allows, stateAfter } from "./state";

type Ports = Pick<JobPorts, "protocol" | "sets">;

const idRow = z.strictObject({ id: z.int() });
const ownerRow = z.strictObject({ run_id: z.string(), job: z.int(), name: z.string() });

/** A spec as it lies in the job's row. */
export const specColumns = (evaluation: Evaluation) => [
  evaluation.spec.name,
  JSON.stringify(evaluation.spec),
  evaluation.specHash,
  evaluation.spec.item_set,
];

/** Puts a job down as `planned`. @returns its id */
export async function putDown(tx: Queries, evaluation: Evaluation): Promise<number> {
  const planned = plannedRuns(evaluation).reduce((sum, run) => sum + run.planned, 0);
  const [row] = await tx.rows(
    idRow,
    `INSERT INTO foilscope.jobs (name, spec, spec_hash, item_set, state, planned, chunks, created)
      VALUES ($1, $2, $3, $4, 'planned', $5::integer, $6::integer, foilscope.now_ms())
      RETURNING id`,
    [...specColumns(evaluation), planned, evaluation.plan.chunks],
  );
  if (!row) throw new Error("the job database made no job");
  await tx.run(
    `INSERT INTO foilscope.queues (job, model, host)
      SELECT $1::integer, m.ix - 1, m.host
      FROM unnest($2::text[]) WITH ORDINALITY AS m(host, ix)`,
    [row.id, evaluation.spec.models.map((model) => model.host)],
  );
  await tell(tx, row.id, { kind: "state", state: "planned", reason: null });
  return row.id;
}

/**
 * Puts a job down as `planned`; nothing is asked before it is run.
 * @returns its id
 * @throws ZodError for a spec that is none; Error in one line for one that cannot be carried out
 */
export async function createJob(
  database: Database,
  ports: Ports,
  input: JobSpecInput,
  drive?: Drive,
): Promise<number> {
  const evaluation = await evaluateNew(ports, jobSpecSchema.parse(input), drive);
  return database.transaction((tx) => putDown(tx, evaluation));
}

/** A new job with the spec of another one, changed where something is given. @returns its id */
export async function cloneJob(
  database: Database,
  ports: Ports,
  id: number,
  changes: Partial<JobSpecInput> = {},
  drive?: Drive,
): Promise<number> {
  const { spec } = await readJob(database, id);
  return createJob(database, ports, { ...spec, ...changes }, drive);
}

/** All chunks are looked at again; what has a result is passed over. */
async function lookAgain(tx: Queries, id: number): Promise<void> {
  await tx.run(
    `UPDATE foilscope.queues SET check_below = greatest(cursor, check_below), cursor = 0
      WHERE job = $1::integer`,
    [id],
  );
  await tx.run(
    `UPDATE foilscope.chunks SET recheck = true, state = 'open',
        attempts = CASE WHEN state = 'failed' THEN 0 ELSE attempts END
      WHERE job = $1::integer`,
    [id],
  );
}

/** Puts the runs of a job down. @throws ActionRefused where one belongs to another job */
async function claimRuns(
  tx: Queries,
  job: Job,
  spec: JobSpec,
  runs: readonly PlannedRun[],
): Promise<void> {
  await tx.run(
    `INSERT INTO foilscope.runs (run_id, job, model, mode, host, planned, items)
      SELECT r.run_id, $1::integer, r.model, r.mode, r.host, r.planned, r.items
      FROM unnest($2::text[], $3::integer[], $4::text[], $5::text[], $6::integer[], $7::integer[])
        AS r(run_id, model, mode, host, planned, items)
      ON CONFLICT (run_id) DO NOTHING`,
    [
      job.id,
      runs.map((run) => run.runId),
      runs.map((run) => run.model),
      runs.map((run) => run.mode),
      runs.map((run) => spec.models[run.model]?.host ?? ""),
      runs.map((run) => run.planned),
      runs.map((run) => run.items),
    ],
  );
  const [taken] = await tx.rows(
    ownerRow,
    `SELECT r.run_id, r.job, j.name FROM foilscope.runs r JOIN foilscope.jobs j ON j.id = r.job
      WHERE r.run_id = ANY($2::text[]) AND r.job <> $1::integer LIMIT 1`,
    [job.id, runs.map((run) => run.runId)],
  );
  if (taken)
    throw new ActionRefused(
      `run ${taken.run_id} belongs to job ${taken.job} (${taken.name}): that one can be continued, and given more trials of the cells that it has; for other numbers of options, environments or conditions give this job another seed`,
    );
}

/** The models of a spec as their hosts serve them now. @throws what a host says */
async function lookAtModels(
  hosts: HostOpener,
  spec: JobSpec,
  signal: AbortSignal,
): Promise<ModelIdentity[]> {
  return Promise.all(
    spec.models.map(async ({ host, model }) => {
      const probe = await (await hosts.open(host)).probe(signal);
      const known = probe.models.find((candidate) => candidate.name === model);
      return identityOf({ host, model }, known);
    }),
  );
}

/** Keeps the models of a job as they are when it is first run: they are part of its runs' ids. */
async function keepIdentities(
  database: Database,
  ports: Ports & Pick<JobPorts, "hosts">,
  job: Job,
  signal: AbortSignal,
): Promise<void> {
  if ((await readIdentities(database, job.id)).every((identity) => identity !== null)) return;
  const identities = await lookAtModels(ports.hosts, job.spec, signal);
  await database.run(
    `UPDATE foilscope.queues q SET identity = coalesce(q.identity, n.identity)
      FROM unnest($2::text[]) WITH ORDINALITY AS n(identity, ix)
      WHERE q.job = $1::integer AND q.model = n.ix - 1`,
    [job.id, identities.map((identity) => JSON.stringify(identity))],
  );
}

/**
 * Starts a job, or goes on where it was left: what has a result is never asked again. The first
 * time its hosts are looked at.
 * @throws ActionRefused, NoSuchJob, HostError
 */
export async function runJob(
  database: Database,
  ports: Ports & Pick<JobPorts, "hosts" | "runsDir">,
  id: number,
  signal: AbortSignal,
): Promise<void> {
  const before = await readJob(database, id);
  stateAfter(before.state, "run");
  await keepIdentities(database, ports, before, signal);
  const evaluation = await evaluationOf(database, ports, before);
  const runs = plannedRuns(evaluation);
  await database.transaction(async (tx) => {
    const job = await readJob(tx, id, true);
    const state = stateAfter(job.state, "run");
    if (job.spec_hash !== evaluation.specHash)
      throw new ActionRefused(`job ${id} was changed meanwhile: try again`);
    await claimRuns(tx, job, evaluation.spec, runs);
    const runIds = runs.map((run) => run.runId);
    await refuseForeignRuns(job, runIds, ports.runsDir);
    if (job.state === "incomplete") await lookAgain(tx, id);
    await lookSoon(tx, id);
    await setState(tx, id, state);
  });
}

/** Requests in flight are let finish; no new ones are made. @param reason where the program pauses */
export function pauseJob(
  database: Database,
  id: number,
  reason: string | null = null,
): Promise<void> {
  return database.transaction(async (tx) => {
    const job = await readJob(tx, id, true);
    await setState(tx, id, stateAfter(job.state, "pause"), reason);
  });
}

/**
 * Requests in flight are closed at the host, and batches are cancelled there. What was answered stays,
 * and `run` goes on from it.
 */
export function cancelJob(database: Database, id: number): Promise<void> {
  return database.transaction(async (tx) => {
    const job = await readJob(tx, id, true);
    await lookSoon(tx, id);
    await setState(tx, id, stateAfter(job.state, "cancel"));
  });
}

/**
 * Offers rows that the model was never really asked for (`error`, `prompt_truncated`) for another
 * try. Each stays until its new result is there.
 * @returns how many
 */
export function retryErrors(database: Database, id: number): Promise<number> {
  return database.transaction(async (tx) => {
    const job = await readJob(tx, id, true);
    const state = stateAfter(job.state, "retry");
    const offered = await tx.run(
      `UPDATE foilscope.results SET again = true
        WHERE run_id IN (SELECT run_id FROM foilscope.runs WHERE job = $1::integer)
          AND outcome = ANY($2::text[])`,
      [id, [...UNSCORED_OUTCOMES]],
    );
    if (offered === 0) return 0;
    await lookAgain(tx, id);
    await tell(tx, id, { kind: "retry", offered });
    if (state !== job.state) await setState(tx, id, state);
    return offered;
  });
}

/**
 * Removes a job and its results from the database; run directories that were written stay.
 * @param leaveBatches a cancelled job goes though hosts still have batches of it, which nobody asks for
 * or cancels any more then
 * @throws ActionRefused where the job is worked on, or hosts have batches of it that are not left
 */
export function removeJob(database: Database, id: number, leaveBatches = false): Promise<void> {
  return database.transaction(async (tx) => {
    const job = await readJob(tx, id, true);
    if (!allows(job.state, "remove"))
      throw new ActionRefused(`a job that is ${job.state} cannot be removed: pause it first`);
    const batches = await batchesUnderWay(tx, id);
    const cancelled = job.state === "cancelled";
    if (batches > 0 && !(cancelled && leaveBatches))
      throw new ActionRefused(
        `hosts still have batches of job ${id} (${batches}): ${cancelled ? "they are being cancelled, try again in a moment, or leave them there" : "cancel it first"}`,
      );
    await tx.run(
      `DELETE FROM foilscope.results
        WHERE run_id IN (SELECT run_id FROM foilscope.runs WHERE job = $1::integer)`,
      [id],
    );
    await tx.run("DELETE FROM foilscope.slots WHERE starts_with(pool, $1)", [jobPool(id, "")]);
    await tx.run("DELETE FROM foilscope.jobs WHERE id = $1::integer", [id]);
  });
}

const leftRow = z.strictObject({ left: z.boolean() });
const doneRow = z.strictObject({ done: z.number() });

/** Whether something of a job is still to be asked, or in flight. */
async function hasMore(queries: Queries, { id, chunks }: Pick<Job, "id" | "chunks">) {
  const [row] = await queries.rows(
    leftRow,
    `SELECT
      EXISTS (SELECT 1 FROM foilscope.queues q WHERE q.job = $1::integer AND q.cursor < $2::integer)
        OR EXISTS (SELECT 1 FROM foilscope.chunks c WHERE c.job = $1::integer AND c.state = 'open')
        AS "left"`,
    [id, chunks],
  );
  return row?.left ?? false;
}

/** Whether a running job has nothing left to ask: it can be ended. */
export async function isAllAsked(database: Database, id: number): Promise<boolean> {
  const job = await readJob(database, id);
  return job.state === "running" && !(await hasMore(database, job));
}

/**
 * Ends a running job for which nothing is left to ask: `complete` where every planned request has a
 * row or was spared by the stopping rule, `incomplete` where chunks had to be left out.
 * @returns whether it has ended
 */
export function endIfDone(database: Database, id: number): Promise<boolean> {
  return database.transaction(async (tx) => {
    const job = await readJob(tx, id, true);
    if (job.state !== "running" || (await hasMore(tx, job))) return false;
    const [row] = await tx.rows(
      doneRow,
      `SELECT coalesce(sum(answered + unparsed + multiple + out_of_range + truncated
          + prompt_truncated + error + stopped), 0)::double precision AS done
        FROM foilscope.runs WHERE job = $1::integer`,
      [id],
    );
    await tx.run(
      "UPDATE foilscope.runs SET finished = foilscope.now_ms() WHERE job = $1::integer",
      [id],
    );
    await setState(tx, id, (row?.done ?? 0) >= job.planned ? "complete" : "incomplete");
    return true;
  });
}
