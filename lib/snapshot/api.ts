import { z } from "zod";
import { optionSchema } from "@/lib/records/item";
import { rawFields } from "@/lib/records/raw";
import { responseKeySchema } from "@/lib/rows/key";
import { BASE_PATH, IS_SITE } from "@/lib/http/hosting";
import { snapshotSchema, type SnapshotFile } from "./schema";
import { SITE_DATA, SITE_SNAPSHOT } from "./site-paths";

/** Reply of GET /api/snapshot. */
export const snapshotReplySchema = z.strictObject({
  snapshot: snapshotSchema,
  /** The snapshot that was asked for is gone: these are the present data. */
  changed: z.boolean(),
});
export type SnapshotReply = z.output<typeof snapshotReplySchema>;

/** An address of this application's own, wherever it is hosted. */
export function apiPath(path: string): string {
  return `${BASE_PATH}/${path}`;
}

/**
 * Address of a snapshot's description: of the present one, or of one by its id. A static site has
 * one snapshot.
 */
export function snapshotUrl(id: string | null): string {
  if (IS_SITE) return apiPath(SITE_SNAPSHOT);
  return apiPath(id === null ? "api/snapshot" : `api/snapshot?id=${encodeURIComponent(id)}`);
}

/** Address of a file of a snapshot. Its bytes never change. */
export function snapshotFileUrl(id: string, file: SnapshotFile): string {
  return apiPath(IS_SITE ? `${SITE_DATA}/${id}/${file}` : `api/snapshot/${id}/${file}`);
}

/** Header with the bytes that a compressed file becomes: progress counts those. */
export const LENGTH_HEADER = "x-uncompressed-length";

const { shape } = rawFields;
/** What was said behind one response, and what its item says: read on drill-down alone. */
export const rawReplySchema = z.strictObject({
  key: responseKeySchema,
  text: shape.text,
  reasoning: shape.reasoning,
  request: shape.request,
  response_body: shape.response_body,
  label_logprobs: shape.label_logprobs,
  /** Null where the run brought no item set, or not this item. */
  item: z
    .strictObject({
      stem: z.string().nullable(),
      target: z.string().nullable(),
      target_base: z.string().nullable(),
      /** In the item set's order; empty where options are drawn from a pool. */
      options: z.array(optionSchema),
      /** Zero-based index of the gold into `options`. */
      key: z.int().nullable(),
    })
    .nullable(),
});
export type RawReply = z.output<typeof rawReplySchema>;

export const RAW_PAGE = 100;
/** Body of POST /api/responses/raw: a page of keys. */
export const rawPageSchema = z.strictObject({
  keys: z.array(responseKeySchema).min(1).max(RAW_PAGE),
});
/** Its reply: one entry a key, in the order asked; null where nothing is stored. */
export const rawPageReplySchema = z.strictObject({ rows: z.array(rawReplySchema.nullable()) });

/** Body of every reply that failed: what was asked for, where it failed, and why. */
export const apiErrorSchema = z.strictObject({
  error: z.strictObject({ what: z.string(), where: z.string(), why: z.string() }),
});
export type ApiError = z.output<typeof apiErrorSchema>["error"];
