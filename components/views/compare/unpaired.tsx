"use client";
import { useMemo } from "react";
import { DataTable, type DataTableProps } from "@/components/tables/data-table";
import { Answered } from "@/components/ui/answered";
import { useMetric } from "@/components/workspace/use-metric";
import { unpairedTable } from "@/lib/chart-models/compare-table";
import type { CompareSide } from "@/lib/chart-models/compare-sides";
import { formatCount, plural } from "@/lib/format/number";
import { unpairedItems } from "@/lib/metrics/unpaired";
import type { Filters } from "@/lib/view-state/filters";

interface UnpairedProps extends Pick<DataTableProps, "sort" | "onSort" | "onSelect"> {
  readonly sides: readonly CompareSide[];
  readonly filters: Filters;
}

/** The items that no comparison uses, with the reason; nothing where all are shared. */
export function Unpaired({ sides, filters, ...table }: UnpairedProps) {
  const source = useMemo(() => unpairedItems(sides.map(({ id, runs }) => ({ id, runs }))), [sides]);
  const asked = useMetric(source, filters, { later: true });
  const { rows } = asked;
  const model = useMemo(() => unpairedTable(rows, sides), [rows, sides]);
  const total = rows[0]?.total ?? 0;
  const cut = total > rows.length ? `${formatCount(rows.length)} of ` : "";
  return (
    <Answered
      state={asked}
      what="items that are not paired"
      brief
      failed="Items that are not paired could not be read"
    >
      <section aria-label="Items that are not paired" className="mt-4">
        <h2 className="mb-1 text-sm font-semibold">
          Items that are not paired: {cut}
          {plural(total, "row")}
        </h2>
        <DataTable table={model} maxHeight={360} {...table} />
      </section>
    </Answered>
  );
}
