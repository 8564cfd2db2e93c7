import { z } from "zod";
import { storedJobSpecSchema } from "@/lib/protocol/job-spec";
import { RUN_STATUSES } from "@/lib/records/manifest";
import { OUTCOMES } from "@/lib/records/response";
import type { Queries } from "../database/database";
import type { ModelIdentity } from "../ports";

const jsonText = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    context.addIssue({ code: "custom", message: "not JSON" });
    return z.NEVER;
  }
});

export const jobRow = z.strictObject({
  id: z.int(),
  name: z.string(),
  spec: jsonText.pipe(storedJobSpecSchema),
  spec_hash: z.string(),
  item_set: z.string(),
  state: z.enum(RUN_STATUSES),
  /** Why the program paused it; null where a user did. */
  reason: z.string().nullable(),
  planned: z.int(),
  chunks: z.int(),
  last_event: z.int(),
  /** Its run directories hold all of its results. */
  published: z.boolean(),
  created: z.number(),
  started: z.number().nullable(),
  finished: z.number().nullable(),
});
/** A job as it lies in the database. Times are milliseconds since 1970. */
export type Job = z.output<typeof jobRow>;

const JOB_COLUMNS = Object.keys(jobRow.shape).join(", ");

export const OUTCOME_COLUMNS = OUTCOMES;
/** Sums over the rows of a run; `…_known` count the rows that say so many tokens. */
export const SUM_COLUMNS = [
  "correct",
  "prompt_known",
  "prompt_tokens",
  "completion_known",
  "completion_tokens",
  "reasoning_known",
  "reasoning_tokens",
  "cached_known",
  "cached_tokens",
  /** Prompt tokens of the rows that say how many were cached. */
  "cached_of",
] as const;
export const TALLY_COLUMNS = [...OUTCOME_COLUMNS, ...SUM_COLUMNS] as const;
export type Tally = Record<(typeof TALLY_COLUMNS)[number], number>;

const tallyShape = Object.fromEntries(TALLY_COLUMNS.map((name) => [name, z.number()])) as Record<
  keyof Tally,
  z.ZodNumber
>;

/** What was learnt of a host and model when the run began, without credentials. */
export const factsSchema = z.strictObject({
  kind: z.string(),
  base_url: z.string().nullable(),
  concurrency: z.int(),
  prices: z
    .strictObject({
      currency: z.string(),
      prompt: z.number(),
      cached_prompt: z.number().nullable(),
      completion: z.number(),
    })
    .nullable(),
  version: z.string().nullable(),
  class: z.enum(["local", "api"]).nullable(),
  digest: z.string().nullable(),
  quantisation: z.string().nullable(),
  parameters: z.number().nullable(),
  context: z.number().nullable(),
});
export type RunFacts = z.output<typeof factsSchema>;

export const runRow = z.strictObject({
  run_id: z.string(),
  job: z.int(),
  model: z.int(),
  mode: z.enum(["direct", "thinking"]),
  host: z.string(),
  planned: z.int(),
  /** Of the planned, those that the stopping rule spared. */
  stopped: z.int(),
  items: z.int(),
  facts: jsonText.pipe(factsSchema).nullable(),
  /** Every name under which the host answered, in order; of one model there is one. */
  served: jsonText.pipe(z.array(z.string())),
  dropped: jsonText.pipe(z.array(z.string())),
  started: z.number().nullable(),
  finished: z.number().nullable(),
  active_ms: z.number(),
  ...tallyShape,
});
/** A run of a job with the sums of its rows. */
export type JobRun = z.output<typeof runRow>;

const RUN_COLUMNS = Object.keys(runRow.shape).join(", ");

/** A job that is not there. */
export class NoSuchJob extends Error {
  override readonly name = "NoSuchJob";
}

/** @throws NoSuchJob */
export async function readJob(queries: Queries, id: number, lock = false): Promise<Job> {
  const [job] = await queries.rows(
    jobRow,
    `SELECT ${JOB_COLUMNS} FROM foilscope.jobs WHERE id = $1::integer${lock ? " FOR UPDATE" : ""}`,
    [id],
  );
  if (!job) throw new NoSuchJob(`there is no job ${id}`);
  return job;
}

/** All jobs, the newest first. */
export function listJobs(queries: Queries): Promise<Job[]> {
  return queries.rows(jobRow, `SELECT ${JOB_COLUMNS} FROM foilscope.jobs ORDER BY id DESC`);
}

/** Jobs that workers ask for, the oldest first. */
export function runningJobs(queries: Queries): Promise<Job[]> {
  return queries.rows(
    jobRow,
    `SELECT ${JOB_COLUMNS} FROM foilscope.jobs WHERE state = 'running' ORDER BY id`,
  );
}

export function readRuns(queries: Queries, job: number): Promise<JobRun[]> {
  return queries.rows(
    runRow,
    `SELECT ${RUN_COLUMNS} FROM foilscope.runs WHERE job = $1::integer ORDER BY model, mode`,
    [job],
  );
}

const identityRow = z.strictObject({
  identity: jsonText
    .pipe(
      z.strictObject({
        requested: z.string(),
        digest: z.string().nullable(),
        quantisation: z.string().nullable(),
        /** Of a job that began before hosts were told apart there is none. */
        host: z.string().nullable().default(null),
      }),
    )
    .nullable(),
});

/** By index of the spec's models: what its run ids are made of; null before the job was first run. */
export async function readIdentities(
  queries: Queries,
  job: number,
): Promise<(ModelIdentity | null)[]> {
  const rows = await queries.rows(
    identityRow,
    "SELECT identity FROM foilscope.queues WHERE job = $1::integer ORDER BY model",
    [job],
  );
  return rows.map((row) => row.identity);
}

/** Rows of a run that have a result. */
export function doneOf(tally: Readonly<Record<(typeof OUTCOMES)[number], number>>): number {
  return OUTCOMES.reduce((sum, outcome) => sum + tally[outcome], 0);
}
