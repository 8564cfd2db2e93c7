"use client";
import type { JobRunReply, JobSummary } from "@/lib/evaluate/contract/jobs";
import { formatDuration } from "@/lib/format/duration";
import { formatCount, formatPercent, plural } from "@/lib/format/number";
import { inWords } from "@/lib/format/words";
import { RunAccuracy } from "../run-accuracy";
import { NO_RESPONSE, tokensOf } from "../words";

function factsText({ facts, served }: JobRunReply): string {
  if (facts === null) return "not looked at yet";
  const parts = [
    facts.version,
    served.length === 0 ? null : `served as ${served.join(" and as ")}`,
    facts.quantisation,
    facts.digest === null ? null : `digest ${facts.digest.slice(0, 12)}`,
    facts.context === null ? null : `context ${formatCount(facts.context)}`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? "the host tells nothing of itself" : parts.join(", ");
}

function outcomesText({ counts }: JobRunReply): string {
  const parts = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([outcome, count]) => `${formatCount(count)} ${inWords(outcome)}`);
  return parts.length === 0 ? NO_RESPONSE : parts.join(", ");
}

const KINDS = ["prompt", "completion", "reasoning", "cached"] as const;
const KIND_LABELS = {
  prompt: "prompt",
  completion: "answer",
  reasoning: "reasoning",
  cached: "cached",
};

function tokenText(run: JobRunReply): string {
  if (run.done === 0) return NO_RESPONSE;
  const parts = KINDS.flatMap((kind) => {
    const sum = tokensOf([run], kind);
    if (sum === null) return [];
    const of = sum.responses < run.done ? ` (${plural(sum.responses, "response")} tell)` : "";
    return [`${formatCount(sum.tokens)} ${KIND_LABELS[kind]}${of}`];
  });
  const share =
    run.cached_share === null
      ? []
      : [`${formatPercent(run.cached_share)} of the prompts from the cache`];
  return [...parts, ...share].join(", ") || "not told by the host";
}

function RunCard({ run }: { readonly run: JobRunReply }) {
  const { accuracy } = run;
  return (
    <li data-run={run.run_id} className="border-line min-w-0 space-y-1 rounded border p-2">
      <h3 className="font-semibold [overflow-wrap:anywhere]">
        {run.model}
        {run.mode === "thinking" && ", thinking"} <span className="text-muted">on {run.host}</span>
      </h3>
      <dl className="grid grid-cols-[max-content_1fr] gap-x-3 text-sm [overflow-wrap:anywhere]">
        <dt className="text-muted">done</dt>
        <dd className="tabular">
          {formatCount(run.done)} of {formatCount(run.planned)}
          {run.stopped > 0 && `; ${formatCount(run.stopped)} spared by the stopping rule`}
        </dd>
        <dt className="text-muted">accuracy</dt>
        <dd className="tabular">
          <RunAccuracy accuracy={accuracy} />
        </dd>
        <dt className="text-muted">outcomes</dt>
        <dd className="tabular">{outcomesText(run)}</dd>
        <dt className="text-muted">tokens</dt>
        <dd className="tabular">{tokenText(run)}</dd>
        <dt className="text-muted">asked for</dt>
        <dd className="tabular">
          {run.active_seconds === null ? "in batches" : formatDuration(run.active_seconds)}
        </dd>
        <dt className="text-muted">host</dt>
        <dd>{factsText(run)}</dd>
        {run.served.length > 1 && (
          <>
            <dt className="text-warn">mixed</dt>
            <dd className="text-warn">
              {run.served.length} models answered in this run: its numbers are those of no one model
            </dd>
          </>
        )}
        {run.dropped.length > 0 && (
          <>
            <dt className="text-muted">not sent</dt>
            <dd>{run.dropped.join(", ")}: this host does not take it</dd>
          </>
        )}
        <dt className="text-muted">run</dt>
        <dd className="font-mono text-xs">{run.run_id}</dd>
      </dl>
    </li>
  );
}

/** The hosts of a job and its runs. */
export function JobRuns({ job }: { readonly job: JobSummary }) {
  if (job.runs.length === 0)
    return <p className="text-muted text-sm">It has not been started: nothing was asked yet.</p>;
  return (
    <section aria-labelledby="runs" className="space-y-2">
      <h2 id="runs" className="font-semibold">
        Hosts and runs
      </h2>
      <ul aria-label="Hosts" className="tabular text-sm">
        {job.hosts.map((host) => (
          <li key={host.host}>
            {host.host}: {formatCount(host.done)} of {formatCount(host.planned - host.stopped)}{" "}
            done, {plural(host.errors, "error")}, {plural(host.slots, "slot")} taken
          </li>
        ))}
      </ul>
      <ul aria-label="Runs" className="grid gap-2 min-[900px]:grid-cols-2">
        {job.runs.map((run) => (
          <RunCard key={run.run_id} run={run} />
        ))}
      </ul>
    </section>
  );
}
