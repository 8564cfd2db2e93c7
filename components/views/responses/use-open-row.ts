"use client";
import { useEffect, useRef, useState } from "react";
import { useViewState } from "@/components/hooks/use-view-state";
import { useRows } from "@/components/workspace/use-metric";
import type { RowsResult } from "@/components/workspace/query-state";
import { useWorkspace } from "@/components/workspace/use-workspace";
import { findRow, rankOf } from "@/lib/rows/find";
import { keyOf, readKey, writeKey } from "@/lib/rows/key";
import type { ViewRow } from "@/lib/rows/row";
import type { ResponseList } from "./use-response-list";

/** A row that was reached through the list, and its place there. */
interface Visited {
  readonly list: string;
  /** Version of the data that the list is of: a row's place in them is another in the next. */
  readonly version: number;
  readonly index: number;
  readonly row: ViewRow;
}

export interface OpenRow {
  /** The open row; null while none is open or it is being looked for. */
  readonly row: ViewRow | null;
  /** Why the row of the link is not shown; null where it is, or none is asked for. */
  readonly problem: string | null;
  /** Its place in the list; null where it has none, or that is not known yet. */
  readonly index: number | null;
  /** The row that the keyboard is on: the open one, or the last one that was. */
  readonly cursor: number | null;
  readonly open: (index: number) => void;
  /** Moves the open row, or only the cursor while none is open. */
  readonly move: (step: 1 | -1) => void;
  readonly close: () => void;
}

/** The open row, which the URL holds by its full key, and its place in the list. */
export function useOpenRow(responses: ResponseList | null): OpenRow {
  const { version } = useWorkspace();
  const { state, update } = useViewState();
  const [visited, setVisited] = useState<Visited | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const key = state.row === null ? null : readKey(state.row);
  const direct =
    key && visited?.version === version && writeKey(keyOf(visited.row)) === writeKey(key)
      ? visited.row
      : null;
  const looked = useLooked(state.row, direct === null && key !== null);
  // Rows of the question before are another response's.
  const row = key === null ? null : (direct ?? current(looked));

  const sameList = visited !== null && visited.list === responses?.id;
  const placed = direct !== null && sameList ? visited.index : null;
  const rank = useRank(responses, row, row !== null && placed === null);
  const index = row === null ? null : (placed ?? current(rank));
  const cursor = index ?? (sameList ? visited.index : null);

  // Where the keyboard is going: keys come faster than rows are read and drawn.
  const heading = useRef<{ list: string; index: number } | null>(null);
  useEffect(() => {
    const going = heading.current;
    // Arrived, or gone with its list; a later key may be on its way already.
    if (going?.list !== responses?.id || going?.index === cursor) heading.current = null;
  }, [responses?.id, cursor]);

  const visit = (at: number, how: "push" | "replace", opens: boolean) => {
    if (!responses || at < 0 || at >= responses.total) return;
    heading.current = { list: responses.id, index: at };
    responses.list
      .window(at, 1)
      .then(([found]) => {
        // A later key has gone on, or another list is shown.
        if (!found || heading.current?.list !== responses.id || heading.current.index !== at)
          return;
        setFailed(null);
        const { id: list, version } = responses;
        setVisited({ list, version, index: at, row: found });
        const key = writeKey(keyOf(found));
        update((now) => (opens || now.row !== null ? { row: key } : {}), how);
      })
      .catch((error: unknown) => setFailed(error instanceof Error ? error.message : String(error)));
  };
  return {
    row,
    index,
    cursor,
    problem: failed ?? problemOf(state.row, key !== null, looked, direct !== null),
    open: (at) => visit(at, state.row === null ? "push" : "replace", true),
    move: (step) => {
      const going = heading.current;
      const from = going !== null && going.list === responses?.id ? going.index : cursor;
      visit(from === null ? 0 : from + step, "replace", false);
    },
    close: () => {
      heading.current = null;
      update({ row: null });
    },
  };
}

/** What answers the present question; null while it is asked. */
function current<Row>({ rows, refreshing }: RowsResult<Row>): Row | null {
  return refreshing ? null : (rows[0] ?? null);
}

/** The row of the link, looked up in the data whatever the filters. */
function useLooked(link: string | null, enabled: boolean): RowsResult<ViewRow> {
  return useRows(
    ["responses", "row", link],
    async (workspace, signal) => {
      const key = link === null ? null : readKey(link);
      const found = key && (await findRow(workspace, key, { signal }));
      return found ? [found] : [];
    },
    enabled,
  );
}

function useRank(
  responses: ResponseList | null,
  row: ViewRow | null,
  enabled: boolean,
): RowsResult<number> {
  return useRows(
    ["responses", "rank", responses?.id, row && writeKey(keyOf(row))],
    async (workspace, signal) => {
      if (!responses || !row) return [];
      const rank = await rankOf(workspace, responses.list.plan, row, { signal });
      return rank === null ? [] : [rank];
    },
    enabled && responses !== null,
  );
}

function problemOf(
  link: string | null,
  readable: boolean,
  looked: RowsResult<ViewRow>,
  direct: boolean,
): string | null {
  if (link === null || direct) return null;
  if (!readable) return "The link's open row is no key of a response.";
  if (looked.error) return `The open row could not be read: ${looked.error.message}`;
  return looked.status === "empty"
    ? "The open data have no such response: the link may come from other data."
    : null;
}
