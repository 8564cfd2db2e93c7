import { reading } from "@/app/api/_server/evaluate";

/** GET /api/paddings: what each padding adds to a prompt, beside the published lengths. */
export function GET(request: Request): Promise<Response> {
  return reading("paddings", request, (service) => service.paddings());
}
