import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { z } from "zod";
import { answer, Failure } from "@/app/api/_server/failure";
import { service } from "@/app/api/_server/state";
import { LENGTH_HEADER } from "@/lib/snapshot/api";
import { SNAPSHOT_FILES, snapshotIdSchema } from "@/lib/snapshot/schema";

const paramsSchema = z.strictObject({ id: snapshotIdSchema, file: z.enum(SNAPSHOT_FILES) });

/**
 * GET /api/snapshot/[id]/[file]: a file of a snapshot, whose bytes never change. `foilscope serve`
 * answers in front of this with the compressed twin.
 */
export function GET(
  request: Request,
  context: { params: Promise<{ id: string; file: string }> },
): Promise<Response> {
  return answer(request, async () => {
    const { id, file } = paramsSchema.parse(await context.params);
    const path = join(service().directory(id), file);
    const plain = await stat(path).catch(() => null);
    if (!plain)
      throw new Failure(404, {
        what: `snapshot ${id} is gone`,
        where: file,
        why: "the runs changed since, and old snapshots are removed: open the present data instead",
      });
    return new Response(Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>, {
      headers: {
        "content-type": "application/octet-stream",
        [LENGTH_HEADER]: String(plain.size),
        "cache-control": "public, max-age=31536000, immutable",
      },
    });
  });
}
