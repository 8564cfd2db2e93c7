"use client";
import { X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { ProgressBar, progressText } from "@/components/ui/progress";
import { formatBytes, listOf, plural } from "@/lib/format/number";
import { isRestoring } from "./store-state";
import type { ImportJob } from "./types";
import { useActivity, useWorkspaceActions } from "./use-workspace";

function FailedJob({ job, onClose }: { readonly job: ImportJob; readonly onClose: () => void }) {
  return (
    <div role="alert" className="bg-danger-soft flex items-start gap-3 rounded p-2">
      <div className="min-w-0 flex-1">
        <p className="text-danger font-semibold">{listOf(job.files)} could not be read</p>
        <p className="break-words whitespace-pre-wrap">{job.error?.message}</p>
        <p className="text-muted">
          {job.cached === null
            ? "Nothing of it was kept, and what was open still is. Put the file right and drop it again."
            : "It is not in view. A reload tries this tab's copy of it again; putting this message away deletes the copy."}
        </p>
      </div>
      <Button variant="quiet" aria-label="Put this message away" onClick={onClose}>
        <X size={14} aria-hidden />
      </Button>
    </div>
  );
}

/** Files that this tab had kept, and that a reload did not bring back. */
export function LostFilesNotice() {
  const { lost } = useActivity();
  const { dismissLost } = useWorkspaceActions();
  if (lost.length === 0) return null;
  return (
    <div role="alert" className="bg-warn-soft flex items-start gap-3 rounded p-2">
      <div className="min-w-0 flex-1 break-words">
        {lost.map(({ files, why }, i) => (
          <p key={i}>
            {listOf(files)} was not read again: {why}. Its copy was deleted.
          </p>
        ))}
        <p className="text-muted">Drop it again to have it back.</p>
      </div>
      <Button variant="quiet" aria-label="Put this message away" onClick={dismissLost}>
        <X size={14} aria-hidden />
      </Button>
    </div>
  );
}

/** A file name as a shell takes it. */
const quoted = (name: string) =>
  /^[\w.,+-]+$/.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`;

/** Files that may be too large for a browser: said before they are read, with what to do. */
function LargeJob({ job, bytes }: { readonly job: ImportJob; readonly bytes: number }) {
  const { readAnyway, dismissJob } = useWorkspaceActions();
  return (
    <div role="alert" className="bg-warn-soft flex items-start gap-3 rounded p-2">
      <div className="min-w-0 flex-1 break-words">
        <p className="font-semibold">
          {listOf(job.files)}: {formatBytes(bytes)} to read may be more than a browser holds
        </p>
        <p>
          The command line reads files of any size:{" "}
          <code>foilscope import {job.files.map(quoted).join(" ")}</code>, then open this page with{" "}
          <code>foilscope serve</code>.
        </p>
      </div>
      <Button onClick={() => readAnyway(job.id)}>Read here all the same</Button>
      <Button onClick={() => dismissJob(job.id)}>Cancel</Button>
    </div>
  );
}

/** Files that could not be removed. */
export function FailedRemovalNotice() {
  const { removal } = useActivity();
  const { dismissRemoval } = useWorkspaceActions();
  if (!removal) return null;
  return (
    <div role="alert" className="bg-danger-soft flex items-start gap-3 rounded p-2">
      <div className="min-w-0 flex-1">
        <p className="text-danger font-semibold">{listOf(removal.files)} could not be removed</p>
        <p className="break-words whitespace-pre-wrap">{removal.error.message}</p>
        <p className="text-muted">
          If the data menu still lists it, remove it again there. If it does not, no view has it any
          more, and a reload frees its memory.
        </p>
      </div>
      <Button variant="quiet" aria-label="Put this message away" onClick={dismissRemoval}>
        <X size={14} aria-hidden />
      </Button>
    </div>
  );
}

/** The views wait for files of an earlier load of this tab: nobody has to. */
function RestoringNotice() {
  const { opening, jobs } = useActivity();
  const { openWithoutSaved } = useWorkspaceActions();
  if (opening.kind !== "opening" || !isRestoring(jobs)) return null;
  return (
    <div className="bg-accent-soft flex flex-wrap items-center gap-3 rounded p-2">
      <p className="min-w-0 flex-1 basis-64">
        The view waits for the files that this tab had open before the reload.
      </p>
      <Button onClick={openWithoutSaved}>Show it without them for now</Button>
    </div>
  );
}

/** Imports that are waiting, running, or failed. */
export function ImportJobs() {
  const { jobs } = useActivity();
  const { dismissJob } = useWorkspaceActions();
  return (
    <>
      <RestoringNotice />
      {jobs.map((job) =>
        job.error ? (
          <FailedJob key={job.id} job={job} onClose={() => dismissJob(job.id)} />
        ) : job.oversize !== null ? (
          <LargeJob key={job.id} job={job} bytes={job.oversize} />
        ) : (
          <div key={job.id} className="bg-accent-soft flex items-center gap-3 rounded p-2">
            <div className="min-w-0 flex-1 space-y-1">
              <p role="status" className="break-words">
                {progressText(job.progress)}
                {job.rows > 0 && `, ${plural(job.rows, "row")}`}
              </p>
              <ProgressBar progress={job.progress} />
            </div>
            <Button
              title={job.cached === null ? undefined : "Stops reading, and deletes the copy"}
              onClick={() => dismissJob(job.id)}
            >
              {job.cached === null ? "Cancel" : "Forget it"}
            </Button>
          </div>
        ),
      )}
    </>
  );
}
