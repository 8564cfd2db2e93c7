import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { z } from "zod";
import { answer, Failure } from "@/app/api/_server/failure";
import { service } from "@/app/api/_server/state";
import { LENGTH_HEADER } from "@/lib/snapshot/api";
import { ENCODED_SUFFIX } from "@/lib/snapshot/encode";
import { SNAPSHOT_FILES, snapshotIdSchema } from "@/lib/snapshot/schema";

const paramsSchema = z.strictObject({ id: snapshotIdSchema, file: z.enum(SNAPSHOT_FILES) });

/** Whether a client takes Brotli: named, and not with a weight of 0. */
function takesBrotli(request: Request): boolean {
  const accepted = request.headers.get("accept-encoding") ?? "";
  return /(^|,)\s*br\s*(;\s*q=(?!0(\.0*)?\s*(,|$))[\d.]+\s*)?(,|$)/i.test(accepted);
}

/** GET /api/snapshot/[id]/[file]: a database of a snapshot, whose bytes never change. */
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
    const encoded = takesBrotli(request)
      ? await stat(path + ENCODED_SUFFIX).catch(() => null)
      : null;
    const stream = createReadStream(encoded ? path + ENCODED_SUFFIX : path);
    return new Response(Readable.toWeb(stream) as ReadableStream<Uint8Array>, {
      headers: {
        "content-type": "application/octet-stream",
        "content-length": String((encoded ?? plain).size),
        [LENGTH_HEADER]: String(plain.size),
        ...(encoded ? { "content-encoding": "br" } : {}),
        vary: "accept-encoding",
        "cache-control": "public, max-age=31536000, immutable",
      },
    });
  });
}
