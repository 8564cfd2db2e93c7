import { writing } from "@/app/api/_server/evaluate";
import { probeModelSchema } from "@/lib/evaluate/contract/hosts";

/** POST /api/hosts/[id]/probe-model: a few small questions to one model. */
export function POST(
  request: Request,
  context: { params: Promise<{ id: string }> },
): Promise<Response> {
  return writing("probeModel", request, probeModelSchema, async (service, { model }) =>
    service.probeModel((await context.params).id, model, request.signal),
  );
}
