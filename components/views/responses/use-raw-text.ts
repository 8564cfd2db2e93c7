"use client";
import { useRows } from "@/components/workspace/use-metric";
import type { RowsResult } from "@/components/workspace/query-state";
import { useWorkspace } from "@/components/workspace/use-workspace";
import { writeKey, type ResponseKey } from "@/lib/rows/key";
import { engineRawText, serverRawText } from "@/lib/rows/raw-text";
import { siteRawText } from "@/lib/rows/site-text";
import { IS_SITE } from "@/lib/http/hosting";

/** Texts of the runs that were there before any drop. */
const snapshotText = IS_SITE ? siteRawText : serverRawText;

import { openRuns, type OpenRun } from "@/lib/rows/runs";
import type { RawReply } from "@/lib/snapshot/api";

/** What is kept behind a response, and the run that it belongs to. */
export interface Drilled {
  readonly raw: RawReply | null;
  readonly run: OpenRun;
}

/** One row: what is kept behind the response of that key. */
export function useRawText(key: ResponseKey): RowsResult<Drilled> {
  const { sources } = useWorkspace();
  return useRows(["raw", writeKey(key)], async (workspace, signal) => {
    const { engine } = workspace;
    const run = (await openRuns(engine, { signal })).find((r) => r.run_id === key.run_id);
    if (!run) throw new Error(`the open data have no run ${key.run_id}`);
    const source = sources[run.source];
    const texts = source?.kind === "drop" ? engineRawText(engine, source.texts) : snapshotText;
    return [{ raw: await texts.read(key, signal), run }];
  });
}
