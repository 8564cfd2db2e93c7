import { reading } from "@/app/api/_server/evaluate";

/** GET /api/item-sets: those of the store, and those that the package ships. */
export function GET(request: Request): Promise<Response> {
  return reading("itemSets", request, (service) => service.itemSets());
}
