"use client";
import { TriangleAlert } from "lucide-react";
import { Answered } from "@/components/ui/answered";
import { useMetric } from "@/components/workspace/use-metric";
import { METRICS } from "@/lib/metrics/registry";
import { plural } from "@/lib/format/number";
import type { WarningRow } from "@/lib/metrics/rows";
import type { Filters } from "@/lib/view-state/filters";

interface WarningsProps {
  readonly filters: Filters;
  readonly enabled: boolean;
  /** The runs that are shown; remarks on others are left out. */
  readonly runs: ReadonlySet<string>;
  /** Codes that the view tells in its own way. */
  readonly without?: readonly string[];
}

/** What a reader of these numbers has to know about the runs behind them. */
export function Warnings({ filters, enabled, runs, without = [] }: WarningsProps) {
  // Nothing is fetched for a remark: what only rows tell stands beside the numbers that need them.
  const asked = useMetric(METRICS.warnings, filters, { enabled, later: true, trials: "cubes" });
  const told = asked.rows.filter(
    (row) =>
      !without.includes(row.code) &&
      (row.runs.length === 0 || row.runs.some((run) => runs.has(run))),
  );
  return (
    <Answered
      state={asked}
      what="remarks on these runs"
      brief
      failed="Remarks on these runs are missing"
    >
      <Remarks told={told} />
    </Answered>
  );
}

function Remarks({ told }: { readonly told: readonly WarningRow[] }) {
  const [first] = told;
  if (!first) return null;
  const line = (message: string) => message.charAt(0).toUpperCase() + message.slice(1);
  if (told.length === 1) {
    return (
      <p className="bg-warn-soft text-warn flex gap-2 rounded px-2 py-1 text-xs">
        <TriangleAlert size={14} aria-hidden className="mt-px shrink-0" />
        {line(first.message)}.
      </p>
    );
  }
  return (
    <details className="bg-warn-soft text-warn rounded px-2 py-1 text-xs">
      <summary className="flex gap-2">
        <TriangleAlert size={14} aria-hidden className="mt-px shrink-0" />
        {plural(told.length, "remark")} on these runs: {first.message}, …
      </summary>
      <ul className="mt-1 max-h-60 list-disc space-y-0.5 overflow-y-auto pl-8">
        {told.map((row, i) => (
          <li key={i}>{line(row.message)}.</li>
        ))}
      </ul>
    </details>
  );
}
