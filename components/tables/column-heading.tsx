"use client";
import { clsx } from "clsx";
import { ArrowDown, ArrowUp } from "lucide-react";
import { Hint } from "@/components/ui/hint";
import type { SortState, TableColumn } from "@/lib/chart-models/table-model";

interface ColumnHeadingProps {
  readonly column: TableColumn;
  readonly sort: SortState | null;
  readonly onSort: (sort: SortState | null) => void;
}

/** Numbers start with the largest, texts with the first; a third press gives the own order back. */
export function nextSort(column: TableColumn, sort: SortState | null): SortState | null {
  const first = column.kind === "text" ? "asc" : "desc";
  if (sort?.column !== column.id) return { column: column.id, direction: first };
  if (sort.direction !== first) return null;
  return { column: column.id, direction: first === "asc" ? "desc" : "asc" };
}

const NUMERIC_ALIGN = "text-right";

export function alignOf(column: TableColumn): string {
  return column.kind === "text" || column.kind === "spark" ? "text-left" : NUMERIC_ALIGN;
}

export function ColumnHeading({ column, sort, onSort }: ColumnHeadingProps) {
  const active = sort?.column === column.id ? sort.direction : null;
  const label = (
    <button
      type="button"
      onClick={() => onSort(nextSort(column, sort))}
      className={clsx(
        "hover:text-ink inline-flex items-center gap-0.5 rounded px-1 py-0.5 whitespace-nowrap",
        active && "text-ink",
      )}
    >
      {column.label}
      {active === "asc" && <ArrowUp size={12} aria-hidden />}
      {active === "desc" && <ArrowDown size={12} aria-hidden />}
    </button>
  );
  return (
    <th
      scope="col"
      aria-sort={active === null ? undefined : active === "asc" ? "ascending" : "descending"}
      className={clsx(
        "bg-surface border-line text-muted sticky top-0 z-10 border-b px-0.5 py-1 font-medium",
        alignOf(column),
        column.rowHeader && "left-0 z-20",
      )}
    >
      {column.kind === "spark" ? (
        <span className="px-1 whitespace-nowrap">{column.label}</span>
      ) : column.hint === undefined ? (
        label
      ) : (
        <Hint text={column.hint}>{label}</Hint>
      )}
    </th>
  );
}
