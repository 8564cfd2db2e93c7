"use client";
import { useMemo } from "react";
import { DataTable, type DataTableProps } from "@/components/tables/data-table";
import { TableCsv } from "@/components/tables/table-csv";
import { capRows } from "@/lib/chart-models/table-cap";

/** Rows of the list on the screen: the file has them all. */
const MOST = 100;

/** The items of the sample, with a file of all of them. */
export function SampleList({
  table,
  sort,
  ...rest
}: Pick<DataTableProps, "table" | "sort" | "onSort" | "onSelect">) {
  const { table: shown, note } = useMemo(() => capRows(table, sort, MOST), [table, sort]);
  return (
    <section aria-labelledby="sample-items" className="mt-6">
      <div className="flex flex-wrap items-center gap-x-1">
        <h2 id="sample-items" className="text-sm font-semibold">
          Items of the sample
        </h2>
        <TableCsv table={table} />
      </div>
      <p className="text-muted mb-2 text-xs">
        {HINT} {note}
      </p>
      <DataTable table={shown} sort={sort} {...rest} maxHeight={320} />
    </section>
  );
}

const HINT =
  "Whoever has the same ids, seed and n gets the same items: SHA-256 of the seed, a zero byte and the id, in UTF-8.";
