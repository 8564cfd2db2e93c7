"use client";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { SimulatedBadge } from "@/components/ui/simulated-badge";
import { Value } from "@/components/ui/value";
import { NoteSigns } from "./table-notes";
import type { TableCell, TableColumn, TableRow } from "@/lib/chart-models/table-model";
import { cellText } from "@/lib/chart-models/table-text";
import type { Select } from "@/lib/chart-models/series";
import { alignOf } from "./column-heading";

interface DataCellProps {
  readonly column: TableColumn;
  readonly row: TableRow;
  /** Marks the row as simulated. */
  readonly badge: boolean;
  readonly onSelect?: (select: Select) => void;
  readonly render?: (row: TableRow) => ReactNode;
  /** Begins the ids of the table's notes. */
  readonly notesId: string;
}

function content(column: TableColumn, cell: TableCell | undefined): ReactNode {
  const { value = null, reason } = cell ?? {};
  return value === null ? (
    <Value value={null} format={String} reason={reason} />
  ) : (
    cellText(column, cell)
  );
}

/** One cell: a row's heading leads to its responses, everything else is a value. */
export function DataCell({ column, row, badge, onSelect, render, notesId }: DataCellProps) {
  const cell = row.cells[column.id];
  const { select } = row;
  const className = clsx("border-line px-1.5 py-1.5 align-top", alignOf(column));
  if (column.rowHeader) {
    const label = render?.(row) ?? content(column, cell);
    return (
      <th
        scope="row"
        className={clsx(
          className,
          "bg-surface sticky left-0 z-[5] max-w-36 font-medium break-words sm:max-w-none sm:whitespace-nowrap",
        )}
      >
        {select && onSelect ? (
          <button
            type="button"
            title="Open the responses"
            onClick={() => onSelect(select)}
            className="hover:text-accent rounded text-left underline-offset-2 hover:underline"
          >
            {label}
          </button>
        ) : (
          label
        )}
        <NoteSigns signs={cell?.signs} notesId={notesId} />
        {badge && (
          <span className="ml-1.5">
            <SimulatedBadge />
          </span>
        )}
      </th>
    );
  }
  return (
    <td
      className={clsx(
        className,
        "tabular",
        column.sentence
          ? "min-w-52 sm:whitespace-nowrap"
          : column.kind === "text"
            ? "max-w-56"
            : "whitespace-nowrap",
      )}
    >
      {render?.(row) ?? content(column, cell)}
      <NoteSigns signs={cell?.signs} notesId={notesId} />
      {cell?.mark !== undefined && <strong className="block text-xs">{cell.mark}</strong>}
      {cell?.aside !== undefined && <span className="text-muted block text-xs">{cell.aside}</span>}
    </td>
  );
}
