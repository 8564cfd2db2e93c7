import { z } from "zod";
import { hostConfigSchema } from "@/lib/hosts/config";
import { rawPageReplySchema, rawPageSchema, snapshotReplySchema } from "@/lib/snapshot/api";
import { SNAPSHOT_FILES, snapshotIdSchema } from "@/lib/snapshot/schema";
import {
  detachedSchema,
  hostProbeSchema,
  hostsReplySchema,
  modelProbeSchema,
  probeModelSchema,
} from "./hosts";
import {
  actedSchema,
  eventIdSchema,
  jobActionSchema,
  jobEventSchema,
  jobIdSchema,
  jobReplySchema,
  jobsReplySchema,
  madeJobSchema,
  newJobSchema,
  publishedReplySchema,
  resultsReplySchema,
} from "./jobs";
import { preflightBodySchema, preflightReplySchema } from "./preflight";
import { itemSetsReplySchema, paddingsReplySchema, promptsReplySchema } from "./sets";
import { drawnSheetSchema, drawSheetSchema, sheetBankSchema, sheetSetSchema } from "./sheets";

/** One operation of the HTTP interface: what routes read, what the browser sends, what openapi.json says. */
export interface Endpoint {
  readonly method: "GET" | "POST" | "DELETE";
  /** With its parameters in braces. */
  readonly path: string;
  readonly summary: string;
  readonly path_parameters?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Null where the reply is a stream (see `media`). */
  readonly reply: z.ZodType | null;
  /** Of the reply; JSON where left out. */
  readonly media?: "application/json" | "application/octet-stream" | "text/event-stream";
  /** Of each event of a stream. */
  readonly event?: z.ZodType;
  /** Only the operator may: it changes something, or makes this server ask others. */
  readonly writes: boolean;
}

const host = z.strictObject({ id: z.string().min(1) });
const job = z.strictObject({ id: jobIdSchema });

export const ENDPOINTS = {
  openapi: {
    method: "GET",
    path: "/api/openapi.json",
    summary: "This description",
    reply: z.record(z.string(), z.unknown()),
    writes: false,
  },
  snapshot: {
    method: "GET",
    path: "/api/snapshot",
    summary: "The snapshot of an id, or of the present runs",
    query: z.strictObject({ id: z.string().optional() }),
    reply: snapshotReplySchema,
    writes: false,
  },
  snapshotFile: {
    method: "GET",
    path: "/api/snapshot/{id}/{file}",
    summary: "A database of a snapshot; its bytes never change",
    path_parameters: z.strictObject({ id: snapshotIdSchema, file: z.enum(SNAPSHOT_FILES) }),
    reply: null,
    media: "application/octet-stream",
    writes: false,
  },
  rawPage: {
    method: "POST",
    path: "/api/responses/raw",
    summary: "Texts and items behind a page of responses",
    body: rawPageSchema,
    reply: rawPageReplySchema,
    writes: false,
  },
  published: {
    method: "GET",
    path: "/api/published",
    summary: "How often this server has written runs for the explorer",
    reply: publishedReplySchema,
    writes: false,
  },
  hosts: {
    method: "GET",
    path: "/api/hosts",
    summary: "Attached hosts",
    reply: hostsReplySchema,
    writes: false,
  },
  attachHost: {
    method: "POST",
    path: "/api/hosts",
    summary: "Attaches a host, in place of one with the same id",
    body: hostConfigSchema,
    reply: hostsReplySchema,
    writes: true,
  },
  detachHost: {
    method: "DELETE",
    path: "/api/hosts/{id}",
    summary: "Detaches a host; its runs stay",
    path_parameters: host,
    reply: detachedSchema,
    writes: true,
  },
  probeHost: {
    method: "POST",
    path: "/api/hosts/{id}/probe",
    summary: "Asks a host what it is and which models it has",
    path_parameters: host,
    reply: hostProbeSchema,
    writes: true,
  },
  probeModel: {
    method: "POST",
    path: "/api/hosts/{id}/probe-model",
    summary: "Asks one model a few small questions",
    path_parameters: host,
    body: probeModelSchema,
    reply: modelProbeSchema,
    writes: true,
  },
  itemSets: {
    method: "GET",
    path: "/api/item-sets",
    summary: "Item sets of the store, and those that the package ships",
    reply: itemSetsReplySchema,
    writes: false,
  },
  sheetBank: {
    method: "GET",
    path: "/api/item-sets/{set}/sheet-bank",
    summary: "What of an item set a sheet for reviewers can be drawn from",
    path_parameters: sheetSetSchema,
    reply: sheetBankSchema,
    writes: false,
  },
  drawSheet: {
    method: "POST",
    path: "/api/sheets",
    summary: "Draws a sheet for a reviewer from an item set, with its keys; nothing is stored",
    body: drawSheetSchema,
    reply: drawnSheetSchema,
    writes: false,
  },
  prompts: {
    method: "GET",
    path: "/api/prompts",
    summary: "Built-in prompt templates, and what a template may name",
    reply: promptsReplySchema,
    writes: false,
  },
  paddings: {
    method: "GET",
    path: "/api/paddings",
    summary: "What each padding adds to a prompt, beside the published lengths",
    reply: paddingsReplySchema,
    writes: false,
  },
  jobs: {
    method: "GET",
    path: "/api/jobs",
    summary: "Jobs, the newest first",
    reply: jobsReplySchema,
    writes: false,
  },
  makeJob: {
    method: "POST",
    path: "/api/jobs",
    summary: "Puts a job down, and starts it where that is asked",
    body: newJobSchema,
    reply: madeJobSchema,
    writes: true,
  },
  preflight: {
    method: "POST",
    path: "/api/jobs/preflight",
    summary: "What a spec will take: requests, tokens, fit, time and money where known",
    body: preflightBodySchema,
    reply: preflightReplySchema,
    writes: true,
  },
  job: {
    method: "GET",
    path: "/api/jobs/{id}",
    summary: "A job with its spec",
    path_parameters: job,
    reply: jobReplySchema,
    writes: false,
  },
  jobResults: {
    method: "GET",
    path: "/api/jobs/{id}/results",
    summary: "Cells, failures by kind and last answers of a job",
    path_parameters: job,
    reply: resultsReplySchema,
    writes: false,
  },
  jobEvents: {
    method: "GET",
    path: "/api/jobs/{id}/events",
    summary: "What happens to a job, as server-sent events; Last-Event-ID goes on behind an event",
    path_parameters: job,
    query: z.strictObject({ after: eventIdSchema.optional() }),
    reply: null,
    media: "text/event-stream",
    event: jobEventSchema,
    writes: false,
  },
  actOnJob: {
    method: "POST",
    path: "/api/jobs/{id}/actions",
    summary:
      "Runs, pauses, cancels, extends, clones, removes or publishes a job, or retries its errors",
    path_parameters: job,
    body: jobActionSchema,
    reply: actedSchema,
    writes: true,
  },
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof ENDPOINTS;
/** Operations that answer with JSON. */
export type JsonEndpointName = {
  [K in EndpointName]: (typeof ENDPOINTS)[K]["reply"] extends z.ZodType ? K : never;
}[EndpointName];
export type ReplyOf<K extends JsonEndpointName> = z.output<
  Extract<(typeof ENDPOINTS)[K]["reply"], z.ZodType>
>;

/** The path of an operation with its parameters filled in. */
export function pathOf(
  endpoint: Pick<Endpoint, "path">,
  parameters: Readonly<Record<string, string | number>> = {},
): string {
  return endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name];
    if (value === undefined) throw new RangeError(`${endpoint.path} needs ${name}`);
    return encodeURIComponent(value);
  });
}
