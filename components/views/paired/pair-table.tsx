"use client";
import { useMemo, type ReactNode } from "react";
import { useViewState } from "@/components/hooks/use-view-state";
import { DataTable, type DataTableProps } from "@/components/tables/data-table";
import { STREAM_COLUMNS, type PairRow } from "@/lib/chart-models/paired-table";
import type { TableModel, TableRow } from "@/lib/chart-models/table-model";
import { formatCount } from "@/lib/format/number";
import type { PairStream } from "@/lib/view-state/state";

interface PairTableProps extends Pick<DataTableProps, "onSelect" | "leading"> {
  readonly table: TableModel;
  readonly rows: readonly PairRow[];
  /** Lists the items that a count stands for. */
  readonly onList: (row: PairRow, stream: PairStream) => void;
}

/** The table of pairs: a count of items leads to the items, a row to all of its responses. */
export function PairTable({ table, rows, onList, ...more }: PairTableProps) {
  const { state, update } = useViewState();
  const renderers = useMemo(() => {
    const byId = new Map(rows.map((row) => [row.id, row]));
    return Object.fromEntries(
      Object.entries(STREAM_COLUMNS).map(([column, stream]) => [
        column,
        (row: TableRow): ReactNode => {
          const own = byId.get(row.id);
          const value = row.cells[column]?.value;
          if (own === undefined || typeof value !== "number" || value === 0) return null;
          return (
            <button
              type="button"
              title="List the items"
              onClick={() => onList(own, stream)}
              className="hover:text-accent rounded underline decoration-dotted underline-offset-2"
            >
              {formatCount(value)}
            </button>
          );
        },
      ]),
    );
  }, [rows, onList]);
  return (
    <DataTable
      table={table}
      sort={state.sort}
      onSort={(sort) => update({ sort })}
      renderers={renderers}
      {...more}
    />
  );
}
