"use client";
import { useMutation } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import type { JobReply } from "@/lib/evaluate/contract/jobs";
import { apiPath } from "@/lib/snapshot/api";
import { hrefOf } from "@/lib/view-state/codec";
import { defaultState } from "@/lib/view-state/state";
import { useWrite } from "../operator";

/** Where the explorer shows the runs of a job alone: against N where it asked at several. */
function addressOf({ job, spec }: JobReply): string {
  const view = (spec.option_counts?.length ?? 0) > 1 ? "scaling" : "runs";
  const runs = job.runs.filter((run) => run.done > 0).map((run) => run.run_id);
  return hrefOf({ ...defaultState(view), filters: [{ field: "run", values: runs }] });
}

/** Writes what there is for the explorer where that is behind, then goes there. */
export function OpenInExplorer(reply: JobReply) {
  const write = useWrite();
  const { job } = reply;
  const open = useMutation({
    mutationFn: async () => {
      if (!job.published || job.foreign_runs.length > 0)
        await write("actOnJob", { parameters: { id: job.id }, body: { action: "publish" } });
      // Loaded anew, so that it opens the present data.
      window.location.assign(apiPath(addressOf(reply).slice(1)));
    },
  });
  if (job.done === 0) return null;
  return (
    <div className="space-y-2">
      <Button disabled={open.isPending} onClick={() => open.mutate()}>
        {open.isPending ? "Writing the runs …" : "Open in the explorer"}
      </Button>
      {open.error && (
        <ErrorState error={open.error} title="The runs could not be written for the explorer" />
      )}
    </div>
  );
}
