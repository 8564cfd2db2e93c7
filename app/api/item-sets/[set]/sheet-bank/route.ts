import { reading } from "@/app/api/_server/evaluate";
import { sheetSetSchema } from "@/lib/evaluate/contract/sheets";

/** GET /api/item-sets/[set]/sheet-bank: what of a set a sheet for reviewers can be drawn from. */
export function GET(
  request: Request,
  context: { params: Promise<{ set: string }> },
): Promise<Response> {
  return reading("sheetBank", request, async (service) =>
    service.sheetBank(sheetSetSchema.parse(await context.params).set),
  );
}
