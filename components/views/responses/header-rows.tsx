"use client";
import { ArrowDown, ArrowUp } from "lucide-react";
import { clsx } from "clsx";
import type { RowColumn } from "@/lib/rows/columns";
import type { ViewState } from "@/lib/view-state/state";
import { ColumnFilterField } from "./column-filter";
import type { FilterChange, TableFilters } from "./table-filters";

interface HeaderRowsProps {
  readonly columns: readonly RowColumn[];
  readonly template: string;
  readonly filters: TableFilters;
  readonly sort: ViewState["sort"];
  readonly onSort: (sort: ViewState["sort"]) => void;
  readonly onFilter: FilterChange;
}

export const HEADER_HEIGHT = 52;

/** Ascending, descending, then the order of the record again. */
function nextSort(column: RowColumn, sort: ViewState["sort"]): ViewState["sort"] {
  if (sort?.column !== column.id) return { column: column.id, direction: "asc" };
  return sort.direction === "asc" ? { column: column.id, direction: "desc" } : null;
}

/** Headings that sort, and a filter under each. */
export function HeaderRows({
  columns,
  template,
  filters,
  sort,
  onSort,
  onFilter,
}: HeaderRowsProps) {
  const style = { gridTemplateColumns: template };
  return (
    <div
      role="rowgroup"
      className="bg-surface border-line-strong sticky top-0 z-10 border-b"
      style={{ height: HEADER_HEIGHT }}
    >
      <div role="row" aria-rowindex={1} className="grid" style={style}>
        {columns.map((column) => {
          const active = sort?.column === column.id ? sort.direction : null;
          return (
            <div
              key={column.id}
              role="columnheader"
              aria-sort={
                active === null ? undefined : active === "asc" ? "ascending" : "descending"
              }
              className={clsx("min-w-0 px-1 pt-1", column.kind === "number" && "text-right")}
            >
              <button
                type="button"
                onClick={() => onSort(nextSort(column, sort))}
                className={clsx(
                  "hover:text-ink inline-flex max-w-full items-center gap-0.5 rounded px-1 font-medium",
                  active ? "text-ink" : "text-muted",
                )}
              >
                <span className="truncate">{column.label}</span>
                {active === "asc" && <ArrowUp size={12} aria-hidden />}
                {active === "desc" && <ArrowDown size={12} aria-hidden />}
              </button>
            </div>
          );
        })}
      </div>
      <div role="row" aria-rowindex={2} className="grid pb-1" style={style}>
        {columns.map((column) => (
          <div key={column.id} role="gridcell" className="min-w-0 px-1">
            <ColumnFilterField column={column} filters={filters} onChange={onFilter} />
          </div>
        ))}
      </div>
    </div>
  );
}
