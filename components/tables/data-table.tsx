"use client";
import {
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type SortingState,
} from "@tanstack/react-table";
import { useId, useMemo, useRef, type ReactNode } from "react";
import { useKept } from "@/components/hooks/use-kept";
import { useShortcuts } from "@/components/hooks/use-shortcuts";
import {
  compareCells,
  sortValue,
  type SortState,
  type TableColumn,
  type TableModel,
  type TableRow,
} from "@/lib/chart-models/table-model";
import type { Select } from "@/lib/chart-models/series";
import { ColumnHeading } from "./column-heading";
import { DataRow } from "./data-row";
import { TableNotes } from "./table-notes";

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
});

const NO_SHORTCUTS = {};
const NO_RENDERERS = {};

export interface DataTableProps {
  readonly table: TableModel;
  /** The sort that the link holds; null is the order of the rows as prepared. */
  readonly sort: SortState | null;
  readonly onSort: (sort: SortState | null) => void;
  readonly onSelect?: (select: Select) => void;
  /** Draws the cells of a column in place of their text. */
  readonly renderers?: Readonly<Record<string, (row: TableRow) => ReactNode>>;
  /** Rows above which a line is drawn. */
  readonly separated?: ReadonlySet<string>;
  /** The table that j and k walk: one a view. */
  readonly leading?: boolean;
  /** Tallest the table may be before it scrolls by itself. */
  readonly maxHeight?: number;
}

function columnDef(column: TableColumn): ColumnDef<typeof features, TableRow> {
  return {
    id: column.id,
    // Undefined, and not null, is what the sort keeps last in both directions.
    accessorFn: (row) => sortValue(row.cells[column.id]) ?? undefined,
    sortUndefined: "last",
    sortFn: (a, b) => compareCells(a.original.cells[column.id], b.original.cells[column.id]),
    enableSorting: column.kind !== "spark",
  };
}

/** Puts the focus on the row a step away from the one that has it, else on the first. */
function stepRows(region: HTMLElement | null, step: 1 | -1): void {
  const rows = [...(region?.querySelectorAll<HTMLElement>("th[scope=row] button") ?? [])];
  const at = rows.findIndex((row) => row === document.activeElement);
  rows[at < 0 ? 0 : Math.max(0, Math.min(rows.length - 1, at + step))]?.focus();
}

/**
 * A prepared table: sticky heading, sort by any column, undefined values as dashes with a reason, a
 * scroll of its own that the keyboard reaches. Rows are sorted within their groups.
 */
export function DataTable({
  table: prepared,
  sort,
  onSort,
  onSelect,
  renderers = NO_RENDERERS,
  separated,
  leading = false,
  maxHeight = 640,
}: DataTableProps) {
  const model = useKept(prepared);
  const region = useRef<HTMLDivElement>(null);
  const notesId = useId();
  useShortcuts(
    leading
      ? { j: () => stepRows(region.current, 1), k: () => stepRows(region.current, -1) }
      : NO_SHORTCUTS,
  );
  const visible = useMemo(() => model.columns.filter((c) => c.exportOnly !== true), [model]);
  const columns = useMemo(() => visible.map(columnDef), [visible]);
  const known = sort !== null && visible.some((column) => column.id === sort.column) ? sort : null;
  const sorting: SortingState = known
    ? [{ id: known.column, desc: known.direction === "desc" }]
    : [];
  const table = useTable({
    features,
    columns,
    data: model.rows,
    getRowId: (row) => row.id,
    state: { sorting },
  });
  // Where everything is simulated the view says it once, in its title.
  const mixed = new Set(model.rows.map((row) => row.simulated)).size > 1;
  const rows = table.getRowModel().rows.map((row) => row.original);
  const groups =
    model.groups.length > 0
      ? model.groups.map((group) => ({ ...group, rows: rows.filter((r) => r.group === group.id) }))
      : [{ id: "", label: "", rows }];
  return (
    <>
      <div
        role="region"
        aria-label={model.caption}
        // A scrolling region must be reachable by keyboard, or its far columns are not.
        tabIndex={0}
        ref={region}
        className="border-line bg-surface overflow-auto rounded border"
        style={{ maxHeight }}
      >
        <table className="w-full border-separate border-spacing-0 text-sm">
          <caption className="sr-only">{model.caption}</caption>
          <thead>
            <tr>
              {visible.map((column) => (
                <ColumnHeading key={column.id} column={column} sort={known} onSort={onSort} />
              ))}
            </tr>
          </thead>
          {groups.map((group) => (
            <tbody key={group.id}>
              {group.label !== "" && (
                <tr>
                  <th
                    scope="rowgroup"
                    colSpan={visible.length}
                    className="bg-sunken text-muted px-2 py-1 text-left text-xs font-semibold"
                  >
                    {/* As wide as a phone shows at once: what is pinned cannot be scrolled to its end. */}
                    <span className="sticky left-2 block w-fit max-w-[calc(100vw-3rem)]">
                      {group.label}
                    </span>
                  </th>
                </tr>
              )}
              {group.rows.map((row) => (
                <DataRow
                  key={row.id}
                  columns={visible}
                  row={row}
                  badge={mixed && row.simulated}
                  separated={known === null && separated?.has(row.id) === true}
                  onSelect={onSelect}
                  renderers={renderers}
                  notesId={notesId}
                />
              ))}
            </tbody>
          ))}
        </table>
      </div>
      {(model.remarks ?? []).map((remark) => (
        <p key={remark} className="text-muted mt-2 text-xs">
          {remark}
        </p>
      ))}
      <TableNotes notes={model.notes ?? []} notesId={notesId} />
    </>
  );
}
