import { NO_BODY, writing } from "@/app/api/_server/evaluate";

/** POST /api/hosts/[id]/probe: what a host is, and which models it has. */
export function POST(
  request: Request,
  context: { params: Promise<{ id: string }> },
): Promise<Response> {
  return writing("probeHost", request, NO_BODY, async (service) =>
    service.probe((await context.params).id, request.signal),
  );
}
