import { z } from "zod";
import type { Queries } from "@/lib/jobs/database/database";
import type { Job, JobRun } from "@/lib/jobs/queue/rows";
import { recordFrom, type JobRecord } from "@/lib/jobs/runner/record";
import { ANSWER_CLIP, type Answer, type ResultsReply } from "../contract/jobs";
import { cellsOfRun, type ItemTally } from "./progress";

const LAST = 20;
const KINDS = 20;
const CUT = "prompt_truncated";
const CUT_EXAMPLE = "the host reported fewer prompt tokens than the prompt must have";

const recordRow = z.strictObject({ record: z.string() });
const failureRow = z.strictObject({ kind: z.string(), count: z.int() });

/** The text up to a place that splits no character in two. */
function clipped(text: string): string {
  if (text.length <= ANSWER_CLIP) return text;
  const unit = text.charCodeAt(ANSWER_CLIP);
  return text.slice(0, unit >= 0xdc00 && unit <= 0xdfff ? ANSWER_CLIP - 1 : ANSWER_CLIP);
}

function answerOf({ response, raw, failure }: JobRecord): Answer {
  const text = failure ? null : (raw.text ?? "");
  return {
    run_id: response.run_id,
    model: response.model,
    item_id: response.item_id,
    environment: response.environment,
    n_options: response.n_options,
    padding: response.padding,
    mode: response.mode,
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

async function records(
  queries: Queries,
  where: string,
  parameters: readonly (string | readonly string[])[],
  limit: number,
): Promise<JobRecord[]> {
  const rows = await queries.rows(
    recordRow,
    `SELECT record FROM foilscope.results WHERE run_id = ANY($1::text[]) AND ${where}
      ORDER BY epoch DESC, trial DESC, item_id LIMIT ${limit}`,
    parameters,
  );
  return rows.map((row) => recordFrom(row.record));
}

/** Errors by kind with one of each as an example, the most frequent first. */
async function failuresOf(
  queries: Queries,
  runs: readonly string[],
): Promise<ResultsReply["failures"]> {
  const kinds = await queries.rows(
    failureRow,
    `SELECT coalesce(failure, outcome) AS kind, count(*)::integer AS count FROM foilscope.results
      WHERE run_id = ANY($1::text[]) AND (failure IS NOT NULL OR outcome = '${CUT}')
      GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${KINDS}`,
    [runs],
  );
  return Promise.all(
    kinds.map(async ({ kind, count }) => {
      const [one] = await records(queries, "failure = $2", [runs, kind], 1);
      return { kind, count, example: one?.failure?.message ?? CUT_EXAMPLE };
    }),
  );
}

/** Cells, failures and last answers of a job. */
export async function resultsOf(
  queries: Queries,
  job: Job,
  runs: readonly JobRun[],
  tallies: readonly ItemTally[],
  benchmark: string,
): Promise<ResultsReply> {
  const ids = runs.map((run) => run.run_id);
  const last = await records(queries, "true", [ids], LAST);
  return {
    cells: runs.flatMap((run) => {
      const model = job.spec.models[run.model];
      return cellsOfRun(
        run.run_id,
        tallies.filter((tally) => tally.run_id === run.run_id),
        {
          model: model?.display ?? model?.model ?? "",
          benchmark,
          scorer: job.spec.scorer,
          simulated: run.facts?.kind === "simulated",
        },
      );
    }),
    failures: await failuresOf(queries, ids),
    answers: last.map(answerOf),
  };
}
