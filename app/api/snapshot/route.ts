import { answer } from "@/app/api/_server/failure";
import { service } from "@/app/api/_server/state";
import { snapshotReplySchema, type SnapshotReply } from "@/lib/snapshot/api";

/**
 * GET /api/snapshot[?id=]: the snapshot of that id, or, where it is gone or none was named, of the
 * present runs (which may compile first).
 */
export function GET(request: Request): Promise<Response> {
  return answer(request, async () => {
    const id = new URL(request.url).searchParams.get("id");
    const named = id === null ? null : await service().find(id);
    const reply: SnapshotReply = {
      snapshot: named ?? (await service().present()),
      changed: id !== null && named === null,
    };
    return Response.json(snapshotReplySchema.parse(reply), {
      headers: { "cache-control": "no-store" },
    });
  });
}
