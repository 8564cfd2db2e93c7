import { writing } from "@/app/api/_server/evaluate";
import { jobActionSchema, jobIdSchema } from "@/lib/evaluate/contract/jobs";

/** POST /api/jobs/[id]/actions: run, pause, cancel, retry, extend, clone, remove or publish. */
export function POST(
  request: Request,
  context: { params: Promise<{ id: string }> },
): Promise<Response> {
  return writing("actOnJob", request, jobActionSchema, async (service, body) =>
    service.act(jobIdSchema.parse((await context.params).id), body, request.signal),
  );
}
