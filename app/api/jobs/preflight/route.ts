import { writing } from "@/app/api/_server/evaluate";
import { preflightBodySchema } from "@/lib/evaluate/contract/preflight";

/** POST /api/jobs/preflight: what a spec will take. It asks the hosts that the spec names. */
export function POST(request: Request): Promise<Response> {
  return writing("preflight", request, preflightBodySchema, (service, { spec }) =>
    service.preflight(spec, request.signal),
  );
}
