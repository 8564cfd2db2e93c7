import { serveWith } from "@/app/api/_server/evaluate";
import { eventIdSchema, jobIdSchema } from "@/lib/evaluate/contract/jobs";
import { eventStream } from "@/lib/http/events";

/**
 * GET /api/jobs/[id]/events[?after=]: what happens to a job. A client that reconnects says in
 * Last-Event-ID what it has.
 */
export function GET(
  request: Request,
  context: { params: Promise<{ id: string }> },
): Promise<Response> {
  return serveWith(request, async (service) => {
    const id = jobIdSchema.parse((await context.params).id);
    await service.assertJob(id);
    const asked =
      request.headers.get("last-event-id") ?? new URL(request.url).searchParams.get("after");
    const after = eventIdSchema.parse(asked ?? 0);
    return eventStream(request.signal, (signal) => service.events(id, after, signal));
  });
}
