"use client";
import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { RefreshCw, X } from "lucide-react";
import { useState } from "react";
import { call } from "@/components/evaluate/client";
import { useViewState, viewStateNow } from "@/components/hooks/use-view-state";
import { Button } from "@/components/ui/button";
import { ProgressBar, progressText } from "@/components/ui/progress";
import {
  useActivity,
  useWorkspace,
  useWorkspaceActions,
} from "@/components/workspace/use-workspace";
import { plural } from "@/lib/format/number";
import { IS_SITE } from "@/lib/http/hosting";

/** Milliseconds between looks at whether a job has written new results. */
const LOOK_MS = 5000;

/**
 * How often the server has written runs, and since when that is shown. A server that was started
 * again counts anew.
 */
function usePublished() {
  const { data } = useQuery({
    queryKey: ["published"],
    queryFn: ({ signal }) => call("published", { signal }),
    refetchInterval: LOOK_MS,
    enabled: !IS_SITE,
  });
  const published = data?.published ?? null;
  const [shown, setShown] = useState<number | null>(null);
  if (published !== null && (shown === null || published < shown)) setShown(published);
  return { isNew: published !== null && shown !== null && published > shown, published, setShown };
}

type Step = "offered" | "running" | "failed" | "taken";

const LABELS: Record<Step, string> = {
  offered: "Show them",
  running: "Show them",
  failed: "Try again",
  taken: "Put away",
};

const LOOKS: Record<Step, string> = {
  offered: "bg-accent-soft",
  running: "bg-accent-soft",
  failed: "bg-danger-soft",
  taken: "bg-accent-soft",
};

function Said({ step }: { readonly step: Step }) {
  const { snapshot } = useWorkspace();
  const { refresh } = useActivity();
  if (refresh?.kind === "running")
    return (
      <>
        <p>{progressText(refresh.progress)}</p>
        <ProgressBar progress={refresh.progress} />
      </>
    );
  if (refresh?.kind === "failed")
    return (
      <>
        <p className="text-danger font-semibold">The new results could not be opened</p>
        <p className="break-words whitespace-pre-wrap">{refresh.error.message}</p>
        <p className="text-muted">What you see is what was open before.</p>
      </>
    );
  if (step === "offered") return <p>A job has written new results since these were opened.</p>;
  const { runs = [], tables } = snapshot ?? {};
  return (
    <p>
      The new results are shown. The server’s data are now {plural(runs.length, "run")},{" "}
      {plural(tables?.responses ?? 0, "response")}.
    </p>
  );
}

/** Offers the results that a job has written since the data were opened; the view stays as it is. */
export function NewData() {
  const { state, update } = useViewState();
  const { opening, refresh: under } = useActivity();
  const { refresh } = useWorkspaceActions();
  const { isNew, published, setShown } = usePublished();
  const [taken, setTaken] = useState(false);
  if (state.embed || opening.kind !== "open" || !(isNew || taken || under)) return null;
  const step: Step = under?.kind ?? (isNew ? "offered" : "taken");
  const show = async () => {
    if (!(await refresh())) return;
    // What was written before the server was asked is shown; what came after is offered again.
    setShown(published);
    setTaken(true);
    // The link may name the snapshot that was there before.
    if (viewStateNow().data !== null) update({ data: null }, "replace");
  };
  const putAway = () => {
    setTaken(false);
    document.querySelector<HTMLElement>("#view")?.focus({ preventScroll: true });
  };
  return (
    <div
      role={step === "failed" ? "alert" : "status"}
      className={clsx("flex flex-wrap items-center gap-x-3 rounded p-2", LOOKS[step])}
      data-print="hide"
    >
      <div className="min-w-0 flex-1 basis-64 space-y-1">
        <Said step={step} />
      </div>
      {/* One button through all steps: the focus stays where it is. */}
      <Button
        aria-disabled={step === "running"}
        onClick={() => {
          if (step === "taken") putAway();
          else void show();
        }}
      >
        {step === "taken" ? <X size={14} aria-hidden /> : <RefreshCw size={14} aria-hidden />}
        {LABELS[step]}
      </Button>
    </div>
  );
}
