"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ErrorState } from "@/components/ui/error-state";
import type { JobActionBody, JobReply } from "@/lib/evaluate/contract/jobs";
import { formatCount, plural } from "@/lib/format/number";
import { ConfirmButton } from "../confirm";
import { NumberField } from "../fields";
import { useWrite } from "../operator";
import { UnreadableFields, useUnreadable } from "../unreadable";
import { removalText } from "../words";

/** Asks something of a job, and reads it again. */
function useAct(id: number) {
  const write = useWrite();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: JobActionBody) => write("actOnJob", { parameters: { id }, body }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ["job", id] }),
        client.invalidateQueries({ queryKey: ["jobs"] }),
      ]),
  });
}

function ExtendButton({
  trials,
  stops,
  disabled,
  onExtend,
}: {
  readonly trials: number;
  /** The job has the stopping rule. */
  readonly stops: boolean;
  readonly disabled: boolean;
  readonly onExtend: (trials: number) => void;
}) {
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState<number | null>(trials * 2);
  const more = wanted !== null && Number.isInteger(wanted) && wanted > trials;
  const unreadable = useUnreadable();
  const ready = more && unreadable.text === null;
  return (
    <>
      <Button disabled={disabled} onClick={() => setOpen(true)}>
        More trials
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title="More trials">
        <form
          className="space-y-3"
          onSubmit={(event) => {
            event.preventDefault();
            if (!ready) return;
            setOpen(false);
            onExtend(wanted);
          }}
        >
          <p>It has {plural(trials, "trial")}. Only the new ones are asked; what is there stays.</p>
          {stops && <p>Cells that the stopping rule has stopped before that stay as they are.</p>}
          <UnreadableFields value={unreadable.tell}>
            <NumberField
              label="Trials K"
              value={wanted}
              onChange={setWanted}
              problem={more ? null : `a whole number above ${formatCount(trials)}`}
            />
          </UnreadableFields>
          <Button type="submit" variant="primary" disabled={!ready}>
            Ask them
          </Button>
        </form>
      </Dialog>
    </>
  );
}

/** What can be asked of a job now; what takes something away asks first. */
export function JobActions({ job, spec }: JobReply) {
  const act = useAct(job.id);
  const router = useRouter();
  const can = (action: JobReply["job"]["actions"][number]) => job.actions.includes(action);
  const begun = job.started !== null;
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap gap-1">
        {can("run") && (
          <Button
            variant="primary"
            disabled={act.isPending}
            onClick={() => act.mutate({ action: "run" })}
          >
            {begun ? "Resume" : "Start"}
          </Button>
        )}
        {can("pause") && (
          <Button disabled={act.isPending} onClick={() => act.mutate({ action: "pause" })}>
            Pause
          </Button>
        )}
        {can("retry") && job.failed > 0 && (
          <Button disabled={act.isPending} onClick={() => act.mutate({ action: "retry" })}>
            Retry {plural(job.failed, "failure")}
          </Button>
        )}
        {can("extend") && (
          <ExtendButton
            trials={spec.trials}
            stops={spec.adaptive !== null}
            disabled={act.isPending}
            onExtend={(trials) => act.mutate({ action: "extend", trials })}
          />
        )}
        <Link
          href={`/jobs/new?from=${job.id}`}
          prefetch={false}
          className="border-line bg-surface hover:bg-sunken inline-flex min-h-7 items-center rounded border px-2 text-sm"
        >
          Clone
        </Link>
        {can("cancel") && (
          <ConfirmButton
            label="Cancel the job"
            title={`Cancel ${job.name}?`}
            explanation="Requests in flight are closed at the host, and their answers are lost; batches are cancelled there, and what they had answered is stored. What was stored stays, and the job can be resumed later."
            disabled={act.isPending}
            onConfirm={() => act.mutate({ action: "cancel" })}
          />
        )}
        {can("remove") && (
          <ConfirmButton
            label="Remove"
            title={`Remove ${job.name}?`}
            explanation={removalText(job)}
            disabled={act.isPending}
            onConfirm={() =>
              act.mutate(
                { action: "remove", leave_batches: job.batches_under_way > 0 },
                { onSuccess: () => router.push("/jobs") },
              )
            }
          />
        )}
      </div>
      {act.error && <ErrorState error={act.error} title="That was not done" />}
      {act.data?.offered === 0 && (
        <p role="status" className="text-muted text-sm">
          There was nothing to retry.
        </p>
      )}
    </div>
  );
}
