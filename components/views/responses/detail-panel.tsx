"use client";
import { ChevronDown, ChevronUp, X } from "lucide-react";
import Link from "next/link";
import { useViewState } from "@/components/hooks/use-view-state";
import { ErrorState } from "@/components/ui/error-state";
import { SimulatedBadge } from "@/components/ui/simulated-badge";
import { formatCount } from "@/lib/format/number";
import { keyOf, writeKey } from "@/lib/rows/key";
import type { ViewRow } from "@/lib/rows/row";
import { DetailFields } from "./detail-fields";
import { Drill } from "./drill";
import { IconButton } from "./icon-button";
import { useRawText } from "./use-raw-text";

interface DetailPanelProps {
  readonly row: ViewRow;
  /** Place in the list; null where the filters leave this response out. */
  readonly index: number | null;
  readonly total: number;
  readonly onMove: (step: 1 | -1) => void;
  readonly onClose: () => void;
}

/** One response: what was asked, what was said, and how it was read. */
export function DetailPanel({ row, index, total, onMove, onClose }: DetailPanelProps) {
  const { hrefOfView } = useViewState();
  const key = keyOf(row);
  const drilled = useRawText(key);
  const [found] = drilled.rows;
  return (
    <div className="flex h-full flex-col">
      <header className="border-line flex items-start justify-between gap-2 border-b p-3">
        <div className="min-w-0">
          <h2 className="font-semibold break-words">
            {row.model}, item <span className="font-mono">{row.item_id}</span>{" "}
            {row.provenance === "simulated" && <SimulatedBadge />}
          </h2>
          <p className="text-muted text-xs">
            N {formatCount(row.n_options)}, trial {formatCount(row.trial)} ·{" "}
            {index === null
              ? "the present filters leave this response out"
              : `${formatCount(index + 1)} of ${formatCount(total)}`}
          </p>
        </div>
        <div className="flex shrink-0">
          <IconButton label="Previous response (k)" disabled={!index} onClick={() => onMove(-1)}>
            <ChevronUp size={16} aria-hidden />
          </IconButton>
          <IconButton
            label="Next response (j)"
            disabled={index === null || index + 1 >= total}
            onClick={() => onMove(1)}
          >
            <ChevronDown size={16} aria-hidden />
          </IconButton>
          <IconButton label="Close (esc)" onClick={onClose}>
            <X size={16} aria-hidden />
          </IconButton>
        </div>
      </header>
      <div className="min-h-0 flex-1 space-y-4 overflow-y-auto p-3">
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
      </div>
    </div>
  );
}
