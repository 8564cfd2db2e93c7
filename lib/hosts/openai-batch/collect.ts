import { z } from "zod";
import { HostError, type BatchHarvest, type ModelReply, type ModelRequest } from "@/lib/hosts/host";
import { completionSchema, replyOf } from "@/lib/hosts/openai-compatible/reply";
import { mayPass, errorIn, errorOfBody } from "@/lib/hosts/said";
import { textBlocks } from "@/lib/records/importers/text-blocks";
import { batchBody } from "./files";

const lineSchema = z.looseObject({
  custom_id: z.string(),
  response: z.looseObject({ status_code: z.int(), body: z.unknown() }).nullish(),
  error: z.looseObject({ code: z.string().nullish(), message: z.string().nullish() }).nullish(),
});
type Line = z.output<typeof lineSchema>;

const FIRST_ERROR = 400;
/** The batch ended before the request's turn came: nothing is wrong with it. */
const NOT_ASKED = new Set<string | null | undefined>(["batch_expired", "batch_cancelled"]);

function failureOf(line: Line, responseBody: string | null): HostError | null {
  const { error, response } = line;
  const status = response?.status_code ?? null;
  const fail = (message: string, again: boolean): HostError =>
    new HostError(message, {
      status,
      again,
      retryAfterMs: null,
      request: null,
      responseBody,
      latencyMs: null,
    });
  if (error)
    return fail(
      error.message ?? error.code ?? "the batch names no reason",
      NOT_ASKED.has(error.code),
    );
  const inside = errorIn(response?.body);
  if (status !== null && status >= FIRST_ERROR) {
    const said = errorOfBody(responseBody ?? "");
    return fail(`the host answers ${status}: ${said.message}`, mayPass(status, said));
  }
  return inside === null ? null : fail(inside.message, mayPass(status ?? 0, inside));
}

/** What one line says of its request; null for a line of another form. */
function resultOf(line: Line, request: ModelRequest): ModelReply | HostError | null {
  const body: unknown = line.response?.body;
  const responseBody = body === undefined ? null : JSON.stringify(body);
  const failure = failureOf(line, responseBody);
  if (failure !== null) return failure;
  const completion = completionSchema.safeParse(body);
  if (!completion.success || responseBody === null) return null;
  const sent = batchBody(request);
  const wire = { request: JSON.stringify(sent.body), responseBody, latencyMs: null };
  return replyOf(completion.data, wire, request.labels, sent.dropped);
}

function lineIn(text: string): Line | null {
  try {
    return lineSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Joins the lines of the output and the error file, in any order, with what was asked. */
export async function harvest(
  files: readonly AsyncIterable<Uint8Array>[],
  asked: ReadonlyMap<string, ModelRequest>,
  redact: (text: string) => string,
): Promise<BatchHarvest> {
  const results = new Map<string, ModelReply | HostError>();
  let surplus = 0;
  let unreadable = 0;

  const take = (text: string): void => {
    const line = lineIn(redact(text));
    const request = line === null ? undefined : asked.get(line.custom_id);
    if (line !== null && request === undefined) {
      surplus += 1;
      return;
    }
    const result = line === null || request === undefined ? null : resultOf(line, request);
    if (line === null || result === null) {
      unreadable += 1;
      return;
    }
    const had = results.get(line.custom_id);
    // A reply wins over a failure of the same request; else the first one counts.
    if (had === undefined || (had instanceof HostError && !(result instanceof HostError)))
      results.set(line.custom_id, result);
    if (had !== undefined) surplus += 1;
  };

  for (const file of files)
    for await (const { text } of textBlocks(file))
      for (const line of text.split("\n")) if (line.trim() !== "") take(line);

  const failed = [...results.values()].filter((one) => one instanceof HostError).length;
  return {
    results,
    done: results.size - failed,
    failed,
    missing: asked.size - results.size,
    surplus,
    unreadable,
  };
}
