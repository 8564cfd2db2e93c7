import { z } from "zod";
import { BATCH_STATES } from "@/lib/hosts/host";
import { scalingRow } from "@/lib/metrics/rows";
import { jobSpecSchema, storedJobSpecSchema } from "@/lib/protocol/job-spec";
import { RUN_STATUSES } from "@/lib/records/manifest";
import { OUTCOMES } from "@/lib/records/response";
import { STOP_REASONS } from "@/lib/stats/stop-reasons";

const count = z.int().nonnegative();
const nullableText = z.string().nullable();
const nullableNumber = z.number().nullable();
/** UTC. */
const time = z.iso.datetime().nullable();
/** Ids are integers of the database. */
const MOST_ID = 2_147_483_647;
export const jobIdSchema = z.coerce.number().int().min(1).max(MOST_ID);
/** The event behind which a stream goes on; 0 for all. */
export const eventIdSchema = z.coerce.number().int().nonnegative().max(MOST_ID);

/** Correct of scored so far, over all cells of a run together. */
export const runAccuracySchema = z.strictObject({
  /** Mean over items of each item's share of correct. */
  value: z.number(),
  correct: count,
  /** 95%; null where there are too few items. */
  interval: z.tuple([z.number(), z.number()]).nullable(),
  /** `item`: t over items, for items asked several times; `wilson`: for items asked once. */
  over: z.enum(["item", "wilson"]),
  items: count,
  scored: count,
});
export type RunAccuracy = z.output<typeof runAccuracySchema>;

/** A sum over the responses that say it; null where none does. */
const tokenSum = z.strictObject({ tokens: count, responses: count }).nullable();
export type TokenSum = z.output<typeof tokenSum>;

/** One model of a job in one mode. */
export const jobRunSchema = z.strictObject({
  run_id: z.string(),
  /** As shown, and as the host knows it. */
  model: z.string(),
  requested: z.string(),
  mode: nullableText,
  host: z.string(),
  planned: count,
  /** Of the planned, those that the stopping rule spared. */
  stopped: count,
  counts: z.record(z.enum(OUTCOMES), count),
  done: count,
  accuracy: runAccuracySchema.nullable(),
  tokens: z.strictObject({
    prompt: tokenSum,
    completion: tokenSum,
    reasoning: tokenSum,
    cached: tokenSum,
  }),
  /** Cached prompt tokens over all prompt tokens of the responses that say how many were cached. */
  cached_share: nullableNumber,
  /** Null for batches: their host works when it likes. */
  active_seconds: z.number().nonnegative().nullable(),
  /** Every name under which the host answered; two are two models. */
  served: z.array(z.string()),
  dropped: z.array(z.string()),
  /** What was learnt of host and model when it began; null before. */
  facts: z
    .strictObject({
      version: nullableText,
      class: z.enum(["local", "api"]).nullable(),
      digest: nullableText,
      quantisation: nullableText,
      context: nullableNumber,
    })
    .nullable(),
});
export type JobRunReply = z.output<typeof jobRunSchema>;

export const JOB_BUTTONS = ["run", "pause", "cancel", "retry", "extend", "remove"] as const;

const batchCount = count.nullable();

/** A file of requests that was, or is to be, handed in at a host. */
export const jobBatchSchema = z.strictObject({
  id: z.int(),
  model: z.string(),
  host: z.string(),
  /** The host's own name for it; null before it has it. */
  remote: nullableText,
  /** `submitting`: not known to be at its host. `waiting`: its host has it. */
  state: z.enum(["submitting", "waiting", "collected", "refused", "given up"]),
  /** As its host says, with its counts; null before it was asked. */
  host_state: z.enum(BATCH_STATES).nullable(),
  host_done: batchCount,
  host_failed: batchCount,
  cancelling: z.boolean(),
  requests: count,
  bytes: z.number().nonnegative(),
  /** Of what was collected; done + failed + missing = requests. Null before. */
  done: batchCount,
  failed: batchCount,
  missing: batchCount,
  problem: nullableText,
  created: time,
  submitted: time,
  ended: time,
});
export type JobBatchReply = z.output<typeof jobBatchSchema>;

/** A job in one line. done + stopped + left = planned; failed is part of done. */
export const jobSummarySchema = z.strictObject({
  id: z.int().min(1),
  name: z.string(),
  state: z.enum(RUN_STATUSES),
  /** Why the program paused it; null where a user did. */
  reason: nullableText,
  planned: count,
  done: count,
  /** Rows that the model was never really asked for: `error` and `prompt_truncated`. */
  failed: count,
  /** Requests that the stopping rule spared. */
  stopped: count,
  left: count,
  /** Responses a minute over the last minute; null where it does not run. */
  per_minute: nullableNumber,
  seconds_left: nullableNumber,
  created: time,
  started: time,
  finished: time,
  /** Id of the last event: a stream goes on behind it. */
  last_event: count,
  /** Its run directories hold all of its results. */
  published: z.boolean(),
  /** The explorer can show some of its results. */
  in_explorer: z.boolean(),
  /** Its runs whose directories hold what it has not written: its answers are not written over that. */
  foreign_runs: z.array(z.string()),
  models: z.array(z.strictObject({ host: z.string(), model: z.string() })),
  /** `slots`: requests in flight at most, that workers hold now. */
  hosts: z.array(
    z.strictObject({
      host: z.string(),
      planned: count,
      done: count,
      stopped: count,
      errors: count,
      slots: count,
    }),
  ),
  /** The newest first, at most `BATCHES_SHOWN`. */
  batches: z.array(jobBatchSchema),
  /** Batches that hosts may still be working on. */
  batches_under_way: count,
  runs: z.array(jobRunSchema),
  /** What can be asked of it now. */
  actions: z.array(z.enum(JOB_BUTTONS)),
});
export type JobSummary = z.output<typeof jobSummarySchema>;

export const jobsReplySchema = z.strictObject({ jobs: z.array(jobSummarySchema) });

export const jobReplySchema = z.strictObject({ job: jobSummarySchema, spec: storedJobSpecSchema });
export type JobReply = z.output<typeof jobReplySchema>;

export const newJobSchema = z.strictObject({
  spec: jobSpecSchema,
  /** Starts it at once. */
  run: z.boolean().default(false),
});
export const madeJobSchema = z.strictObject({ id: z.int().min(1) });

export const jobActionSchema = z.discriminatedUnion("action", [
  /** Starts it, or goes on where it was left. */
  z.strictObject({ action: z.literal("run") }),
  z.strictObject({ action: z.literal("pause") }),
  z.strictObject({ action: z.literal("cancel") }),
  /** Offers errors for another try. */
  z.strictObject({ action: z.literal("retry") }),
  /** Raises K. */
  z.strictObject({
    action: z.literal("extend"),
    trials: z.int().min(1).max(100_000),
    padded_trials: z.int().min(1).max(100_000).optional(),
  }),
  /** A new job with the same spec under another name. */
  z.strictObject({ action: z.literal("clone"), name: z.string().min(1) }),
  /** Out of the database; run directories stay, and so do batches at hosts where they are left there. */
  z.strictObject({ action: z.literal("remove"), leave_batches: z.boolean().default(false) }),
  /** Writes what there is so far for the explorer. */
  z.strictObject({ action: z.literal("publish") }),
]);
export type JobActionBody = z.output<typeof jobActionSchema>;
/** The job that the action was about, or the new one of `clone`; how many rows `retry` offered. */
export const actedSchema = z.strictObject({ id: z.int().min(1), offered: count.nullable() });

/** Batches that a summary carries. */
export const BATCHES_SHOWN = 50;

/** Characters of an answer that the list of last answers carries. */
export const ANSWER_CLIP = 20_000;

export const answerSchema = z.strictObject({
  run_id: z.string(),
  model: z.string(),
  item_id: z.string(),
  environment: nullableText,
  n_options: z.int(),
  padding: z.string(),
  mode: nullableText,
  condition: nullableText,
  permutation: z.int().nullable(),
  trial: z.int(),
  outcome: z.enum(OUTCOMES),
  gold_pos: z.int(),
  resp_pos: z.int().nullable(),
  /** At most `ANSWER_CLIP` characters of `length`; null for a failure. */
  text: nullableText,
  length: count,
  failure: nullableText,
  latency_ms: nullableNumber,
});
export type Answer = z.output<typeof answerSchema>;

const pair = z.tuple([z.number(), z.number()]).nullable();

/** The newest look of the stopping rule at one cell. */
export const cellLookSchema = z.strictObject({
  run_id: z.string(),
  model: z.string(),
  environment: nullableText,
  n_options: z.int(),
  padding: z.string(),
  mode: nullableText,
  condition: nullableText,
  permutation: z.int().nullable(),
  /** Trials that were looked at; the cell has no further ones where it was stopped. */
  trials: count,
  planned_trials: count,
  /** Null where the cell goes on. */
  stop: z.enum(STOP_REASONS).nullable(),
  /** Null where an error among the rows let the look be passed over. Shares, on the scale of accuracy. */
  accuracy: nullableNumber,
  trial_interval: pair,
  item_interval: pair,
});
export type CellLookReply = z.output<typeof cellLookSchema>;

/** What came of a job so far. */
export const resultsReplySchema = z.strictObject({
  /** A row a cell, as the explorer's scaling view has it; intervals over trials are not told here. */
  cells: z.array(scalingRow),
  /** Cells that the stopping rule has looked at. */
  looks: z.array(cellLookSchema),
  failures: z.array(
    z.strictObject({ host: z.string(), kind: z.string(), count, example: z.string() }),
  ),
  /** The last leased first. */
  answers: z.array(answerSchema),
});
export type ResultsReply = z.output<typeof resultsReplySchema>;

/** One server-sent event of a job. Numbers are totals: an event that was missed loses nothing. */
export const jobEventSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("state"),
    at: z.iso.datetime(),
    state: z.enum(RUN_STATUSES),
    reason: nullableText,
  }),
  z.strictObject({ kind: z.literal("plan"), at: z.iso.datetime(), planned: count }),
  z.strictObject({ kind: z.literal("results"), at: z.iso.datetime(), done: count, errors: count }),
  z.strictObject({ kind: z.literal("retry"), at: z.iso.datetime(), offered: count }),
  /** The stopping rule has looked at a cell; `stopped`: requests spared so far. */
  z.strictObject({ kind: z.literal("looked"), at: z.iso.datetime(), stopped: count }),
  /** Something is new of its batches; `under_way`: those that hosts may still be working on. */
  z.strictObject({ kind: z.literal("batches"), at: z.iso.datetime(), under_way: count }),
]);
export type JobEventReply = z.output<typeof jobEventSchema>;

/** Whether the explorer's data are those of the store. */
export const publishedReplySchema = z.strictObject({
  /** Counts up whenever this server wrote runs for the explorer. */
  published: count,
});
