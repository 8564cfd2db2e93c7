import { toFile } from "openai";
import { z } from "zod";
import type { HostConfig } from "@/lib/hosts/config";
import {
  BATCH_STATES,
  type BatchHost,
  type BatchState,
  type BatchStatus,
  type ModelHost,
} from "@/lib/hosts/host";
import type { HostHttp } from "@/lib/hosts/http";
import { openaiClient, routesOf } from "@/lib/hosts/openai-compatible/client";
import { openAiCompatibleHost } from "@/lib/hosts/openai-compatible/host";
import { harvest } from "./collect";
import { BATCH_ENDPOINT, batchFiles } from "./files";

/** Key of a batch's metadata under which it is found again. */
const NAME_KEY = "foilscope";
const PAGE = 100;
/** Batches looked through for one of a name, newest first. */
const MOST_PAGES = 20;
const ENDED: ReadonlySet<BatchState> = new Set<BatchState>([
  "completed",
  "failed",
  "expired",
  "cancelled",
]);

const count = z.int().nonnegative();
const batchSchema = z.looseObject({
  id: z.string(),
  status: z.enum(BATCH_STATES),
  output_file_id: z.string().nullish(),
  error_file_id: z.string().nullish(),
  metadata: z.record(z.string(), z.string()).nullish().catch(null),
  request_counts: z.object({ total: count, completed: count, failed: count }).nullish().catch(null),
  errors: z
    .looseObject({
      data: z
        .array(z.looseObject({ message: z.string().nullish(), line: z.int().nullish() }))
        .nullish(),
    })
    .nullish()
    .catch(null),
});
type Batch = z.output<typeof batchSchema>;
const listSchema = z.looseObject({ data: z.array(batchSchema), has_more: z.boolean().nullish() });
const fileSchema = z.looseObject({ id: z.string() });

function statusOf({ status, request_counts, errors }: Batch): BatchStatus {
  return {
    state: status,
    ended: ENDED.has(status),
    counts: request_counts
      ? {
          total: request_counts.total,
          done: request_counts.completed,
          failed: request_counts.failed,
        }
      : null,
    problems: (errors?.data ?? []).map(
      ({ message, line }) =>
        `${typeof line === "number" ? `line ${line}: ` : ""}${message ?? "no reason given"}`,
    ),
  };
}

function batchesOf(http: HostHttp, key: string | null): BatchHost {
  const routes = routesOf(http, key);

  const retrieve = async (id: string, signal: AbortSignal): Promise<Batch> =>
    (await routes.get(`/batches/${encodeURIComponent(id)}`, batchSchema, signal)).value;

  async function named(name: string, signal: AbortSignal): Promise<string | null> {
    let after = "";
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const { value } = await routes.get(
        `/batches?limit=${PAGE}${after === "" ? "" : `&after=${encodeURIComponent(after)}`}`,
        listSchema,
        signal,
      );
      const found = value.data.find(({ metadata }) => metadata?.[NAME_KEY] === name);
      if (found !== undefined) return found.id;
      const last = value.data.at(-1);
      if (last === undefined || value.has_more !== true) return null;
      after = last.id;
    }
    return null;
  }

  const content = (file: string, signal: AbortSignal) =>
    http.stream(signal, (fetch) => openaiClient(http.baseUrl, key, fetch).files.content(file));

  return {
    files: (requests) => batchFiles(requests),
    find: named,
    async upload(file, signal) {
      const { value } = await http.call(signal, fileSchema, async (fetch) =>
        openaiClient(http.baseUrl, key, fetch).files.create({
          file: await toFile(Buffer.from(file.text), "requests.jsonl"),
          purpose: "batch",
        }),
      );
      return value.id;
    },
    async create(uploaded, name, signal) {
      const { value } = await routes.post(
        "/batches",
        {
          input_file_id: uploaded,
          endpoint: BATCH_ENDPOINT,
          completion_window: "24h",
          metadata: { [NAME_KEY]: name },
        },
        batchSchema,
        signal,
      );
      return value.id;
    },
    status: async (id, signal) => statusOf(await retrieve(id, signal)),
    async collect(id, asked, signal) {
      const batch = await retrieve(id, signal);
      const files = [];
      for (const file of [batch.output_file_id, batch.error_file_id])
        if (file) files.push(await content(file, signal));
      return harvest(files, asked, (text) => http.redact(text));
    },
    async cancel(id, signal) {
      const path = `/batches/${encodeURIComponent(id)}/cancel`;
      return statusOf((await routes.post(path, {}, batchSchema, signal)).value);
    },
  };
}

/** OpenAI's batches; single questions go to the same account at once. */
export function openAiBatchHost(config: HostConfig, http: HostHttp, key: string | null): ModelHost {
  return { ...openAiCompatibleHost(config, http, key), batch: batchesOf(http, key) };
}
