import { z } from "zod";
import type { Queries } from "@/lib/jobs/database/database";
import { doneOf, type Job, type JobRun } from "@/lib/jobs/queue/rows";
import { allows } from "@/lib/jobs/state";
import { OUTCOMES } from "@/lib/records/response";
import { JOB_BUTTONS, type JobRunReply, type JobSummary, type TokenSum } from "../contract/jobs";
import { accuracyOf, isRepeated, type ItemTally } from "./progress";

/** Milliseconds that the rate looks back. */
const WINDOW = 60_000;
/** Below so many milliseconds a rate says nothing. */
const SHORTEST = 500;

const beganRow = z.strictObject({ now: z.number(), began: z.number().nullable() });
const doneRow = z.strictObject({ done: z.int() });

/** Responses a minute over the last minute, or since it runs; null where that is too short to tell. */
export async function perMinute(
  queries: Queries,
  job: number,
  done: number,
): Promise<number | null> {
  const [row] = await queries.rows(
    beganRow,
    `SELECT foilscope.now_ms() AS now, (SELECT max(at) FROM foilscope.events
        WHERE job = $1::integer AND kind = 'state' AND data::json ->> 'state' = 'running') AS began`,
    [job],
  );
  if (row?.began == null) return null;
  const from = Math.max(row.began, row.now - WINDOW);
  if (row.now - from < SHORTEST) return null;
  const [before] = await queries.rows(
    doneRow,
    `SELECT (data::json ->> 'done')::integer AS done FROM foilscope.events
      WHERE job = $1::integer AND kind = 'results' AND at <= $2::double precision
      ORDER BY id DESC LIMIT 1`,
    [job, from],
  );
  return (60_000 * (done - (before?.done ?? 0))) / (row.now - from);
}

const sumOf = (tokens: number, responses: number): TokenSum =>
  responses === 0 ? null : { tokens, responses };

function runReply(
  run: JobRun,
  job: Job,
  tallies: readonly ItemTally[],
): JobRunReply {
  const model = job.spec.models[run.model];
  return {
    run_id: run.run_id,
    model: model?.display ?? model?.model ?? "",
    requested: model?.model ?? "",
    mode: run.mode,
    host: run.host,
    planned: run.planned,
    counts: Object.fromEntries(OUTCOMES.map((outcome) => [outcome, run[outcome]])) as Record<
      (typeof OUTCOMES)[number],
      number
    >,
    done: doneOf(run),
    accuracy: accuracyOf(
      tallies.filter((tally) => tally.run_id === run.run_id),
      isRepeated(job.spec),
    ),
    tokens: {
      prompt: sumOf(run.prompt_tokens, run.prompt_known),
      completion: sumOf(run.completion_tokens, run.completion_known),
      reasoning: sumOf(run.reasoning_tokens, run.reasoning_known),
      cached: sumOf(run.cached_tokens, run.cached_known),
    },
    cached_share: run.cached_of === 0 ? null : run.cached_tokens / run.cached_of,
    active_seconds: run.active_ms / 1000,
    served: run.served,
    dropped: run.dropped,
    facts: run.facts && {
      version: run.facts.version,
      class: run.facts.class,
      digest: run.facts.digest,
      quantisation: run.facts.quantisation,
      context: run.facts.context,
    },
  };
}

const timeOf = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

/** What a summary is made of. */
export interface SummaryParts {
  readonly job: Job;
  readonly runs: readonly JobRun[];
  readonly tallies: readonly ItemTally[];
  /** Responses a minute; null where it does not run. */
  readonly rate: number | null;
  readonly inExplorer: boolean;
}

export function summaryOf({ job, runs, tallies, rate, inExplorer }: SummaryParts): JobSummary {
  const done = runs.reduce((sum, run) => sum + doneOf(run), 0);
  const left = Math.max(0, job.planned - done);
  return {
    id: job.id,
    name: job.name,
    state: job.state,
    reason: job.reason,
    planned: job.planned,
    done,
    failed: runs.reduce((sum, run) => sum + run.error + run.prompt_truncated, 0),
    left,
    per_minute: rate,
    seconds_left: rate === null || rate <= 0 ? null : (60 * left) / rate,
    created: timeOf(job.created),
    started: timeOf(job.started),
    finished: timeOf(job.finished),
    last_event: job.last_event,
    published: job.published,
    in_explorer: inExplorer,
    models: job.spec.models.map(({ host, model }) => ({ host, model })),
    runs: runs.map((run) => runReply(run, job, tallies)),
    actions: JOB_BUTTONS.filter((action) => allows(job.state, action)),
  };
}
