"use client";
import { useQuery } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { call } from "@/components/evaluate/client";
import { useViewState } from "@/components/hooks/use-view-state";
import { Button } from "@/components/ui/button";
import { IS_SITE } from "@/lib/http/hosting";

/** Milliseconds between looks at whether a job has written new results. */
const LOOK_MS = 5000;

/**
 * Whether the server has written runs since this page was opened. A server that was started again
 * counts anew.
 */
function useNewRuns(): boolean {
  const { data } = useQuery({
    queryKey: ["published"],
    queryFn: ({ signal }) => call("published", { signal }),
    refetchInterval: LOOK_MS,
    enabled: !IS_SITE,
  });
  const published = data?.published ?? null;
  const [first, setFirst] = useState<number | null>(null);
  if (published !== null && (first === null || published < first)) setFirst(published);
  return published !== null && first !== null && published > first;
}

/** Offers the results that a job has written since the page was opened; the view stays as it is. */
export function NewData() {
  const { state, update } = useViewState();
  if (!useNewRuns() || state.embed) return null;
  const show = () => {
    // A link that names a snapshot would open that one again.
    if (state.data !== null) update({ data: null }, "replace");
    window.location.reload();
  };
  return (
    <div
      role="status"
      className="bg-accent-soft flex flex-wrap items-center gap-x-3 rounded p-2"
      data-print="hide"
    >
      <p className="min-w-0 flex-1 basis-64">
        A job has written new results since this page was opened.
      </p>
      <Button onClick={show}>
        <RefreshCw size={14} aria-hidden /> Show them
      </Button>
    </div>
  );
}
