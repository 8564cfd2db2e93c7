import { reading, writing } from "@/app/api/_server/evaluate";
import { newJobSchema } from "@/lib/evaluate/contract/jobs";

/** GET /api/jobs: all jobs, the newest first. */
export function GET(request: Request): Promise<Response> {
  return reading("jobs", request, async (service) => ({ jobs: await service.jobs() }));
}

/** POST /api/jobs: puts a job down, and starts it where that is asked. */
export function POST(request: Request): Promise<Response> {
  return writing("makeJob", request, newJobSchema, async (service, { spec, run }) => ({
    id: await service.makeJob(spec, run, request.signal),
  }));
}
