import { z } from "zod";
import { RUN_STATUSES } from "@/lib/records/manifest";
import type { Database, Queries } from "../database/database";
import type { Clock } from "../ports";

/** What happened to a job. Numbers are totals, so that an event that was missed loses nothing. */
export const jobEventData = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("state"),
    state: z.enum(RUN_STATUSES),
    reason: z.string().nullable(),
  }),
  z.strictObject({ kind: z.literal("plan"), planned: z.int() }),
  /** Results were stored. */
  z.strictObject({ kind: z.literal("results"), done: z.int(), errors: z.int() }),
  z.strictObject({ kind: z.literal("retry"), offered: z.int() }),
  /** A cell was looked at; `stopped`: requests that the stopping rule has spared so far. */
  z.strictObject({ kind: z.literal("looked"), stopped: z.int() }),
  /** Something is new of its batches; `under_way`: those that its hosts may still be working on. */
  z.strictObject({ kind: z.literal("batches"), under_way: z.int() }),
]);
export type JobEventData = z.output<typeof jobEventData>;

export interface JobEvent {
  /** Counts up from 1 within a job, in the order in which events were committed. */
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly data: JobEventData;
}

const eventRow = z.strictObject({
  id: z.int(),
  at: z.number(),
  data: z.string().transform((text): JobEventData => jobEventData.parse(JSON.parse(text))),
});
const idRow = z.strictObject({ last_event: z.int() });
const PAGE = 500;
const POLL_MS = 300;

/**
 * Tells of something that the same transaction does. The number is taken from the job's row, which
 * stays locked until the commit: a sequence would not follow the order of commits.
 * @returns false where the job is gone
 */
export async function tell(tx: Queries, job: number, data: JobEventData): Promise<boolean> {
  const [row] = await tx.rows(
    idRow,
    `UPDATE foilscope.jobs SET last_event = last_event + 1 WHERE id = $1::integer
      RETURNING last_event`,
    [job],
  );
  if (!row) return false;
  await tx.run(
    `INSERT INTO foilscope.events (job, id, at, kind, data)
      VALUES ($1::integer, $2::integer, foilscope.now_ms(), $3, $4)`,
    [job, row.last_event, data.kind, JSON.stringify(data)],
  );
  return true;
}

/** Events of a job behind an id, oldest first, at most 500. */
export function eventsAfter(queries: Queries, job: number, afterId: number): Promise<JobEvent[]> {
  return queries.rows(
    eventRow,
    `SELECT id, at, data FROM foilscope.events WHERE job = $1::integer AND id > $2::integer
      ORDER BY id LIMIT ${PAGE}`,
    [job, afterId],
  );
}

/**
 * Events of a job as they come, from behind an id on (0 for all): what a stream of server-sent
 * events with Last-Event-ID needs. Ends when aborted.
 */
export async function* watch(
  database: Database,
  clock: Clock,
  job: number,
  afterId: number,
  signal: AbortSignal,
): AsyncGenerator<JobEvent> {
  let last = afterId;
  const goesOn = () => !signal.aborted;
  while (goesOn()) {
    const events = await eventsAfter(database, job, last);
    for (const event of events) {
      if (!goesOn()) return;
      last = event.id;
      yield event;
    }
    if (events.length < PAGE) await clock.sleep(POLL_MS, signal);
  }
}
