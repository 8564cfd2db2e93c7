import { z } from "zod";
import type { Chunk, RequestKey } from "@/lib/protocol/presented";
import { cellText } from "../cell";
import type { Database, Queries } from "../database/database";
import type { Evaluation } from "../evaluation";
import { decide } from "../stopping/decide";
import { gatesOf, type Barrier, type Gates } from "../stopping/gates";

/** Leases of one chunk in a row that brought nothing: it is left out then, as what ends workers. */
export const MAX_BARREN_LEASES = 20;
const STRAYS = 20;
/** Requests whose results one statement looks for, at most. */
const WIDEST = 3000;
/** Chunks that one claim looks at, at most: the next claim goes on behind them. */
const LOOKED_AT = 2000;

/** A chunk that a worker holds. */
export interface Lease {
  readonly job: number;
  readonly chunk: number;
  /** Of this lease alone, and higher than that of every earlier one. */
  readonly epoch: number;
}

/** A leased chunk with what of it has no result yet. */
export interface ClaimedChunk extends Lease {
  readonly content: Chunk;
  readonly runId: string;
  readonly todo: readonly RequestKey[];
  /** Leases in a row that brought nothing, this one included. */
  readonly attempts: number;
}

export interface Claim {
  readonly job: number;
  readonly model: number;
  readonly owner: string;
  readonly ttlMs: number;
  /** Requests that are wanted; the last chunk may bring more. */
  readonly want: number;
}

const queueRow = z.strictObject({ cursor: z.int(), check_below: z.int() });
const strayRow = z.strictObject({ chunk: z.int(), attempts: z.int() });
const leaseRow = z.strictObject({ chunk: z.int(), epoch: z.int() });
const claimedRow = leaseRow.extend({ attempts: z.int() });
const doneRow = z.strictObject({ cell: z.string(), trial: z.int(), item_id: z.string() });

interface Candidate {
  readonly index: number;
  readonly content: Chunk;
  readonly runId: string;
  readonly todo: readonly RequestKey[];
}

function candidateOf(evaluation: Evaluation, index: number): Candidate {
  const content = evaluation.plan.chunk(index);
  return {
    index,
    content,
    runId: evaluation.runIdOf(content.model, content.cell.mode),
    todo: evaluation.plan.keys(content),
  };
}

const keyText = (cell: string, trial: number, item: string) => JSON.stringify([cell, trial, item]);

/** The candidates without the keys that have a result which is not offered for another try. */
async function withoutDone(tx: Queries, candidates: readonly Candidate[]): Promise<Candidate[]> {
  const left: Candidate[] = [];
  for (const runId of new Set(candidates.map((candidate) => candidate.runId))) {
    const own = candidates.filter((candidate) => candidate.runId === runId);
    const keys = own.flatMap((candidate) => candidate.todo);
    const rows = await tx.rows(
      doneRow,
      `SELECT r.cell, r.trial, r.item_id
        FROM unnest($2::text[], $3::integer[], $4::text[]) AS k(cell, trial, item_id)
        JOIN foilscope.results r ON r.run_id = $1 AND r.cell = k.cell AND r.trial = k.trial
          AND r.item_id = k.item_id
        WHERE NOT r.again`,
      [runId, keys.map(cellText), keys.map((key) => key.trial), keys.map((key) => key.item_id)],
    );
    const done = new Set(rows.map((row) => keyText(row.cell, row.trial, row.item_id)));
    for (const candidate of own) {
      const cell = cellText(candidate.content.cell);
      const todo = candidate.todo.filter((k) => !done.has(keyText(cell, k.trial, k.item_id)));
      left.push({ ...candidate, todo });
    }
  }
  return left;
}

const requestsOf = (candidates: readonly Candidate[]) =>
  candidates.reduce((sum, candidate) => sum + candidate.todo.length, 0);

/** Chunks whose lease has ended, or that were given back, as many as are wanted. */
async function claimStrays(tx: Queries, evaluation: Evaluation, claim: Claim) {
  const { job, model } = claim;
  const rows = await tx.rows(
    strayRow,
    `SELECT chunk, attempts FROM foilscope.chunks
      WHERE job = $1::integer AND model = $2::integer AND state = 'open' AND batch IS NULL
        AND (owner IS NULL OR until < foilscope.now_ms())
      ORDER BY chunk LIMIT ${STRAYS} FOR UPDATE SKIP LOCKED`,
    [job, model],
  );
  if (rows.length === 0) return [];
  const barren = rows.filter((row) => row.attempts >= MAX_BARREN_LEASES).map((row) => row.chunk);
  if (barren.length > 0)
    await tx.run(
      `UPDATE foilscope.chunks SET state = 'failed', owner = NULL, until = NULL
        WHERE job = $1::integer AND chunk = ANY($2::integer[])`,
      [job, barren],
    );
  const live = rows.filter((row) => row.attempts < MAX_BARREN_LEASES);
  const checked = await withoutDone(
    tx,
    live.map((row) => candidateOf(evaluation, row.chunk)),
  );
  const done = checked.filter((candidate) => candidate.todo.length === 0);
  if (done.length > 0)
    await tx.run(
      "DELETE FROM foilscope.chunks WHERE job = $1::integer AND chunk = ANY($2::integer[])",
      [job, done.map((candidate) => candidate.index)],
    );
  const taken: Candidate[] = [];
  for (const candidate of checked)
    if (candidate.todo.length > 0 && requestsOf(taken) < claim.want) taken.push(candidate);
  return lease(
    tx,
    claim,
    taken,
    `UPDATE foilscope.chunks SET owner = $3, until = foilscope.now_ms() + $4::double precision,
        epoch = nextval('foilscope.epochs'), attempts = attempts + 1, recheck = false
      WHERE job = $1::integer AND chunk = ANY($2::integer[]) RETURNING chunk, epoch, attempts`,
  );
}

async function lease(
  tx: Queries,
  { job, owner, ttlMs }: Claim,
  candidates: readonly Candidate[],
  sql: string,
): Promise<ClaimedChunk[]> {
  if (candidates.length === 0) return [];
  const chunks = candidates.map((candidate) => candidate.index);
  const rows = await tx.rows(claimedRow, sql, [job, chunks, owner, ttlMs]);
  const leased = new Map(rows.map((row) => [row.chunk, row]));
  return candidates.flatMap(({ index, content, runId, todo }) => {
    const row = leased.get(index);
    return row === undefined ? [] : [{ job, ...row, content, runId, todo }];
  });
}

interface Fresh {
  readonly claimed: ClaimedChunk[];
  readonly cursor: number;
  /** The look that the chunk at the cursor waits for; null where it waits for none. */
  readonly barrier: Barrier | null;
}

/** The next chunks of the plan that have something left to ask, and where the cursor then stands. */
async function claimFresh(
  tx: Queries,
  evaluation: Evaluation,
  claim: Claim,
  queue: z.output<typeof queueRow>,
  want: number,
  gates: Gates,
): Promise<Fresh> {
  const { plan } = evaluation;
  const found: Candidate[] = [];
  let cursor = queue.cursor;
  let missing = want;
  let barrier: Barrier | null = null;
  /** Grows while all that is looked at is done, so that a long finished stretch is soon passed. */
  let width = want;
  for (
    let looked = 0;
    missing > 0 && barrier === null && cursor < plan.chunks && looked < LOOKED_AT;
    width *= 2
  ) {
    const window: Candidate[] = [];
    const start = cursor;
    for (
      let requests = 0;
      cursor < plan.chunks && requests < Math.min(width, WIDEST);
      cursor += 1
    ) {
      looked += 1;
      const chunk = plan.chunk(cursor);
      if (gates.over(chunk.cell.trial)) {
        cursor = plan.chunks;
        break;
      }
      if (chunk.model !== claim.model) continue;
      const gate = gates.of(chunk);
      if (gate === "stopped") continue;
      if (gate === "wait") {
        barrier = gates.barrier(chunk);
        break;
      }
      const candidate = candidateOf(evaluation, cursor);
      requests += candidate.todo.length;
      window.push(candidate);
    }
    const open = start < queue.check_below ? await withoutDone(tx, window) : window;
    for (const candidate of open) {
      if (candidate.todo.length === 0) continue;
      if (missing <= 0) {
        cursor = candidate.index;
        barrier = null;
        break;
      }
      found.push(candidate);
      missing -= candidate.todo.length;
    }
  }
  const claimed = await lease(
    tx,
    claim,
    found,
    // A chunk that is there already is leased by another, or a stray.
    `INSERT INTO foilscope.chunks (job, chunk, model, owner, until, epoch)
      SELECT $1::integer, c, ${claim.model}, $3, foilscope.now_ms() + $4::double precision,
        nextval('foilscope.epochs')
      FROM unnest($2::integer[]) AS c
      ON CONFLICT (job, chunk) DO NOTHING RETURNING chunk, epoch, attempts`,
  );
  return { claimed, cursor, barrier };
}

/**
 * Leases chunks of one model of a running job: first those that others left, then new ones. Chunks
 * get their row when they are first leased, so that planning a million requests writes nothing.
 * Where the next chunk waits for a look of the stopping rule, that is taken if it can be.
 * @returns none where nothing is left that nobody works on, or the job does not run
 */
export async function claimChunks(
  database: Database,
  evaluation: Evaluation,
  claim: Claim,
): Promise<ClaimedChunk[]> {
  const { job, model } = claim;
  for (;;) {
    const { claimed, barrier } = await claimOnce(database, evaluation, claim);
    if (claimed.length > 0 || barrier === null) return claimed;
    if (!(await decide(database, evaluation, job, model, barrier))) return claimed;
  }
}

type Claimed = Pick<Fresh, "claimed" | "barrier">;

function claimOnce(database: Database, evaluation: Evaluation, claim: Claim): Promise<Claimed> {
  return database.transaction(async (tx) => {
    const [queue] = await tx.rows(
      queueRow,
      `SELECT q.cursor, q.check_below FROM foilscope.queues q JOIN foilscope.jobs j ON j.id = q.job
        WHERE q.job = $1::integer AND q.model = $2::integer AND j.state = 'running'
          AND j.spec_hash = $3
        FOR UPDATE OF q`,
      [claim.job, claim.model, evaluation.specHash],
    );
    if (!queue) return { claimed: [], barrier: null };
    const strays = await claimStrays(tx, evaluation, claim);
    const want = claim.want - strays.reduce((sum, chunk) => sum + chunk.todo.length, 0);
    if (want <= 0 || queue.cursor >= evaluation.plan.chunks)
      return { claimed: strays, barrier: null };
    const gates = await gatesOf(tx, evaluation, claim.job, claim.model);
    const fresh = await claimFresh(tx, evaluation, claim, queue, want, gates);
    await tx.run(
      `UPDATE foilscope.queues SET cursor = $3::integer
        WHERE job = $1::integer AND model = $2::integer`,
      [claim.job, claim.model, fresh.cursor],
    );
    return { claimed: [...strays, ...fresh.claimed], barrier: fresh.barrier };
  });
}

/** The leases as parallel lists, for one statement over many. */
const listsOf = (leases: readonly Lease[]) =>
  [
    leases.map((lease) => lease.job),
    leases.map((lease) => lease.chunk),
    leases.map((lease) => lease.epoch),
  ] as const;

const AMONG = `(job, chunk, epoch) IN
  (SELECT * FROM unnest($2::integer[], $3::integer[], $4::integer[]))`;

/**
 * Prolongs leases.
 * @param fruitful those that brought a result since the last time
 * @returns the chunks that are still held; the others have gone to another worker
 */
export async function renewLeases(
  queries: Queries,
  owner: string,
  leases: readonly Lease[],
  fruitful: readonly Lease[],
  ttlMs: number,
): Promise<ReadonlySet<number>> {
  if (leases.length === 0) return new Set();
  const rows = await queries.rows(
    leaseRow,
    `UPDATE foilscope.chunks SET until = foilscope.now_ms() + $5::double precision,
        attempts = CASE WHEN epoch = ANY($6::integer[]) THEN 0 ELSE attempts END
      WHERE owner = $1 AND ${AMONG} RETURNING chunk, epoch`,
    [owner, ...listsOf(leases), ttlMs, fruitful.map((lease) => lease.epoch)],
  );
  return new Set(rows.map((row) => row.epoch));
}

/** Gives leases back: what of them has no result is for others. */
export async function releaseLeases(
  queries: Queries,
  owner: string,
  leases: readonly Lease[],
): Promise<void> {
  if (leases.length === 0) return;
  await queries.run(
    `UPDATE foilscope.chunks SET owner = NULL, until = NULL, attempts = 0
      WHERE owner = $1 AND ${AMONG}`,
    [owner, ...listsOf(leases)],
  );
}

/** Ends leases of chunks that have all their results; one that was to be rechecked stays open. */
export async function finishLeases(
  tx: Queries,
  owner: string,
  leases: readonly Lease[],
): Promise<void> {
  if (leases.length === 0) return;
  await tx.run(
    `WITH ended AS (DELETE FROM foilscope.chunks WHERE owner = $1 AND NOT recheck AND ${AMONG})
      UPDATE foilscope.chunks SET owner = NULL, until = NULL WHERE owner = $1 AND recheck AND ${AMONG}`,
    [owner, ...listsOf(leases)],
  );
}
