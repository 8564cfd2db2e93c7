import { reading } from "@/app/api/_server/evaluate";

/** GET /api/prompts: built-in templates, and what a template may name. */
export function GET(request: Request): Promise<Response> {
  return reading("prompts", request, (service) => service.prompts());
}
