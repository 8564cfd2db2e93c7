import { z } from "zod";
import { OUTCOMES, UNSCORED_OUTCOMES, type Outcome } from "@/lib/records/response";
import { cellText } from "../cell";
import type { Database, Queries } from "../database/database";
import { recordFrom, type JobRecord, type RecordLine } from "../runner/record";
import { tell } from "./events";
import { finishLeases, type Lease } from "./leases";
import { doneOf, TALLY_COLUMNS, type Tally } from "./rows";
import { count, emptyTally, isCorrect } from "./tally";

/** A batch of records with what ends with it. */
export interface Batch {
  readonly owner: string;
  readonly lines: readonly RecordLine[];
  /** Chunks all of whose requests are stored with this batch at the latest. */
  readonly finished: readonly Lease[];
  /** How far the log that they were read from is stored then, in bytes. */
  readonly log: { readonly name: string; readonly stored: number } | null;
}

interface Standing {
  readonly outcome: Outcome;
  readonly epoch: number;
  readonly again: boolean;
}

/** The model was really asked: such a row never gives way to one where it was not. */
const ASKED = 2;
const rank = (outcome: Outcome): number => {
  if (outcome === "error") return 0;
  return (UNSCORED_OUTCOMES as readonly Outcome[]).includes(outcome) ? 1 : ASKED;
};

/**
 * Whether a row takes the place of one that stands. What was stored first stays, but an error gives
 * way to a reply, and a row that was offered for another try to what a later lease brought. So the
 * order in which logs are replayed does not matter.
 */
export function takesPlace(
  fresh: Pick<Standing, "outcome" | "epoch">,
  standing: Standing,
): boolean {
  if (standing.again && fresh.epoch > standing.epoch) return true;
  return rank(fresh.outcome) > rank(standing.outcome);
}

const keyText = (record: JobRecord) => {
  const { response } = record;
  return JSON.stringify([response.run_id, cellText(response), response.trial, response.item_id]);
};

/** One record a key: of several, the one that would stand after all. */
function distinct(lines: readonly RecordLine[]): RecordLine[] {
  const byKey = new Map<string, RecordLine>();
  for (const line of lines) {
    const { record } = line;
    const key = keyText(record);
    const earlier = byKey.get(key)?.record;
    if (!earlier) {
      byKey.set(key, line);
      continue;
    }
    const [fresh, old] = [record.response.outcome, earlier.response.outcome];
    // Of two that say nothing the later lease counts: the standing row may wait for that alone.
    const again = rank(fresh) === rank(old) && rank(old) < ASKED;
    const standing = { outcome: old, epoch: earlier.epoch, again };
    if (takesPlace({ outcome: fresh, epoch: record.epoch }, standing)) byKey.set(key, line);
  }
  return [...byKey.values()];
}

const COLUMNS = "run_id, cell, trial, item_id, epoch, outcome, correct, failure, record";
const KEY_TYPES = "run_id text, cell text, trial integer, item_id text";
const TYPES = `${KEY_TYPES}, epoch integer, outcome text, correct boolean, failure text, record text`;
/** One text rather than a list a column: lists of long texts cost the client as much as a request. */
const ROWS = "json_to_recordset($1::json)";

const rowsOf = (lines: readonly RecordLine[]): string =>
  JSON.stringify(
    lines.map(({ record, text }) => ({
      run_id: record.response.run_id,
      cell: cellText(record.response),
      trial: record.response.trial,
      item_id: record.response.item_id,
      epoch: record.epoch,
      outcome: record.response.outcome,
      correct: isCorrect(record),
      failure: record.failure?.kind ?? null,
      record: text,
    })),
  );

const keyRow = z.strictObject({
  run_id: z.string(),
  cell: z.string(),
  trial: z.int(),
  item_id: z.string(),
});
const standingRow = keyRow.extend({
  epoch: z.int(),
  outcome: z.enum(OUTCOMES),
  again: z.boolean(),
  record: z.string(),
});
const rowText = (row: z.output<typeof keyRow>) =>
  JSON.stringify([row.run_id, row.cell, row.trial, row.item_id]);

type Tallies = Map<string, Tally>;

function tallyOf(tallies: Tallies, runId: string): Tally {
  const tally = tallies.get(runId) ?? emptyTally();
  tallies.set(runId, tally);
  return tally;
}

/** Rows that are new. @returns the records whose key was there already */
async function insertNew(
  tx: Queries,
  lines: readonly RecordLine[],
  tallies: Tallies,
): Promise<RecordLine[]> {
  const rows = await tx.rows(
    keyRow,
    `INSERT INTO foilscope.results (${COLUMNS}) SELECT * FROM ${ROWS} AS n(${TYPES})
      ON CONFLICT (run_id, cell, trial, item_id) DO NOTHING
      RETURNING run_id, cell, trial, item_id`,
    [rowsOf(lines)],
  );
  const inserted = new Set(rows.map(rowText));
  return lines.filter(({ record }) => {
    if (!inserted.has(keyText(record))) return true;
    count(tallyOf(tallies, record.response.run_id), record, 1);
    return false;
  });
}

/** Puts records in the place of those that give way to them. */
async function replaceSome(
  tx: Queries,
  lines: readonly RecordLine[],
  tallies: Tallies,
): Promise<void> {
  const standing = await tx.rows(
    standingRow,
    `SELECT r.run_id, r.cell, r.trial, r.item_id, r.epoch, r.outcome, r.again, r.record
      FROM ${ROWS} AS k(${KEY_TYPES})
      JOIN foilscope.results r USING (run_id, cell, trial, item_id) FOR UPDATE OF r`,
    [rowsOf(lines)],
  );
  const byKey = new Map(standing.map((row) => [rowText(row), row]));
  const better = lines.filter(({ record }) => {
    const old = byKey.get(keyText(record));
    if (!old || !takesPlace({ ...record, outcome: record.response.outcome }, old)) return false;
    const tally = tallyOf(tallies, record.response.run_id);
    count(tally, recordFrom(old.record), -1);
    count(tally, record, 1);
    return true;
  });
  if (better.length === 0) return;
  await tx.run(
    `UPDATE foilscope.results r SET epoch = n.epoch, outcome = n.outcome, correct = n.correct,
        failure = n.failure, record = n.record, again = false
      FROM ${ROWS} AS n(${TYPES})
      WHERE r.run_id = n.run_id AND r.cell = n.cell AND r.trial = n.trial AND r.item_id = n.item_id`,
    [rowsOf(better)],
  );
}

const ADDED = TALLY_COLUMNS.map((name, i) => `${name} = ${name} + $${i + 2}::double precision`);
const saidRow = z.strictObject({ served: z.string(), dropped: z.string() });
const namesSchema = z.array(z.string());

/** A list of names with those that are not in it yet, in order, as text. */
const withNames = (known: string, fresh: readonly string[]): string =>
  JSON.stringify([...new Set([...namesSchema.parse(JSON.parse(known)), ...fresh])].sort());

/** Adds to the sums of a run, and keeps what the host said of itself. */
async function addToRun(
  tx: Queries,
  runId: string,
  tally: Tally,
  records: readonly JobRecord[],
): Promise<void> {
  const [row] = await tx.rows(
    saidRow,
    `UPDATE foilscope.runs SET ${ADDED.join(", ")} WHERE run_id = $1 RETURNING served, dropped`,
    [runId, ...TALLY_COLUMNS.map((name) => tally[name])],
  );
  if (!row) return;
  const own = records.filter((record) => record.response.run_id === runId);
  const names = own.flatMap(({ served }) => (served === null ? [] : [served]));
  const served = withNames(row.served, names);
  const dropped = withNames(
    row.dropped,
    own.flatMap((record) => record.dropped),
  );
  if (served !== row.served || dropped !== row.dropped)
    await tx.run("UPDATE foilscope.runs SET served = $2, dropped = $3 WHERE run_id = $1", [
      runId,
      served,
      dropped,
    ]);
}

const tallyRow = z.strictObject(
  Object.fromEntries(OUTCOMES.map((outcome) => [outcome, z.number()])) as Record<
    Outcome,
    z.ZodNumber
  >,
);
const OUTCOME_SUMS = OUTCOMES.map((o) => `coalesce(sum(${o}), 0)::double precision AS ${o}`);
const jobIdRow = z.strictObject({ id: z.int() });

async function storeOfJob(tx: Queries, job: number, lines: readonly RecordLine[]): Promise<void> {
  // The job's row comes first in every transaction on results: no two wait for each other in a ring.
  const [there] = await tx.rows(
    jobIdRow,
    "UPDATE foilscope.jobs SET published = false WHERE id = $1::integer RETURNING id",
    [job],
  );
  if (!there) return;
  const tallies: Tallies = new Map();
  const records = lines.map((line) => line.record);
  const known = await insertNew(tx, lines, tallies);
  if (known.length > 0) await replaceSome(tx, known, tallies);
  for (const [runId, tally] of tallies) await addToRun(tx, runId, tally, records);
  const [sums] = await tx.rows(
    tallyRow,
    `SELECT ${OUTCOME_SUMS.join(", ")} FROM foilscope.runs WHERE job = $1::integer`,
    [job],
  );
  if (sums) await tell(tx, job, { kind: "results", done: doneOf(sums), errors: sums.error });
}

/**
 * Stores a batch in one transaction: results by their key, the sums of their runs, the end of the
 * chunks, and how far the log is stored. Records of a job that was removed are dropped.
 */
export function storeBatch(database: Database, batch: Batch): Promise<void> {
  const lines = distinct(batch.lines);
  const jobs = [...new Set(lines.map((line) => line.record.job))].sort((a, b) => a - b);
  return database.transaction(async (tx) => {
    for (const job of jobs)
      await storeOfJob(
        tx,
        job,
        lines.filter((line) => line.record.job === job),
      );
    await finishLeases(tx, batch.owner, batch.finished);
    if (batch.log)
      await tx.run(
        `INSERT INTO foilscope.logs (log, stored) VALUES ($1, $2::double precision)
          ON CONFLICT (log) DO UPDATE SET stored = greatest(foilscope.logs.stored, excluded.stored)`,
        [batch.log.name, batch.log.stored],
      );
  });
}
