"use client";
import Link from "next/link";
import type { JobRunReply, JobSummary } from "@/lib/evaluate/contract/jobs";
import { JobBar } from "../job-bar";
import { RunAccuracy } from "../run-accuracy";
import { StateBadge } from "../state-badge";
import { batchesText, modelsText, paceText, progressSentence, tokensText } from "../words";

/** Accuracies that a line names; a job of more models is opened for the rest. */
const SHOWN = 3;

function RunAccuracyLine({ run, named }: { readonly run: JobRunReply; readonly named: boolean }) {
  const { accuracy } = run;
  const name = named ? `${run.model}${run.mode === "thinking" ? ", thinking" : ""}: ` : "";
  return (
    <li className={accuracy === null ? "text-muted" : undefined}>
      {name}
      <RunAccuracy accuracy={accuracy} />
    </li>
  );
}

/** One job in one line: state, progress, pace, accuracy so far, tokens. */
export function JobLine({ job }: { readonly job: JobSummary }) {
  const more = job.runs.length - SHOWN;
  return (
    <li
      data-job={job.id}
      className="border-line grid gap-x-4 gap-y-1 border-t px-2 py-2 first:border-t-0 min-[900px]:grid-cols-[minmax(12rem,2fr)_minmax(12rem,3fr)_minmax(10rem,2fr)_minmax(10rem,2fr)]"
    >
      <div className="min-w-0">
        <Link
          href={`/jobs/${job.id}`}
          prefetch={false}
          className="text-accent font-semibold [overflow-wrap:anywhere] underline"
        >
          {job.name}
        </Link>{" "}
        <StateBadge state={job.state} />
        <p className="text-muted text-xs [overflow-wrap:anywhere]">{modelsText(job)}</p>
      </div>
      <div className="min-w-0">
        <JobBar job={job} />
        <p className="tabular mt-0.5 text-xs">{progressSentence(job)}</p>
        {job.reason !== null && <p className="text-warn text-xs">{job.reason}</p>}
      </div>
      <div className="min-w-0 text-sm">
        <p className="tabular">{paceText(job)}</p>
        {job.batches_under_way > 0 && <p className="tabular">{batchesText(job)}</p>}
        <p className="text-muted tabular text-xs">{job.runs.length > 0 && tokensText(job.runs)}</p>
      </div>
      <ul aria-label="Accuracy so far" className="min-w-0 text-sm">
        {job.runs.slice(0, SHOWN).map((run) => (
          <RunAccuracyLine key={run.run_id} run={run} named={job.runs.length > 1} />
        ))}
        {more > 0 && <li className="text-muted text-xs">and {more} more</li>}
      </ul>
    </li>
  );
}
