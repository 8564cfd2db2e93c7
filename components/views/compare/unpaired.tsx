"use client";
import { useMemo } from "react";
import { DataTable, type DataTableProps } from "@/components/tables/data-table";
import { TableCsv } from "@/components/tables/table-csv";
import { Answered } from "@/components/ui/answered";
import { useMetric } from "@/components/workspace/use-metric";
import { useWorkspaceActions } from "@/components/workspace/use-workspace";
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
  const { askOnce } = useWorkspaceActions();
  const named = useMemo(() => sides.map(({ id, runs }) => ({ id, runs })), [sides]);
  const source = useMemo(() => unpairedItems(named), [named]);
  const asked = useMetric(source, filters, { later: true });
  const { rows } = asked;
  const model = useMemo(() => unpairedTable(rows, sides), [rows, sides]);
  const total = rows[0]?.total ?? 0;
  const cut = total > rows.length ? `${formatCount(rows.length)} of ` : "";
  const whole = async () =>
    unpairedTable(
      await askOnce((workspace, signal) =>
        unpairedItems(named, "all").run(workspace, { filters: asked.filters, signal }),
      ),
      sides,
    );
  return (
    <Answered
      state={asked}
      what="items that are not paired"
      brief
      failed="Items that are not paired could not be read"
    >
      <section aria-label="Items that are not paired" className="mt-4">
        <div className="mb-1 flex flex-wrap items-center gap-x-4">
          <h2 className="text-sm font-semibold">
            Items that are not paired: {cut}
            {plural(total, "row")}
          </h2>
          {!asked.refreshing && <TableCsv table={model} whole={cut === "" ? undefined : whole} />}
        </div>
        <DataTable table={model} maxHeight={360} {...table} />
      </section>
    </Answered>
  );
}
