import type { JobSummary } from "@/lib/evaluate/contract/jobs";
import { progressSentence } from "./words";

/** Scored, failed, spared and left as parts of what is planned; the numbers stand beside it. */
export function JobBar({ job }: { readonly job: JobSummary }) {
  const scored = job.done - job.failed;
  const part = (count: number) => ({
    flex: `${count} 0 0`,
    // A single failure among thousands must not vanish.
    minWidth: count > 0 ? 3 : 0,
  });
  return (
    <div
      role="progressbar"
      aria-label={`Progress of ${job.name}`}
      aria-valuemin={0}
      aria-valuemax={job.planned}
      aria-valuenow={job.done + job.stopped}
      aria-valuetext={progressSentence(job)}
      className="border-line bg-sunken flex h-3 w-full overflow-hidden rounded border"
    >
      <div className="bg-accent" style={part(scored)} />
      <div className="bg-danger" style={part(job.failed)} />
      <div style={part(job.left)} />
      <div className="bg-line" style={part(job.stopped)} />
    </div>
  );
}
