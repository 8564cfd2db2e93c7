"use client";
import { X } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { useShortcuts } from "@/components/hooks/use-shortcuts";
import { useViewState } from "@/components/hooks/use-view-state";
import { DataTable } from "@/components/tables/data-table";
import { TableCsv } from "@/components/tables/table-csv";
import { Answered } from "@/components/ui/answered";
import { Button } from "@/components/ui/button";
import type { ShownPair } from "@/lib/chart-models/paired";
import { LIST_PAGE, pairedList, streamWords } from "@/lib/chart-models/paired-list";
import { listTitle } from "@/lib/chart-models/paired-sentences";
import { sortedRows, type TableRow } from "@/lib/chart-models/table-model";
import type { Filters } from "@/lib/view-state/filters";
import type { PairPart, PairStream } from "@/lib/view-state/state";
import { Pages } from "../responses/chapters";
import { RowPanel } from "../responses/row-panel";
import { PairItem } from "./pair-item";
import { usePairItems } from "./use-pair-items";

interface PairItemsProps {
  readonly filters: Filters;
  readonly pair: ShownPair;
  readonly stream: PairStream;
  readonly part: PairPart | null;
  /** It was just asked for, and may stand below what is in view. */
  readonly reveal: boolean;
}

const NO_ROWS: readonly never[] = [];

/** The items behind one count of a pair, a page at a time, and the one that is open. */
export function PairItems({ filters, pair, stream, part, reveal }: PairItemsProps) {
  const { state, update } = useViewState();
  const { row: open, sort } = state;
  const asked = usePairItems(filters, pair, stream, part);
  const items = asked.rows[0] ?? NO_ROWS;
  const caption = listTitle(items.length, streamWords(stream, pair), part);
  const table = useMemo(
    () => pairedList(items, pair, { stream, caption }),
    [items, pair, stream, caption],
  );
  const rows = useMemo(() => sortedRows(table, table.rows, sort), [table, sort]);
  const place = open === null ? -1 : rows.findIndex(({ id }) => id === open);
  const [turned, setTurned] = useState<number | null>(null);
  const last = Math.max(0, Math.ceil(rows.length / LIST_PAGE) - 1);
  const page = Math.min(last, turned ?? Math.floor(Math.max(0, place) / LIST_PAGE));
  const shown = useMemo(
    () => ({ ...table, rows: rows.slice(page * LIST_PAGE, (page + 1) * LIST_PAGE) }),
    [table, rows, page],
  );
  const section = useRef<HTMLElement>(null);
  const there = asked.status === "ready";
  useEffect(() => {
    if (reveal && there) section.current?.scrollIntoView({ block: "nearest" });
  }, [reveal, there]);
  const close = () => update({ row: null });
  const move = (step: 1 | -1) => {
    const next = rows[place + step];
    if (next === undefined) return;
    setTurned(null);
    update({ row: next.id }, "replace");
  };
  useShortcuts(open === null ? NO_KEYS : { j: () => move(1), k: () => move(-1), Escape: close });
  const renderers = useMemo(
    () => ({
      item: ({ id }: TableRow) => (
        <button
          type="button"
          aria-pressed={id === open}
          onClick={() => update({ row: id }, open === null ? "push" : "replace")}
          className="hover:text-accent rounded text-left font-mono text-xs [overflow-wrap:anywhere] underline-offset-2 hover:underline aria-pressed:font-bold"
        >
          {id}
        </button>
      ),
    }),
    [open, update],
  );
  return (
    <section ref={section} aria-label="Items" className="mt-6">
      <div className="mb-1 flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 className="text-sm font-semibold [overflow-wrap:anywhere]">{caption}</h2>
        {asked.status === "ready" && !asked.refreshing && <TableCsv table={table} />}
        <Button variant="quiet" onClick={() => update({ stream: null, row: null })}>
          <X size={14} aria-hidden /> Close the list
        </Button>
        <Pages
          total={rows.length}
          size={LIST_PAGE}
          page={page}
          onChange={(next) => setTurned(next)}
        />
      </div>
      <Answered state={asked} what="the items">
        <div className="flex items-start gap-3">
          <div className="min-w-0 flex-1">
            <DataTable
              table={shown}
              sort={sort}
              onSort={(next) => update({ sort: next })}
              renderers={renderers}
              leading={open === null}
            />
          </div>
          {open !== null && (
            <RowPanel title="Item on both sides" onClose={close} double>
              <PairItem
                pair={pair}
                itemId={open}
                index={place < 0 ? null : place}
                total={rows.length}
                onMove={move}
                onClose={close}
              />
            </RowPanel>
          )}
        </div>
      </Answered>
    </section>
  );
}

const NO_KEYS = {};
