import "server-only";
import { z } from "zod";
import { refusedOf } from "@/lib/evaluate/refused";
import type { ApiError } from "@/lib/snapshot/api";

/** A request that cannot be answered, with what the caller can understand. */
export class Failure extends Error {
  override readonly name = "Failure";
  constructor(
    readonly status: number,
    readonly error: ApiError,
  ) {
    super(error.why);
  }
}

function describe(error: unknown, where: string): Failure {
  if (error instanceof Failure) return error;
  const refused = refusedOf(error);
  if (refused) {
    const { status, what, message } = refused;
    return new Failure(status, { what, where: refused.where, why: message });
  }
  if (error instanceof z.ZodError) {
    const issue = error.issues[0];
    const why = issue ? `${issue.path.join(".") || "request"}: ${issue.message}` : error.message;
    return new Failure(400, { what: "the request cannot be read", where, why });
  }
  // What went wrong inside may name files of this machine: it is for the server's log alone.
  const inside = error instanceof Error ? error.message : String(error);
  process.stderr.write(`foilscope: ${where}: ${inside}\n`);
  const why = "something failed inside the server; its log says what";
  return new Failure(500, { what: "the server could not answer", where, why });
}

/** Runs a handler; whatever it throws becomes a reply that says what, where and why. */
export async function answer(request: Request, handle: () => Promise<Response>): Promise<Response> {
  try {
    return await handle();
  } catch (error) {
    const failure = describe(error, new URL(request.url).pathname);
    return Response.json(
      { error: failure.error },
      { status: failure.status, headers: { "cache-control": "no-store" } },
    );
  }
}
