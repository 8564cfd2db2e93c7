import { clsx } from "clsx";
import { memo, type ReactNode } from "react";
import type { TableColumn, TableRow } from "@/lib/chart-models/table-model";
import type { Select } from "@/lib/chart-models/series";
import { DataCell } from "./data-cell";

interface DataRowProps {
  readonly columns: readonly TableColumn[];
  readonly row: TableRow;
  /** Marks the row as simulated. */
  readonly badge: boolean;
  /** A line is drawn above it. */
  readonly separated: boolean;
  readonly onSelect?: (select: Select) => void;
  /** Draws the cells of a column in place of their text. */
  readonly renderers: Readonly<Record<string, (row: TableRow) => ReactNode>>;
  /** Begins the ids of the table's notes. */
  readonly notesId: string;
}

/** One row of a table; drawn anew only where it changes, since a change of filters keeps many. */
export const DataRow = memo(function DataRow({
  columns,
  row,
  badge,
  separated,
  onSelect,
  renderers,
  notesId,
}: DataRowProps) {
  return (
    <tr className={clsx("hover:bg-sunken [&>*]:border-t", separated && "[&>*]:border-line-strong")}>
      {columns.map((column) => (
        <DataCell
          key={column.id}
          column={column}
          row={row}
          badge={badge}
          onSelect={onSelect}
          render={renderers[column.id]}
          notesId={notesId}
        />
      ))}
    </tr>
  );
});
