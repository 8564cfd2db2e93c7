"use client";
import { ProgressBar, progressText } from "@/components/ui/progress";
import { useActivity, useWorkspace } from "@/components/workspace/use-workspace";

/**
 * How the database engine stands, where views are drawn before it answers: what is asked of them
 * meanwhile waits for it. Over the page, so that nothing moves when it goes.
 */
export function EngineStatus() {
  const { opening } = useActivity();
  const { workspace } = useWorkspace();
  return (
    <div data-engine={opening.kind} data-print="hide">
      {opening.kind === "opening" && workspace && (
        <div
          role="status"
          className="border-line bg-raised shadow-float fixed right-3 bottom-3 z-30 w-72 max-w-[calc(100vw-1.5rem)] space-y-1.5 rounded border px-3 py-2 text-xs"
        >
          <p>{progressText(opening.progress)}</p>
          <ProgressBar progress={opening.progress} />
          <p className="text-muted">
            Filters and what is still missing wait for the database engine.
          </p>
        </div>
      )}
    </div>
  );
}
