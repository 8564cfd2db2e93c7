import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "zod";
import { contextFault } from "@/lib/hosts/context";
import type { BatchState, ModelHost } from "@/lib/hosts/host";
import { leastTokens } from "@/lib/hosts/prompt-cut";
import { opened } from "@/lib/hosts/testing/opened";
import { completion } from "@/lib/hosts/testing/replies";
import type { JobHost } from "@/lib/jobs/ports";
import { askedKey, type AskedKey } from "./hosts";

const lineSchema = z.object({
  custom_id: z.string(),
  body: z.object({
    messages: z.array(z.object({ role: z.enum(["system", "user"]), content: z.string() })),
  }),
});

/** One request of a batch as the service received it. */
export interface BatchLine {
  readonly id: string;
  readonly key: AskedKey;
}

export interface ServedBatch {
  readonly id: string;
  readonly name: string;
  readonly lines: readonly BatchLine[];
  state: BatchState;
  /** JSON lines, or anything else. */
  output: string | null;
  errors: string | null;
  problems: readonly string[];
  cancels: number;
}

/** A line that answers a request rightly. */
export function rightLine({ id, key }: BatchLine, text = String(key.goldPos)): string {
  const usage = { prompt_tokens: 400, completion_tokens: 1, total_tokens: 401 };
  const body = completion(text, { usage });
  return `${JSON.stringify({ custom_id: id, response: { status_code: 200, body }, error: null })}\n`;
}

/** A line that says an error of a request, with a status of its own. */
export function failedLine({ id }: BatchLine, status: number, message: string): string {
  const response = { status_code: status, body: { error: { message } } };
  return `${JSON.stringify({ custom_id: id, response, error: null })}\n`;
}

/** A line that says that the batch ended before the request's turn. */
export function unreachedLine({ id }: BatchLine, code = "batch_expired"): string {
  return `${JSON.stringify({ custom_id: id, response: null, error: { code, message: code } })}\n`;
}

/** Answers all of a batch. */
export function complete(batch: ServedBatch): void {
  batch.state = "completed";
  batch.output = batch.lines.map((line) => rightLine(line)).join("");
}

/** A batch service over HTTP whose batches a test decides about. */
export interface BatchService {
  readonly url: string;
  /** In the order in which they were handed in. */
  readonly batches: readonly ServedBatch[];
  /** What becomes of a batch when it is looked at, the how-manieth it is from 0. */
  decide: (batch: ServedBatch, index: number) => void;
  /** Answers a request by itself; false leaves it to the service. */
  intercept: (method: string, path: string, response: ServerResponse) => boolean;
  /** Breaks the connection after a batch was made, so that nobody learns its id. */
  loseIds: boolean;
  /** Most batches that were neither ended nor waited for at once. */
  readonly most: () => number;
  close(): Promise<void>;
}

const ENDED: readonly BatchState[] = ["completed", "failed", "expired", "cancelled"];

function linesOf(file: string): BatchLine[] {
  return file
    .split("\n")
    .filter((line) => line.startsWith('{"custom_id"'))
    .map((line) => {
      const { custom_id, body } = lineSchema.parse(JSON.parse(line));
      return { id: custom_id, key: askedKey(body) };
    });
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const part of request) body += String(part);
  return body;
}

const madeSchema = z.object({
  input_file_id: z.string(),
  metadata: z.record(z.string(), z.string()),
});

export async function startBatchService(): Promise<BatchService> {
  const batches: ServedBatch[] = [];
  const files = new Map<string, string>();
  let most = 0;
  const json = (response: ServerResponse, body: unknown): Promise<void> => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(body));
    return Promise.resolve();
  };
  const shown = (batch: ServedBatch) => ({
    id: batch.id,
    status: batch.state,
    metadata: { foilscope: batch.name },
    output_file_id: batch.output === null ? null : `out-${batch.id}`,
    error_file_id: batch.errors === null ? null : `err-${batch.id}`,
    request_counts: { total: batch.lines.length, completed: 0, failed: 0 },
    errors: { data: batch.problems.map((message) => ({ message })) },
  });
  const service: { -readonly [K in keyof BatchService]: BatchService[K] } = {
    url: "",
    batches,
    decide: complete,
    intercept: () => false,
    loseIds: false,
    most: () => most,
    close: () => Promise.resolve(),
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = "", url = "" } = request;
    const path = url.replace(/\?.*$/, "");
    const body = await bodyOf(request);
    if (service.intercept(method, path, response)) return;
    if (path === "/v1/models") return json(response, { data: [{ id: "m" }] });
    if (path === "/v1/files") {
      const id = `file-${files.size}`;
      files.set(id, body);
      return json(response, { id });
    }
    if (path === "/v1/batches" && method === "GET")
      return json(response, { data: [...batches].reverse().map(shown), has_more: false });
    if (path === "/v1/batches") {
      const { input_file_id, metadata } = madeSchema.parse(JSON.parse(body));
      const batch: ServedBatch = {
        id: `batch_${batches.length}`,
        name: metadata.foilscope ?? "",
        lines: linesOf(files.get(input_file_id) ?? ""),
        state: "validating",
        output: null,
        errors: null,
        problems: [],
        cancels: 0,
      };
      batches.push(batch);
      most = Math.max(most, batches.filter(({ state }) => !ENDED.includes(state)).length);
      if (!service.loseIds) return json(response, shown(batch));
      response.destroy();
      return;
    }
    const content = /^\/v1\/files\/(out|err)-(.+)\/content$/.exec(path);
    const named = content?.[2] ?? /^\/v1\/batches\/([^/]+)/.exec(path)?.[1];
    const index = batches.findIndex((one) => one.id === named);
    const batch = batches[index];
    if (!batch) {
      response.statusCode = 404;
      return json(response, { error: { message: `no ${path}` } });
    }
    if (content) {
      response.end(content[1] === "out" ? batch.output : batch.errors);
      return;
    }
    if (path.endsWith("/cancel")) {
      batch.cancels += 1;
      batch.state = "cancelling";
    } else if (!ENDED.includes(batch.state)) service.decide(batch, index);
    return json(response, shown(batch));
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  service.close = () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return service;
}

/** The host `h` of such a service, as jobs see it. */
export function batchHost(service: BatchService, concurrency = 4): JobHost & { host: ModelHost } {
  const host = opened(
    {
      kind: "openai-batch",
      base_url: `${service.url}/v1`,
      key_variable: "TEST_API_KEY",
      concurrency,
    },
    { TEST_API_KEY: "sk-0123456789" },
  );
  return {
    host,
    config: { ...host.config, id: "h" },
    batch: host.batch,
    probe: (signal) => host.probe(signal),
    tellsModes: (model, signal) => host.tellsModes(model, signal),
    countTokens: (request, signal) => host.countTokens(request, signal),
    leastTokens,
    contextFault,
    ask: () => Promise.reject(new Error("a host of batches is asked no single question")),
  };
}
