import { jsonBody } from "@/app/api/_server/body";
import { reading } from "@/app/api/_server/evaluate";
import { drawSheetSchema } from "@/lib/evaluate/contract/sheets";

/** POST /api/sheets: a sheet drawn from a set. It changes nothing; the body holds what is asked. */
export function POST(request: Request): Promise<Response> {
  return reading("drawSheet", request, async (service) =>
    service.drawSheet(drawSheetSchema.parse(await jsonBody(request))),
  );
}
