import { z } from "zod";
import { KEY_COLUMNS, responseFields, type Response } from "@/lib/records/response";
import { readValue, UrlValueError, writeList } from "@/lib/view-state/url-text";

const { shape } = responseFields;
/** The full key of a response: every part of it, none of its text. */
export const responseKeySchema = z.strictObject({
  run_id: shape.run_id,
  item_id: shape.item_id,
  environment: shape.environment,
  n_options: shape.n_options,
  padding: shape.padding,
  mode: shape.mode,
  condition: shape.condition,
  permutation: shape.permutation,
  trial: shape.trial,
});
export type ResponseKey = z.infer<typeof responseKeySchema>;

const NUMBERS: ReadonlySet<string> = new Set(["n_options", "permutation", "trial"]);

/** The key of a row. */
export function keyOf(row: Pick<Response, (typeof KEY_COLUMNS)[number]>): ResponseKey {
  return responseKeySchema.parse(Object.fromEntries(KEY_COLUMNS.map((name) => [name, row[name]])));
}

/** The key as it stands in a link: its parts in the order of the record format. */
export function writeKey(key: ResponseKey): string {
  return writeList(
    KEY_COLUMNS.map((name) => {
      const value = key[name];
      return value === null ? null : String(value);
    }),
  );
}

/**
 * Reads a key from a link.
 * @returns null for a text that names no response.
 */
export function readKey(source: string): ResponseKey | null {
  const parts = source.split(",");
  if (parts.length !== KEY_COLUMNS.length) return null;
  try {
    const entries = KEY_COLUMNS.map((name, index) => {
      const value = readValue(parts[index] ?? "");
      return [name, value !== null && NUMBERS.has(name) ? Number(value) : value] as const;
    });
    const key = responseKeySchema.safeParse(Object.fromEntries(entries));
    return key.success ? key.data : null;
  } catch (error) {
    if (error instanceof UrlValueError) return null;
    throw error;
  }
}
