import { answer } from "@/app/api/_server/failure";
import { publishedReplySchema } from "@/lib/evaluate/contract/jobs";
import { serving } from "@/lib/evaluate/standing";

/** GET /api/published: how often this server has written runs for the explorer. Opens nothing. */
export function GET(request: Request): Promise<Response> {
  return answer(request, () => {
    const reply = { published: serving()?.evaluate.published() ?? 0 };
    return Promise.resolve(
      Response.json(publishedReplySchema.parse(reply), {
        headers: { "cache-control": "no-store" },
      }),
    );
  });
}
