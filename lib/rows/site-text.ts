import type { z } from "zod";
import { apiPath } from "@/lib/snapshot/api";
import {
  fileOfKey,
  textsFileSchema,
  textsIndexSchema,
  type TextsIndex,
} from "@/lib/snapshot/site-layout";
import { SITE_TEXTS, SITE_TEXTS_INDEX } from "@/lib/snapshot/site-paths";
import { writeKey } from "./key";
import type { RawTextSource } from "./raw-text";
import { textFailure } from "./text-failure";

async function fetchJson<S extends z.ZodType>(
  schema: S,
  path: string,
  signal?: AbortSignal,
): Promise<z.output<S>> {
  const reply = await fetch(apiPath(path), { signal }).catch(() => {
    signal?.throwIfAborted();
    throw textFailure("the site does not answer");
  });
  if (!reply.ok) throw textFailure(`the server answered ${reply.status} for ${path}`);
  const parsed = schema.safeParse(await reply.json().catch(() => null));
  if (!parsed.success) throw new Error(`${path} is not what this site was made with`);
  return parsed.data;
}

let index: Promise<TextsIndex> | null = null;

function textsIndex(): Promise<TextsIndex> {
  index ??= fetchJson(textsIndexSchema, SITE_TEXTS_INDEX).catch((error: unknown) => {
    index = null;
    throw error;
  });
  return index;
}

/** Texts of a static site: one small file holds those of a response, which its key tells. */
export const siteRawText: RawTextSource = {
  async read(key, signal) {
    const run = (await textsIndex())[key.run_id];
    if (!run) return null;
    const file = `${SITE_TEXTS}/${run.folder}/${fileOfKey(key, run.files)}.json`;
    const rows = await fetchJson(textsFileSchema, file, signal);
    const wanted = writeKey(key);
    return rows.find((row) => writeKey(row.key) === wanted) ?? null;
  },
};
