"use client";
import Link from "next/link";
import type { JobSummary } from "@/lib/evaluate/contract/jobs";
import { plural } from "@/lib/format/number";
import { PageFrame } from "../page-frame";
import { Queried } from "../queried";
import { useHosts, useJobs } from "../queries";
import { JobLine } from "./job-line";

const LINK = "text-accent underline";

/** What to do first. */
function NoJobs() {
  const hosts = useHosts();
  const attached = hosts.data?.hosts.length ?? 0;
  return (
    <div className="border-line bg-surface max-w-2xl space-y-2 rounded border p-4">
      <h2 className="font-semibold">Nothing has been asked yet</h2>
      {attached === 0 ? (
        <p>
          First{" "}
          <Link href="/hosts" prefetch={false} className={LINK}>
            attach a host
          </Link>
          : a program on this machine that answers (Ollama, llama.cpp, vLLM, LM Studio), or a
          service. A simulated host needs nothing and shows how everything works.
        </p>
      ) : (
        <p>
          {plural(attached, "host is", "hosts are")} attached.{" "}
          <Link href="/jobs/new" prefetch={false} className={LINK}>
            Describe the first job
          </Link>
          : what it will take is told before anything is asked.
        </p>
      )}
    </div>
  );
}

function titleOf(jobs: readonly JobSummary[]): string {
  const running = jobs.filter((job) => job.state === "running").length;
  return running > 0
    ? `${plural(jobs.length, "job")}, ${running} running`
    : plural(jobs.length, "job");
}

/** All jobs, a line each, the newest first. */
export function JobsView() {
  const query = useJobs();
  return (
    <PageFrame
      title={query.data ? titleOf(query.data.jobs) : "Jobs"}
      subtitle="done counts every stored response; failed are those that the model was never really asked for"
      actions={
        <Link
          href="/jobs/new"
          prefetch={false}
          className="border-accent bg-accent text-accent-ink inline-flex min-h-7 items-center rounded border px-2 text-sm hover:opacity-90"
        >
          New job
        </Link>
      }
    >
      <Queried query={query} what="the jobs">
        {({ jobs }) =>
          jobs.length === 0 ? (
            <NoJobs />
          ) : (
            <ul aria-label="Jobs" className="border-line bg-surface rounded border">
              {jobs.map((job) => (
                <JobLine key={job.id} job={job} />
              ))}
            </ul>
          )
        }
      </Queried>
    </PageFrame>
  );
}
