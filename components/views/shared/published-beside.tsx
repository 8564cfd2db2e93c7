"use client";
import { useId } from "react";
import { DataTable, type DataTableProps } from "@/components/tables/data-table";
import { TableCsv } from "@/components/tables/table-csv";
import { publishedTable } from "@/lib/chart-models/published-table";
import { TABLES, tableSource } from "@/lib/reference/papers";
import type { PublishedTable } from "@/lib/reference/table";

interface PublishedBesideProps extends Pick<DataTableProps, "sort" | "onSort"> {
  readonly table: PublishedTable;
}

/** The published table of that id. */
export function publishedNamed(id: PublishedTable["id"]): PublishedTable {
  const table = TABLES.find((own) => own.id === id);
  if (!table) throw new Error(`there is no published table ${id}`);
  return table;
}

/** A paper's own table under the recomputed one: its models and questions, its units and digits. */
export function PublishedBeside({ table, ...sorting }: PublishedBesideProps) {
  const id = useId();
  const model = publishedTable(table);
  return (
    <section aria-labelledby={id} className="mt-6">
      <div className="mb-1 flex flex-wrap items-center gap-x-4">
        <h2 id={id} className="text-sm font-semibold">
          As published, {model.caption}
        </h2>
        <TableCsv table={model} />
      </div>
      <p className="text-muted mb-2 text-xs">
        {table.caption} The paper’s own models and questions, as printed in {tableSource(table)}.
      </p>
      <DataTable table={model} maxHeight={480} {...sorting} />
    </section>
  );
}
