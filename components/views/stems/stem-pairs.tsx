"use client";
import { useMemo } from "react";
import { useViewState } from "@/components/hooks/use-view-state";
import { DataTable, type DataTableProps } from "@/components/tables/data-table";
import { TableCsv } from "@/components/tables/table-csv";
import { Answered } from "@/components/ui/answered";
import { useMetric } from "@/components/workspace/use-metric";
import { familySentence } from "@/lib/chart-models/family";
import { shownPairs } from "@/lib/chart-models/paired";
import { pairedTable, pairRows, pValues } from "@/lib/chart-models/paired-table";
import { STEM_PAIRS } from "@/lib/questions/stems";
import type { Filters } from "@/lib/view-state/filters";

interface StemPairsProps extends Pick<DataTableProps, "onSelect"> {
  readonly filters: Filters;
  readonly enabled: boolean;
}

const CAPTION = "The same questions under two conditions, by stem";

/** What a second condition changes on flagged and on unflagged stems; nothing without a pair. */
export function StemPairs({ filters, enabled, onSelect }: StemPairsProps) {
  const { state, update } = useViewState();
  const asked = useMetric(STEM_PAIRS, filters, { enabled, later: true });
  const rows = useMemo(
    () => pairRows(shownPairs(asked.rows), ["flagged", "unflagged"]),
    [asked.rows],
  );
  const table = useMemo(() => pairedTable(rows, CAPTION), [rows]);
  const family = familySentence(pValues(rows));
  return (
    <Answered state={asked} what="the paired change by stem" brief failed="Pairs could not be read">
      {rows.length > 0 && (
        <section aria-labelledby="stem-pairs" className="mt-6">
          <div className="mb-1 flex flex-wrap items-center gap-x-4">
            <h2 id="stem-pairs" className="text-sm font-semibold">
              {CAPTION}
            </h2>
            {!asked.refreshing && <TableCsv table={table} />}
          </div>
          <DataTable
            table={table}
            sort={state.sort}
            onSort={(sort) => update({ sort })}
            onSelect={onSelect}
          />
          <p className="text-muted mt-1 text-xs">
            Here either side is the same questions, before and after: what parts flagged from
            unflagged stems are other questions still. {family}
          </p>
        </section>
      )}
    </Answered>
  );
}
