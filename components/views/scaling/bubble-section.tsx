"use client";
import { DataTable, type DataTableProps } from "@/components/tables/data-table";
import { TableCsv } from "@/components/tables/table-csv";
import { Answered } from "@/components/ui/answered";
import type { RowsResult } from "@/components/workspace/query-state";
import type { BubbleRow } from "@/lib/metrics/rows";
import { PairChoice, type PairChoiceProps } from "../shared/pair-choice";

interface BubbleSectionProps
  extends
    Pick<PairChoiceProps, "pair" | "onChange">,
    Pick<DataTableProps, "table" | "sort" | "onSort" | "onSelect"> {
  readonly bubble: RowsResult<BubbleRow>;
  /** Between which N it is shown; null where it is not known yet. */
  readonly between: string | null;
}

/** BI of each curve; nothing where no curve has two N. */
export function BubbleSection({ bubble, between, pair, onChange, ...table }: BubbleSectionProps) {
  if (bubble.status === "empty") return null;
  return (
    <section aria-labelledby="bubble" className="mt-4">
      <div className="mb-1 flex flex-wrap items-center gap-x-4">
        <h2 id="bubble" className="text-sm font-semibold">
          Competence bubble index (BI){between !== null && `, ${between}`}
        </h2>
        {bubble.status === "ready" && (
          <PairChoice
            rows={bubble.rows}
            pair={pair}
            unchosen="4 or lowest → highest"
            onChange={onChange}
          />
        )}
        {bubble.status === "ready" && bubble.partial !== true && !bubble.refreshing && (
          <TableCsv table={table.table} />
        )}
      </div>
      <Answered state={bubble} what="the bubble index">
        <DataTable {...table} />
      </Answered>
    </section>
  );
}
