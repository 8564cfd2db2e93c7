"use client";
import type { RowsResult } from "@/components/workspace/query-state";
import { useRows } from "@/components/workspace/use-metric";
import type { ShownPair } from "@/lib/chart-models/paired";
import { pairedItems, type PairedItemRow } from "@/lib/metrics/paired-items";
import { pairedItem, type PairedItem } from "@/lib/rows/paired-item";
import type { Filters } from "@/lib/view-state/filters";
import type { PairPart, PairStream } from "@/lib/view-state/state";

/** The items that one count of a pair stands for: one row, the list, which may be empty. */
export function usePairItems(
  filters: Filters,
  pair: ShownPair,
  stream: PairStream,
  part: PairPart | null,
): RowsResult<readonly PairedItemRow[]> {
  return useRows(
    ["paired", "items", filters, pair.key, stream, part],
    async (workspace, signal) => [
      await pairedItems(workspace, { filters, signal }, pair.row, { stream, part }),
    ],
  );
}

/** The responses of one item on both sides; none where neither side has it. */
export function usePairItem(pair: ShownPair, itemId: string): RowsResult<PairedItem> {
  return useRows(["paired", "item", pair.key, itemId], (workspace, signal) =>
    pairedItem(workspace, pair.row, itemId, { signal }),
  );
}
