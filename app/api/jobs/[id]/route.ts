import { reading } from "@/app/api/_server/evaluate";
import { jobIdSchema } from "@/lib/evaluate/contract/jobs";

/** GET /api/jobs/[id]: a job with its spec. */
export function GET(
  request: Request,
  context: { params: Promise<{ id: string }> },
): Promise<Response> {
  return reading("job", request, async (service) =>
    service.job(jobIdSchema.parse((await context.params).id)),
  );
}
