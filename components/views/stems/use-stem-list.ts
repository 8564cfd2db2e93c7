"use client";
import type { RowsResult } from "@/components/workspace/query-state";
import { useRows } from "@/components/workspace/use-metric";
import { useWorkspace } from "@/components/workspace/use-workspace";
import { IS_SITE } from "@/lib/http/hosting";
import { engineRawText, serverRawText, type RawTextSource } from "@/lib/rows/raw-text";
import { openRuns } from "@/lib/rows/runs";
import { siteRawText } from "@/lib/rows/site-text";
import { stemItems, type StemItem } from "@/lib/rows/stem-items";
import type { Filters } from "@/lib/view-state/filters";

/** An item with its stem, or why there is none to show. */
export interface ListedStem extends StemItem {
  readonly stem: string | null;
  readonly missing: string;
}

interface StemPage {
  readonly total: number;
  readonly stems: readonly ListedStem[];
}

const NOT_KEPT = "The text of this question is not kept.";

/** A text that cannot be read leaves its item in the list, with the reason. */
async function listed(
  item: StemItem,
  source: RawTextSource,
  signal: AbortSignal,
): Promise<ListedStem> {
  if (item.key === null) return { ...item, stem: null, missing: NOT_KEPT };
  try {
    const raw = await source.read(item.key, signal);
    return { ...item, stem: raw?.item?.stem ?? null, missing: NOT_KEPT };
  } catch (error) {
    signal.throwIfAborted();
    return { ...item, stem: null, missing: error instanceof Error ? error.message : String(error) };
  }
}

/** The first `limit` stems with a flag under the filters, with their texts. */
export function useStemList(
  filters: Filters,
  limit: number,
  enabled: boolean,
): RowsResult<StemPage> {
  const { sources } = useWorkspace();
  return useRows(
    ["later", "stem list", filters, limit],
    async (workspace, signal) => {
      const { items, total } = await stemItems(workspace, { filters, signal }, limit);
      if (total === 0) return [];
      const runs = await openRuns(workspace.engine, { signal });
      const placeOf = new Map(runs.map((run) => [run.run_id, sources[run.source]]));
      const snapshotText = IS_SITE ? siteRawText : serverRawText;
      const stems = await Promise.all(
        items.map((item) => {
          const place = item.key && placeOf.get(item.key.run_id);
          const source =
            place?.kind === "drop" ? engineRawText(workspace.engine, place.texts) : snapshotText;
          return listed(item, source, signal);
        }),
      );
      return [{ total, stems }];
    },
    enabled,
  );
}
