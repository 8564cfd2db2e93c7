import "server-only";
import { z } from "zod";
import { ENDPOINTS, type JsonEndpointName } from "@/lib/evaluate/contract/endpoints";
import { serving, type Serving } from "@/lib/evaluate/standing";
import { refusalOf } from "@/lib/http/operator";
import { jsonBody } from "./body";
import { answer, Failure } from "./failure";

type Service = Awaited<ReturnType<Serving["evaluate"]["service"]>>;

function standing(where: string): Serving {
  const found = serving();
  if (found) return found;
  throw new Failure(503, {
    what: "evaluations are not served",
    where,
    why: "this server was not started by foilscope serve or npm start",
  });
}

async function serviceOf({ evaluate }: Serving, where: string): Promise<Service> {
  try {
    return await evaluate.service();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Failure(503, { what: "the jobs of this store cannot be opened", where, why });
  }
}

function replyOf(name: JsonEndpointName, value: unknown): Response {
  const reply = ENDPOINTS[name].reply.safeParse(value);
  // Not the caller's fault, as a ZodError of a request would be.
  if (!reply.success) throw new Error(`the reply of ${name} is none: ${reply.error.message}`);
  return Response.json(reply.data, { headers: { "cache-control": "no-store" } });
}

/** A route that changes nothing. */
export function reading(
  name: JsonEndpointName,
  request: Request,
  work: (service: Service) => unknown,
): Promise<Response> {
  return serveWith(request, async (service) => replyOf(name, await work(service)));
}

/** A route that streams, or answers otherwise than by JSON. */
export function serveWith(
  request: Request,
  work: (service: Service) => Promise<Response>,
): Promise<Response> {
  const where = new URL(request.url).pathname;
  return answer(request, async () => work(await serviceOf(standing(where), where)));
}

/**
 * The one way to a route that changes something or makes this server ask others: who may not is
 * refused before anything of the request is read.
 * @param body of the request; null where it has none
 */
export function writing<S extends z.ZodType>(
  name: JsonEndpointName,
  request: Request,
  body: S,
  work: (service: Service, body: z.output<S>) => unknown,
): Promise<Response> {
  const where = new URL(request.url).pathname;
  return answer(request, async () => {
    const here = standing(where);
    const refusal = refusalOf(request, here);
    if (refusal)
      throw new Failure(refusal.status, {
        what: "this may not be changed from here",
        where,
        why: refusal.why,
      });
    const read = request.method === "DELETE" ? {} : await jsonBody(request);
    const asked = body.parse(read);
    return replyOf(name, await work(await serviceOf(here, where), asked));
  });
}

/** The body of a request that says all by its address. */
export const NO_BODY = z.strictObject({});
