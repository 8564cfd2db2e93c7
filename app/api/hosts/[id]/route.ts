import { NO_BODY, writing } from "@/app/api/_server/evaluate";

/** DELETE /api/hosts/[id]: detaches a host; its runs stay. */
export function DELETE(
  request: Request,
  context: { params: Promise<{ id: string }> },
): Promise<Response> {
  return writing("detachHost", request, NO_BODY, async (service) =>
    service.detach((await context.params).id),
  );
}
