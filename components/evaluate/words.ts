import { formatDuration } from "@/lib/format/duration";
import {
  formatCount,
  formatInterval,
  formatPercent,
  formatRate,
  plural,
} from "@/lib/format/number";
import type { JobRunReply, JobSummary, RunAccuracy, TokenSum } from "@/lib/evaluate/contract/jobs";

export const STATE_LABELS: Readonly<Record<JobSummary["state"], string>> = {
  planned: "not started",
  running: "running",
  paused: "paused",
  complete: "complete",
  incomplete: "incomplete",
  cancelled: "cancelled",
};

const OVER: Readonly<Record<RunAccuracy["over"], string>> = {
  item: "mean over items, 95% t interval over items",
  wilson: "95% Wilson interval",
};

/** "0.750 [0.612, 0.888]" */
export function accuracyText({ value, interval }: RunAccuracy): string {
  return interval === null ? formatRate(value) : `${formatRate(value)} ${formatInterval(interval)}`;
}

/** What an accuracy so far stands on. */
export function accuracyNote({ over, correct, scored, items }: RunAccuracy): string {
  return `${formatCount(correct)} correct of ${plural(scored, "scored response")} on ${plural(items, "item")}, all cells together; ${OVER[over]}`;
}

/** Before anything was answered nothing can be said of what hosts tell. */
export const NO_RESPONSE = "no response yet";

/** Tokens over all runs of a job; null where no response says them. */
export function tokensOf(
  runs: readonly JobRunReply[],
  kind: keyof JobRunReply["tokens"],
): TokenSum {
  const known = runs.flatMap((run) => run.tokens[kind] ?? []);
  if (known.length === 0) return null;
  return known.reduce((sum, one) => ({
    tokens: sum.tokens + one.tokens,
    responses: sum.responses + one.responses,
  }));
}

/** "12,345 prompt, 678 answer tokens, 52.9% from the cache"; what is not told is left out. */
export function tokensText(runs: readonly JobRunReply[]): string {
  if (runs.every((run) => run.done === 0)) return NO_RESPONSE;
  const prompt = tokensOf(runs, "prompt");
  const completion = tokensOf(runs, "completion");
  const share = cachedShare(runs);
  const parts = [
    prompt && `${formatCount(prompt.tokens)} prompt tokens`,
    completion && `${formatCount(completion.tokens)} answer tokens`,
    share !== null && `${formatPercent(share)} of the prompts from the cache`,
  ].filter((part) => typeof part === "string");
  return parts.length === 0 ? "no tokens told" : parts.join(", ");
}

/** Cached prompt tokens of one run, or of several where one alone tells; else null. */
function cachedShare(runs: readonly JobRunReply[]): number | null {
  const known = runs.filter((run) => run.cached_share !== null);
  // Shares of several runs stand on different sums: they are told run by run.
  return known.length === 1 ? (known[0]?.cached_share ?? null) : null;
}

/** "120 a minute, 2 min 5 s left"; empty where nothing is being asked. */
export function paceText({ state, per_minute, seconds_left }: JobSummary): string {
  if (state !== "running") return "";
  if (per_minute === null) return "rate not known yet";
  const left = seconds_left === null ? "" : `, ${formatDuration(seconds_left)} left`;
  return `${formatCount(per_minute)} a minute${left}`;
}

/** "90 of 120 done, 2 of them failed; 20 spared by the stopping rule" */
export function progressSentence({ done, planned, failed, stopped }: JobSummary): string {
  const failures = failed > 0 ? `, ${formatCount(failed)} of them failed` : "";
  const spared = stopped > 0 ? `; ${formatCount(stopped)} spared by the stopping rule` : "";
  return `${formatCount(done)} of ${formatCount(planned)} done${failures}${spared}`;
}

/** "2 batches under way"; empty where there is none. */
export function batchesText({ batches_under_way: n }: JobSummary): string {
  return n === 0 ? "" : `${plural(n, "batch", "batches")} under way`;
}

/** What is lost with a job that is removed, and what is not. */
export function removalText({
  done,
  in_explorer,
  batches_under_way: batches,
}: Pick<JobSummary, "done" | "in_explorer" | "batches_under_way">): string {
  const written = in_explorer
    ? "Runs that were written for the explorer stay."
    : "Nothing of it was written for the explorer: it is gone then.";
  const left =
    batches > 0
      ? ` Hosts still have ${plural(batches, "batch", "batches")} of it: left there, nobody asks for them or cancels them any more, what they answer is lost, and it may be charged for.`
      : "";
  return `The job and its ${plural(done, "stored response")} are taken out of the job database. ${written}${left}`;
}

/** Why runs of a job are not in the explorer; null where nothing stands in their way. */
export function foreignText({ foreign_runs: runs }: Pick<JobSummary, "foreign_runs">) {
  if (runs.length === 0) return null;
  return `Answers of this job stay in the job database: the runs folder holds ${runs.join(", ")} already, which this job did not write and does not replace. Move that out of the runs folder, then open the job in the explorer.`;
}

/** What names the models of a job in one line. */
export function modelsText({ models }: Pick<JobSummary, "models">): string {
  return models.map(({ model, host }) => `${model} on ${host}`).join(", ");
}
