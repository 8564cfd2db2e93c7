"use client";
import { useRows } from "@/components/workspace/use-metric";
import { useWorkspace } from "@/components/workspace/use-workspace";
import type { RowsResult } from "@/components/workspace/query-state";
import { rowColumn } from "@/lib/rows/columns";
import { openRows, type RowList } from "@/lib/rows/list";
import type { RowSort } from "@/lib/rows/levels";
import type { Filters } from "@/lib/view-state/filters";
import type { ViewState } from "@/lib/view-state/state";

/** The list of the present filters and sort, with its length. */
export interface ResponseList {
  readonly list: RowList;
  readonly total: number;
  /** Names the question: equal for equal data, filters and sort. */
  readonly id: string;
  /** Version of the data that it is of; behind the open ones while those are being counted. */
  readonly version: number;
  /** What was asked; while another list is being counted, the link is ahead of it. */
  readonly filters: Filters;
  readonly where: ViewState["where"];
  readonly sort: RowSort | null;
}

/** The sort of the view; null in the order of the record. */
export function sortOf(sort: ViewState["sort"]): RowSort | null {
  const column = sort && rowColumn(sort.column);
  return column ? { column, direction: sort.direction } : null;
}

/** One row: the list, which may be empty. */
export function useResponseList(
  filters: Filters,
  { where, sort }: Pick<ViewState, "where" | "sort">,
  enabled: boolean,
): RowsResult<ResponseList> {
  const { version } = useWorkspace();
  const asked = sortOf(sort);
  const key = [filters, where, asked && [asked.column.id, asked.direction]];
  return useRows(
    ["responses", "list", ...key],
    async (workspace, signal) => {
      const list = await openRows(workspace, { filters, where, sort: asked }, { signal });
      const total = await list.total(signal);
      const id = JSON.stringify([version, ...key]);
      return [{ list, total, id, version, filters, where, sort: asked }];
    },
    enabled,
  );
}
