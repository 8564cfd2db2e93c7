import { existsSync } from "node:fs";
import { join } from "node:path";
import { jsonBody } from "@/app/api/_server/body";
import { answer, Failure } from "@/app/api/_server/failure";
import { engine, service } from "@/app/api/_server/state";
import { RESPONSES_FILE } from "@/lib/records/store/paths";
import type { ResponseKey } from "@/lib/rows/key";
import { rawPageReplySchema, rawPageSchema, type RawReply } from "@/lib/snapshot/api";
import { readRaw } from "@/lib/snapshot/raw";

/** Reads keys of any runs, a run at a time, and puts the answers back in the order asked. */
async function readPage(keys: readonly ResponseKey[]): Promise<(RawReply | null)[]> {
  const found = new Map<ResponseKey, RawReply | null>();
  const find = (runId: string) => service().runDir(runId);
  for (const [runId, group] of Map.groupBy(keys, (key) => key.run_id)) {
    const dir = await find(runId);
    // That nothing is stored behind a response is said of runs that are there.
    if (dir === null || !existsSync(join(dir, RESPONSES_FILE)))
      throw new Failure(404, {
        what: "the run is not in this store",
        where: `run ${runId}`,
        why: `run ${runId} is not in the store, or not any more; reload the page for the present data`,
      });
    const rows = await readRaw(await engine(), find, runId, group);
    group.forEach((key, index) => found.set(key, rows[index] ?? null));
  }
  return keys.map((key) => found.get(key) ?? null);
}

/**
 * POST /api/responses/raw with {keys}: text, reasoning, request and item behind a page of responses,
 * null where nothing is stored behind one; 404 where a run is not there at all. Keys travel in the
 * body: an address is logged and kept.
 */
export function POST(request: Request): Promise<Response> {
  return answer(request, async () => {
    const { keys } = rawPageSchema.parse(await jsonBody(request));
    const rows = await readPage(keys);
    return Response.json(rawPageReplySchema.parse({ rows }), {
      headers: { "cache-control": "no-store" },
    });
  });
}
