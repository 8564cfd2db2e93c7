import type { BatchFile, ModelRequest } from "@/lib/hosts/host";
import { chatBody } from "@/lib/hosts/openai-compatible/request";

/** Limits of one input file. */
export interface FileLimits {
  readonly requests: number;
  readonly bytes: number;
}
export const FILE_LIMITS: FileLimits = { requests: 50_000, bytes: 200_000_000 };

export const BATCH_ENDPOINT = "/v1/chat/completions";

/** The body of one request of a batch, and what it leaves out. */
export function batchBody(request: ModelRequest) {
  return chatBody(request, "openai", new Set());
}

/** One line of an input file, its line end included. */
function lineOf(customId: string, request: ModelRequest): string {
  const { body } = batchBody(request);
  return `${JSON.stringify({ custom_id: customId, method: "POST", url: BATCH_ENDPOINT, body })}\n`;
}

interface Growing {
  readonly customIds: string[];
  readonly lines: string[];
  bytes: number;
}

/**
 * Input files of one model each, every one within the limits.
 * @throws RangeError for an id that stands twice, or a request that alone is over the limit.
 */
export function* batchFiles(
  requests: Iterable<readonly [customId: string, request: ModelRequest]>,
  limits: FileLimits = FILE_LIMITS,
): Generator<BatchFile> {
  const seen = new Set<string>();
  const growing = new Map<string, Growing>();
  const fileOf = (model: string, { customIds, lines }: Growing): BatchFile => ({
    model,
    customIds,
    text: lines.join(""),
  });
  for (const [customId, request] of requests) {
    if (seen.has(customId)) throw new RangeError(`the id ${customId} stands twice in a batch`);
    seen.add(customId);
    const line = lineOf(customId, request);
    const bytes = Buffer.byteLength(line);
    if (bytes > limits.bytes)
      throw new RangeError(`the request ${customId} alone has ${bytes} bytes`);
    let file = growing.get(request.model) ?? { customIds: [], lines: [], bytes: 0 };
    if (file.lines.length === limits.requests || file.bytes + bytes > limits.bytes) {
      yield fileOf(request.model, file);
      file = { customIds: [], lines: [], bytes: 0 };
    }
    file.customIds.push(customId);
    file.lines.push(line);
    file.bytes += bytes;
    growing.set(request.model, file);
  }
  for (const [model, file] of growing) yield fileOf(model, file);
}
