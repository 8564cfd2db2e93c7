"use client";
import { useEffect, useMemo, useRef, useState, type SyntheticEvent } from "react";
import { HeatScale } from "@/components/charts/heat-scale";
import type { Select } from "@/lib/chart-models/series";
import type { TableColumn, TableModel, TableRow } from "@/lib/chart-models/table-model";
import { cellText } from "@/lib/chart-models/table-text";
import { DataTable, type DataTableProps } from "./data-table";
import { HEAT_CELL, HeatCell } from "./heat-cell";

interface HeatTableProps extends Omit<DataTableProps, "renderers" | "separated"> {
  readonly onSelect: (select: Select) => void;
  /** What the colours measure. */
  readonly scale: string;
}

/** The row's heading with what stands beside it below, such as its name in English. */
function heading(column: TableColumn, row: TableRow) {
  const cell = row.cells[column.id];
  if (cell?.aside === undefined) return null;
  return (
    <>
      {cellText(column, cell)}
      <span className="text-muted block text-xs font-normal whitespace-normal">{cell.aside}</span>
    </>
  );
}

function renderersOf({ columns }: TableModel, onSelect: (select: Select) => void) {
  return Object.fromEntries(
    columns.map((column) => [
      column.id,
      (row: TableRow) => {
        if (column.rowHeader) return heading(column, row);
        const cell = row.cells[column.id];
        if (cell?.heat === undefined) return null;
        return <HeatCell column={column} cell={cell} onSelect={onSelect} />;
      },
    ]),
  );
}

/** Of many cells Tab meets one: the first, or the one that had the focus last. */
function meetOnly(box: HTMLElement, cell: HTMLElement | null): void {
  for (const other of box.querySelectorAll<HTMLElement>(`${HEAT_CELL}[tabindex="0"]`))
    other.tabIndex = -1;
  if (cell) cell.tabIndex = 0;
}

/** What stands behind a cell, and the table that the cell stood in. */
interface Told {
  readonly table: TableModel;
  readonly text: string;
}

/** What may still be said: a table made anew, under other filters, may not have that cell or number. */
export const toldOf = (told: Told | null, table: TableModel): string | null =>
  told?.table === table ? told.text : null;

/**
 * A table whose numbers are coloured by size, with the scale above it. Tab meets one of its cells,
 * arrow keys move among them; what stands behind a cell is told above the table.
 */
export function HeatTable({ scale, onSelect, table, ...rest }: HeatTableProps) {
  const box = useRef<HTMLDivElement>(null);
  const [told, setTold] = useState<Told | null>(null);
  const renderers = useMemo(() => renderersOf(table, onSelect), [table, onSelect]);
  useEffect(() => {
    // Sorted or filtered, the cell that Tab met may be gone.
    if (box.current && !box.current.querySelector(`${HEAT_CELL}[tabindex="0"]`))
      meetOnly(box.current, box.current.querySelector<HTMLElement>(HEAT_CELL));
  });
  const tell = ({ target }: SyntheticEvent) => {
    const cell = target instanceof Element ? target.closest("[data-told]") : null;
    const text = cell?.getAttribute("data-told") ?? null;
    setTold(text === null ? null : { table, text });
  };
  return (
    <div
      ref={box}
      onPointerOver={tell}
      onFocus={(event) => {
        tell(event);
        const { target } = event;
        if (box.current && target.matches(HEAT_CELL)) meetOnly(box.current, target);
      }}
    >
      <div className="mb-2 flex min-h-8 flex-wrap items-center gap-x-4 gap-y-1" data-print="hide">
        <HeatScale label={scale} />
        {/* The cell's own name says the same to a screen reader. */}
        <p aria-hidden className="text-muted min-w-0 text-xs [overflow-wrap:anywhere]">
          {toldOf(told, table) ??
            "Point at a number, or move with the arrow keys, for its interval and n."}
        </p>
      </div>
      <DataTable {...rest} table={table} onSelect={onSelect} renderers={renderers} />
    </div>
  );
}
