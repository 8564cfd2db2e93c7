import type { JobProgress, RunningAccuracy } from "@/lib/jobs/progress";
import type { RunStanding } from "@/lib/jobs/publish/own";
import { doneOf, type Job, type JobRun } from "@/lib/jobs/queue/rows";
import { allows } from "@/lib/jobs/state";
import { shownName } from "@/lib/protocol/job-spec";
import { OUTCOMES, UNSCORED_OUTCOMES } from "@/lib/records/response";
import {
  BATCHES_SHOWN,
  JOB_BUTTONS,
  type JobBatchReply,
  type JobRunReply,
  type JobSummary,
  type RunAccuracy,
  type TokenSum,
} from "../contract/jobs";

const sumOf = (tokens: number, responses: number): TokenSum =>
  responses === 0 ? null : { tokens, responses };

function accuracyReply(known: RunningAccuracy | undefined): RunAccuracy | null {
  if (known?.accuracy == null) return null;
  const { accuracy, interval, kind, correct, scored, items } = known;
  return {
    value: accuracy,
    interval: interval && [interval[0], interval[1]],
    over: kind,
    correct,
    scored,
    items,
  };
}

function runReply(run: JobRun, job: Job, accuracy: readonly RunningAccuracy[]): JobRunReply {
  const model = job.spec.models[run.model];
  return {
    run_id: run.run_id,
    model: shownName(job.spec, run.model),
    requested: model?.model ?? "",
    mode: run.mode,
    host: run.host,
    planned: run.planned,
    stopped: run.stopped,
    counts: Object.fromEntries(OUTCOMES.map((outcome) => [outcome, run[outcome]])) as Record<
      (typeof OUTCOMES)[number],
      number
    >,
    done: doneOf(run),
    accuracy: accuracyReply(accuracy.find((one) => one.runId === run.run_id)),
    tokens: {
      prompt: sumOf(run.prompt_tokens, run.prompt_known),
      completion: sumOf(run.completion_tokens, run.completion_known),
      reasoning: sumOf(run.reasoning_tokens, run.reasoning_known),
      cached: sumOf(run.cached_tokens, run.cached_known),
    },
    cached_share: run.cached_of === 0 ? null : run.cached_tokens / run.cached_of,
    active_seconds: run.facts?.kind === "openai-batch" ? null : run.active_ms / 1000,
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

function batchReply(job: Job, batch: JobProgress["batches"][number]): JobBatchReply {
  const { model: index, cancel_asked, created, submitted, ended, ...shown } = batch;
  return {
    ...shown,
    model: shownName(job.spec, index),
    cancelling: cancel_asked,
    created: timeOf(created),
    submitted: timeOf(submitted),
    ended: timeOf(ended),
  };
}

const underWay = ({ state }: JobProgress["batches"][number]) =>
  state === "submitting" || state === "waiting";

/** What a summary is made of. */
export interface SummaryParts {
  readonly job: Job;
  readonly runs: readonly JobRun[];
  readonly progress: JobProgress;
  readonly accuracy: readonly RunningAccuracy[];
  /** How the directory of each run stands to the job. */
  readonly standings: readonly RunStanding[];
}

export function summaryOf(parts: SummaryParts): JobSummary {
  const { job, runs, progress, accuracy, standings } = parts;
  const { planned, done, stopped, left, outcomes, rate, secondsLeft, hosts, batches } = progress;
  return {
    id: job.id,
    name: job.name,
    state: progress.state,
    reason: progress.reason,
    planned,
    done,
    failed: UNSCORED_OUTCOMES.reduce((sum, outcome) => sum + outcomes[outcome], 0),
    stopped,
    left,
    per_minute: rate === null ? null : 60 * rate,
    seconds_left: secondsLeft,
    created: timeOf(job.created),
    started: timeOf(job.started),
    finished: timeOf(job.finished),
    last_event: job.last_event,
    published: job.published,
    in_explorer: standings.includes("own"),
    foreign_runs: runs.filter((_, i) => standings[i] === "foreign").map((run) => run.run_id),
    models: job.spec.models.map(({ host, model }) => ({ host, model })),
    hosts: hosts.map((host) => ({ ...host })),
    batches: batches.slice(0, BATCHES_SHOWN).map((batch) => batchReply(job, batch)),
    batches_under_way: batches.filter(underWay).length,
    runs: runs.map((run) => runReply(run, job, accuracy)),
    actions: JOB_BUTTONS.filter((action) => allows(progress.state, action)),
  };
}
