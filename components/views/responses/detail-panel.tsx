"use client";
import Link from "next/link";
import { useViewState } from "@/components/hooks/use-view-state";
import { ErrorState } from "@/components/ui/error-state";
import { SimulatedBadge } from "@/components/ui/simulated-badge";
import { formatCount } from "@/lib/format/number";
import { keyOf, writeKey } from "@/lib/rows/key";
import type { ViewRow } from "@/lib/rows/row";
import { StepPanel, type Steps } from "../shared/step-panel";
import { DetailFields } from "./detail-fields";
import { Drill } from "./drill";
import { useRawText } from "./use-raw-text";

interface DetailPanelProps extends Steps {
  readonly row: ViewRow;
}

/** One response: what was asked, what was said, and how it was read. */
export function DetailPanel({ row, ...steps }: DetailPanelProps) {
  const { hrefOfView } = useViewState();
  const key = keyOf(row);
  const drilled = useRawText(key);
  const [found] = drilled.rows;
  return (
    <StepPanel
      {...steps}
      what="response"
      absent="the present filters leave this response out"
      about={`N ${formatCount(row.n_options)}, trial ${formatCount(row.trial)} · `}
      title={
        <>
          {row.model}, item <span className="font-mono">{row.item_id}</span>{" "}
          {row.provenance === "simulated" && <SimulatedBadge />}
        </>
      }
    >
      {drilled.error && <ErrorState error={drilled.error} retry={drilled.retry} />}
      {drilled.status === "loading" && <div className="skeleton h-40 w-full" />}
      {found && !drilled.refreshing && <Drill key={writeKey(key)} row={row} {...found} />}
      <section>
        <h3 className="mb-1 font-semibold">Record</h3>
        <DetailFields row={row} />
        <p className="mt-2 text-sm">
          <Link
            className="text-accent hover:underline"
            href={hrefOfView("runs", { row: row.run_id })}
          >
            Open the run
          </Link>
        </p>
      </section>
    </StepPanel>
  );
}
