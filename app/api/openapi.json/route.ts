import { answer } from "@/app/api/_server/failure";
import { openApi } from "@/lib/evaluate/contract/openapi";
import packageJson from "@/package.json" with { type: "json" };

/** GET /api/openapi.json: this interface, out of the schemas that it is read by. */
export function GET(request: Request): Promise<Response> {
  return answer(request, () => Promise.resolve(Response.json(openApi(packageJson.version))));
}
