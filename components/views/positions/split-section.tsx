"use client";
import { useMemo } from "react";
import { FigureView } from "@/components/charts/figure-view";
import { DataTable } from "@/components/tables/data-table";
import { TableCsv } from "@/components/tables/table-csv";
import { DefinitionPopover } from "@/components/ui/definition-popover";
import { ErrorState } from "@/components/ui/error-state";
import { LoadingState } from "@/components/ui/loading-state";
import { useMetric } from "@/components/workspace/use-metric";
import { prepareSplit, splitRule, splitSentence, splitTable } from "@/lib/chart-models/hard-split";
import type { SeriesStyle } from "@/lib/chart-models/model";
import { METRICS } from "@/lib/metrics/registry";
import type { Filters } from "@/lib/view-state/filters";
import type { SortState } from "@/lib/chart-models/table-model";

interface SplitSectionProps {
  readonly filters: Filters;
  readonly enabled: boolean;
  readonly n: number;
  readonly k: number;
  readonly styles: ReadonlyMap<string, SeriesStyle>;
  readonly sort: SortState | null;
  readonly onSort: (sort: SortState | null) => void;
  readonly onSelect: (filters: Filters) => void;
}

/** Positions in hard trials against those in less hard ones. It reads the responses. */
export function SplitSection(props: SplitSectionProps) {
  const { filters, enabled, n, k, styles, sort, onSort, onSelect } = props;
  const split = useMetric(METRICS.hard_split, filters, { enabled, later: true });
  const figure = useMemo(() => prepareSplit(split.rows, n, k, styles), [split.rows, n, k, styles]);
  const table = useMemo(() => splitTable(split.rows, k), [split.rows, k]);
  const sentence = splitSentence(split.rows, k);
  return (
    <section aria-label={HEADING} aria-busy={split.status === "loading" || split.refreshing}>
      <div className="flex items-center gap-1">
        <h2 className="text-sm font-semibold">{HEADING}</h2>
        <DefinitionPopover definitions={METRICS.hard_split.definitions} />
      </div>
      {split.status === "loading" && <LoadingState what="the scores of all trials" />}
      {split.status === "error" && split.error && (
        <ErrorState error={split.error} retry={split.retry} />
      )}
      {split.status === "empty" && (
        <p className="text-muted text-sm">
          No models under these filters share their trials: a split needs runs of one protocol and
          seed, or of one file with trial numbers of its own.
        </p>
      )}
      {split.status === "ready" && (
        <>
          <p className="text-muted mb-2 text-sm">
            {splitRule(split.rows)} {sentence}
          </p>
          <FigureView figure={figure} onSelect={onSelect} height={220} />
          <div className="mt-3">
            <div className="flex justify-end">
              <TableCsv table={table} />
            </div>
            <DataTable table={table} sort={sort} onSort={onSort} onSelect={onSelect} />
          </div>
        </>
      )}
    </section>
  );
}

const HEADING = "Hard trials against less hard ones";
