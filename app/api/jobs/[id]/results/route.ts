import { reading } from "@/app/api/_server/evaluate";
import { jobIdSchema } from "@/lib/evaluate/contract/jobs";

/** GET /api/jobs/[id]/results: cells, failures by kind and last answers. */
export function GET(
  request: Request,
  context: { params: Promise<{ id: string }> },
): Promise<Response> {
  return reading("jobResults", request, async (service) =>
    service.results(jobIdSchema.parse((await context.params).id)),
  );
}
