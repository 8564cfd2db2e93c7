import { z } from "zod";
import type { Database, Queries } from "@/lib/jobs/database/database";
import { errorsOf } from "@/lib/jobs/progress";
import type { Job, JobRun } from "@/lib/jobs/queue/rows";
import { recordFrom, type JobRecord } from "@/lib/jobs/runner/record";
import { looksOf, type CellLook } from "@/lib/jobs/stopping/read";
import { plannedTrials } from "@/lib/protocol/cells";
import { shownName } from "@/lib/protocol/job-spec";
import { ANSWER_CLIP, type Answer, type CellLookReply, type ResultsReply } from "../contract/jobs";
import { cellsOfRun, type ItemTally } from "./cells";

const LAST = 20;
const CUT_EXAMPLE = "the host reported fewer prompt tokens than the prompt must have";

const recordRow = z.strictObject({ record: z.string() });

/** The text up to a place that splits no character in two. */
function clipped(text: string): string {
  if (text.length <= ANSWER_CLIP) return text;
  const unit = text.charCodeAt(ANSWER_CLIP);
  return text.slice(0, unit >= 0xdc00 && unit <= 0xdfff ? ANSWER_CLIP - 1 : ANSWER_CLIP);
}

export function answerOf({ response, raw, failure }: JobRecord): Answer {
  const text = failure ? null : (raw.text ?? "");
  return {
    run_id: response.run_id,
    model: response.model,
    item_id: response.item_id,
    environment: response.environment,
    n_options: response.n_options,
    padding: response.padding,
    mode: response.mode,
    condition: response.condition,
    permutation: response.permutation,
    trial: response.trial,
    outcome: response.outcome,
    gold_pos: response.gold_pos,
    resp_pos: response.resp_pos,
    text: text === null ? null : clipped(text),
    length: text?.length ?? 0,
    failure: failure?.message ?? null,
    latency_ms: response.latency_ms,
  };
}

/** The responses that were leased last. */
async function lastRecords(queries: Queries, runs: readonly string[]): Promise<JobRecord[]> {
  const rows = await queries.rows(
    recordRow,
    `SELECT record FROM foilscope.results WHERE run_id = ANY($1::text[])
      ORDER BY epoch DESC, trial DESC, item_id LIMIT ${LAST}`,
    [runs],
  );
  return rows.map((row) => recordFrom(row.record));
}

/** Rows whose prompt was cut, as one kind of failure beside the errors. */
function cutPrompts(runs: readonly JobRun[]): ResultsReply["failures"] {
  return [...Map.groupBy(runs, (run) => run.host)].flatMap(([host, own]) => {
    const count = own.reduce((sum, run) => sum + run.prompt_truncated, 0);
    return count === 0 ? [] : [{ host, kind: "prompt cut", count, example: CUT_EXAMPLE }];
  });
}

function lookReply(job: Job, run: JobRun, { cell, trials, stop, look }: CellLook): CellLookReply {
  return {
    run_id: run.run_id,
    model: shownName(job.spec, run.model),
    ...cell,
    trials,
    planned_trials: plannedTrials(job.spec, cell.padding),
    stop,
    accuracy: look?.accuracy ?? null,
    trial_interval: look && [look.trialInterval[0], look.trialInterval[1]],
    item_interval: look && [look.itemInterval[0], look.itemInterval[1]],
  };
}

/** Cells, looks, failures and last answers of a job. */
export async function resultsOf(
  database: Database,
  job: Job,
  runs: readonly JobRun[],
  tallies: readonly ItemTally[],
  benchmark: string,
): Promise<ResultsReply> {
  const ids = runs.map((run) => run.run_id);
  const last = await lastRecords(database, ids);
  const looks = job.spec.adaptive === null ? [] : await looksOf(database, job.id);
  return {
    cells: runs.flatMap((run) =>
      cellsOfRun(
        run.run_id,
        tallies.filter((tally) => tally.run_id === run.run_id),
        {
          model: shownName(job.spec, run.model),
          benchmark,
          scorer: job.spec.scorer,
          simulated: run.facts?.kind === "simulated",
        },
      ),
    ),
    looks: runs.flatMap((run) =>
      looks
        .filter((look) => look.runId === run.run_id)
        .sort((a, b) => a.cell.n_options - b.cell.n_options)
        .map((look) => lookReply(job, run, look)),
    ),
    failures: [...(await errorsOf(database, job.id)), ...cutPrompts(runs)],
    answers: last.map(answerOf),
  };
}
