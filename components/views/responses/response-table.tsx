"use client";
import { useTable } from "@tanstack/react-table";
import { useVirtualizer } from "@tanstack/react-virtual";
import { clsx } from "clsx";
import { useEffect, useMemo, useRef } from "react";
import type { RowColumn } from "@/lib/rows/columns";
import type { ViewState } from "@/lib/view-state/state";
import { HeaderRows, HEADER_HEIGHT } from "./header-rows";
import { FEATURES, gridLayout, tableColumns } from "./table-columns";
import type { FilterChange, TableFilters } from "./table-filters";
import { useResponsePages } from "./use-response-pages";
import type { ResponseList } from "./use-response-list";

const ROW_HEIGHT = 30;

interface ResponseTableProps {
  readonly responses: ResponseList;
  /** The stretch of the list that is laid out: [start, start + count). */
  readonly start: number;
  readonly count: number;
  readonly columns: readonly RowColumn[];
  readonly filters: TableFilters;
  readonly sort: ViewState["sort"];
  /** The row that j and k move; null before any was chosen. */
  readonly cursor: number | null;
  readonly openIndex: number | null;
  readonly onSort: (sort: ViewState["sort"]) => void;
  readonly onFilter: FilterChange;
  readonly onOpen: (index: number) => void;
}

/**
 * The rows around the scroll position, of a list of any length. Focus is on the grid, and its active
 * row is the cursor.
 */
export function ResponseTable(props: ResponseTableProps) {
  const { responses, start, count, columns, cursor, openIndex, onOpen } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
    // The headings stand above the rows and stay over them.
    scrollMargin: HEADER_HEIGHT,
    scrollPaddingStart: HEADER_HEIGHT,
  });
  const items = virtualizer.getVirtualItems();
  const first = start + (items[0]?.index ?? 0);
  const last = start + (items.at(-1)?.index ?? 0);
  const pages = useResponsePages(responses, first, last);

  // Another list or stretch starts at its top, unless the cursor is in it.
  useEffect(() => {
    if (scroller.current) scroller.current.scrollTop = 0;
  }, [responses.id, start]);
  useEffect(() => {
    if (cursor !== null && cursor >= start && cursor < start + count)
      virtualizer.scrollToIndex(cursor - start, { align: "auto" });
  }, [virtualizer, cursor, start, count]);

  // Enter belongs to whatever has focus: after j or k on the bare page that is the grid.
  useEffect(() => {
    if (cursor !== null && document.activeElement === document.body)
      grid.current?.focus({ preventScroll: true });
  }, [cursor]);

  const shown = useMemo(
    () =>
      Array.from({ length: last - first + 1 }, (_, i) => {
        const row = pages.rowAt(first + i);
        return row ? [{ index: first + i, row }] : [];
      }).flat(),
    [pages, first, last],
  );
  const reading = count > 0 && pages.error === null && shown.length < last - first + 1;
  const table = useTable({
    features: FEATURES,
    columns: useMemo(() => tableColumns(columns), [columns]),
    data: useMemo(() => shown.map(({ row }) => row), [shown]),
  });
  const at = new Map(
    table.getRowModel().rows.map((row, i) => [shown[i]?.index ?? -1, row] as const),
  );
  const { template, minWidth } = gridLayout(columns);
  const rowId = (index: number) => `response-${index}`;
  const indexOf = (target: EventTarget) =>
    target instanceof Element
      ? Number(target.closest<HTMLElement>("[data-index]")?.dataset.index ?? Number.NaN)
      : Number.NaN;

  return (
    <div
      ref={scroller}
      data-testid="responses-scroller"
      className={clsx(
        "border-line bg-surface relative overflow-auto rounded border text-sm",
        // Without rows the headings stay, with the filters under them.
        count > 0 ? "h-[min(72dvh,60rem)] min-h-72" : "h-20",
      )}
    >
      <div
        ref={grid}
        role="grid"
        aria-label="Responses"
        aria-busy={reading}
        aria-rowcount={responses.total + 2}
        aria-colcount={columns.length}
        aria-activedescendant={cursor === null ? undefined : rowId(cursor)}
        tabIndex={0}
        style={{ minWidth }}
        onClick={(event) => {
          const index = indexOf(event.target);
          if (Number.isInteger(index)) onOpen(index);
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter" && event.target === event.currentTarget && cursor !== null)
            onOpen(cursor);
        }}
      >
        <HeaderRows {...props} template={template} />
        <div
          role="rowgroup"
          className="relative"
          style={{ height: virtualizer.getTotalSize(), minWidth: "100%" }}
        >
          {items.map((item) => {
            const index = start + item.index;
            const row = at.get(index);
            return (
              <div
                key={item.key}
                id={rowId(index)}
                role="row"
                aria-rowindex={index + 3}
                aria-selected={index === openIndex}
                data-index={row ? index : undefined}
                className={clsx(
                  "border-line absolute inset-x-0 grid cursor-pointer items-center border-b",
                  index === openIndex
                    ? "bg-accent-soft"
                    : index === cursor
                      ? "bg-sunken outline-accent outline-1 -outline-offset-1"
                      : "hover:bg-sunken",
                )}
                style={{
                  gridTemplateColumns: template,
                  height: item.size,
                  transform: `translateY(${item.start - HEADER_HEIGHT}px)`,
                }}
              >
                {row
                  ? row.getAllCells().map((cell, i) => (
                      <div
                        key={cell.id}
                        role="gridcell"
                        className={clsx(
                          "truncate px-2 tabular-nums",
                          columns[i]?.kind === "number" && "text-right",
                          columns[i]?.kind === "text" && "font-mono text-xs",
                        )}
                      >
                        <table.FlexRender cell={cell} />
                      </div>
                    ))
                  : columns.map((column) => (
                      <div key={column.id} role="gridcell" className="px-2">
                        <div className="skeleton h-3 w-3/4" />
                      </div>
                    ))}
              </div>
            );
          })}
        </div>
      </div>
      {pages.error && (
        <p role="alert" className="text-danger bg-danger-soft sticky bottom-0 left-0 p-2 text-sm">
          {pages.error.message}{" "}
          <button type="button" className="underline" onClick={pages.retry}>
            Try again
          </button>
        </p>
      )}
    </div>
  );
}
