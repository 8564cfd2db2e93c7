"use client";
import { Remark } from "@/components/ui/remark";
import { SimulatedBadge } from "@/components/ui/simulated-badge";
import type { JobReply } from "@/lib/evaluate/contract/jobs";
import { textOfSpec } from "@/lib/evaluate/spec-text";
import { JobBar } from "../job-bar";
import { PageFrame } from "../page-frame";
import { Queried } from "../queried";
import { useJob, useJobResults } from "../queries";
import { StateBadge } from "../state-badge";
import { foreignText, modelsText, paceText, progressSentence, tokensText } from "../words";
import { JobActions } from "./job-actions";
import { JobAnswers, JobFailures } from "./job-answers";
import { JobBatches } from "./job-batches";
import { JobFigures } from "./job-figures";
import { JobLooks } from "./job-looks";
import { JobRuns } from "./job-runs";
import { OpenInExplorer } from "./open-in-explorer";
import { useJobEvents, type JobEvents } from "./use-job-events";

/** State, progress and pace in one block. */
function Standing({ job }: Pick<JobReply, "job">) {
  const foreign = foreignText(job);
  return (
    <div className="border-line bg-surface space-y-1 rounded border p-3">
      <p className="flex flex-wrap items-center gap-x-3">
        <StateBadge state={job.state} />
        <span className="tabular text-sm">{progressSentence(job)}</span>
        <span className="tabular text-muted text-sm">{paceText(job)}</span>
      </p>
      <JobBar job={job} />
      {job.runs.length > 0 && <p className="text-muted tabular text-xs">{tokensText(job.runs)}</p>}
      {job.reason !== null && (
        <p role="alert" className="text-warn text-sm [overflow-wrap:anywhere]">
          Paused: {job.reason}
        </p>
      )}
      {foreign !== null && (
        <p role="alert" className="text-warn text-sm [overflow-wrap:anywhere]">
          {foreign}
        </p>
      )}
    </div>
  );
}

function Results({
  reply,
  points,
}: {
  readonly reply: JobReply;
  readonly points: JobEvents["points"];
}) {
  const query = useJobResults(reply.job.id);
  return (
    <Queried query={query} what="the results so far">
      {({ cells, looks, failures, answers }) => (
        <>
          {cells.some((cell) => cell.simulated) && <SimulatedBadge />}
          <JobFailures failures={failures} />
          <JobFigures
            cells={cells}
            points={points}
            planned={reply.job.planned - reply.job.stopped}
          />
          {reply.spec.adaptive !== null && <JobLooks looks={looks} />}
          <JobAnswers answers={answers} />
        </>
      )}
    </Queried>
  );
}

/** One job as it goes on. */
export function JobView({ id }: { readonly id: number }) {
  const query = useJob(id);
  const { points, connected } = useJobEvents(id);
  const name = query.data?.job.name ?? `Job ${id}`;
  return (
    <PageFrame
      title={name}
      subtitle={query.data && modelsText(query.data.job)}
      actions={query.data && <OpenInExplorer {...query.data} />}
    >
      <Queried query={query} what="the job">
        {(reply) => (
          <>
            {!connected && (
              <Remark>
                The stream of this job is being opened; what stands here is read now and then.
              </Remark>
            )}
            <Standing job={reply.job} />
            <JobActions {...reply} />
            <JobBatches job={reply.job} />
            <Results reply={reply} points={points} />
            <JobRuns job={reply.job} />
            <details>
              <summary className="text-muted text-sm">The job as JSON</summary>
              <pre className="border-line bg-sunken mt-1 overflow-x-auto rounded border p-2 font-mono text-xs">
                {textOfSpec(reply.spec)}
              </pre>
            </details>
          </>
        )}
      </Queried>
    </PageFrame>
  );
}
