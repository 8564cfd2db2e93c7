"use client";
import { useMemo } from "react";
import { FigureView } from "@/components/charts/figure-view";
import { DataTable } from "@/components/tables/data-table";
import { TableCsv } from "@/components/tables/table-csv";
import { Answered } from "@/components/ui/answered";
import { DefinitionPopover } from "@/components/ui/definition-popover";
import { useMetric } from "@/components/workspace/use-metric";
import { prepareSplit, splitRule, splitSentence, splitTable } from "@/lib/chart-models/hard-split";
import { usableK } from "@/lib/chart-models/positions";
import { onlyN } from "@/lib/chart-models/scope";
import type { SeriesStyle } from "@/lib/chart-models/model";
import { METRICS } from "@/lib/metrics/registry";
import type { Select } from "@/lib/chart-models/series";
import type { Filters } from "@/lib/view-state/filters";
import type { SortState } from "@/lib/chart-models/table-model";

interface SplitSectionProps {
  readonly filters: Filters;
  readonly enabled: boolean;
  /** The k of the link: what is usable depends on the N of the rows. */
  readonly k: number;
  readonly styles: ReadonlyMap<string, SeriesStyle>;
  readonly sort: SortState | null;
  readonly onSort: (sort: SortState | null) => void;
  readonly onSelect: (select: Select) => void;
}

/** Positions in hard trials against those in less hard ones. It reads the responses. */
export function SplitSection(props: SplitSectionProps) {
  const { filters, enabled, styles, sort, onSort, onSelect } = props;
  const split = useMetric(METRICS.hard_split, filters, { enabled, later: true });
  const n = onlyN(split.filters) ?? 2;
  const k = usableK(props.k, n);
  const figure = useMemo(() => prepareSplit(split.rows, n, k, styles), [split.rows, n, k, styles]);
  const table = useMemo(() => splitTable(split.rows, k), [split.rows, k]);
  const sentence = splitSentence(split.rows, k);
  return (
    <section aria-label={HEADING}>
      <div className="flex items-center gap-1">
        <h2 className="text-sm font-semibold">{HEADING}</h2>
        <DefinitionPopover definitions={METRICS.hard_split.definitions} />
      </div>
      <Answered
        state={split}
        what="the scores of all trials"
        empty={<p className="text-muted text-sm">{UNSPLIT}</p>}
      >
        <p className="text-muted mb-2 text-sm">
          {splitRule(split.rows)} {sentence}
        </p>
        <FigureView figure={figure} onSelect={onSelect} height={220} />
        <div className="mt-3">
          <div className="flex justify-end">{!split.refreshing && <TableCsv table={table} />}</div>
          <DataTable table={table} sort={sort} onSort={onSort} onSelect={onSelect} />
        </div>
      </Answered>
    </section>
  );
}

const HEADING = "Hard trials against less hard ones";
const UNSPLIT =
  "No models under these filters share their trials: a split needs runs of one protocol and seed, " +
  "or of one file with trial numbers of its own.";
