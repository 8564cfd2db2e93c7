"use client";
import { useMemo } from "react";
import { DataTable, type DataTableProps } from "@/components/tables/data-table";
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
  const { rows } = useMetric(source, filters, { later: true });
  const model = useMemo(() => unpairedTable(rows, sides), [rows, sides]);
  const [first] = rows;
  if (!first) return null;
  const cut = first.total > rows.length ? `${formatCount(rows.length)} of ` : "";
  return (
    <section aria-label="Items that are not paired" className="mt-4">
      <h2 className="mb-1 text-sm font-semibold">
        Items that are not paired: {cut}
        {plural(first.total, "row")}
      </h2>
      <DataTable table={model} maxHeight={360} {...table} />
    </section>
  );
}
