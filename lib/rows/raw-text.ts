import { z } from "zod";
import { qualified, type Place } from "@/lib/cubes/place";
import { queryRows } from "@/lib/engine/decode";
import type { Engine } from "@/lib/engine/engine";
import { literal, text } from "@/lib/engine/sql";
import { optionSchema } from "@/lib/records/item";
import { rawFields } from "@/lib/records/raw";
import { KEY_COLUMNS } from "@/lib/records/response";
import { apiErrorSchema, apiPath, rawPageReplySchema, type RawReply } from "@/lib/snapshot/api";
import { findRow } from "./find";
import type { ResponseKey } from "./key";
import { textFailure } from "./text-failure";

const RAW_URL = apiPath("api/responses/raw");

/**
 * Where the texts behind responses are read, one response at a time: the server for runs of the
 * snapshot, the engine for dropped files.
 */
export interface RawTextSource {
  /**
   * @returns null where neither a text nor an item is kept.
   * @throws Error saying what could not be read and why; the signal's reason when aborted.
   */
  read(key: ResponseKey, signal?: AbortSignal): Promise<RawReply | null>;
}

/** Texts of the snapshot's runs, from the server's run directories. */
export const serverRawText: RawTextSource = {
  async read(key, signal) {
    // A page of one: that nothing is kept is an answer here, and no failed request.
    const reply = await fetch(RAW_URL, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ keys: [key] }),
      signal,
    }).catch(() => {
      signal?.throwIfAborted();
      throw textFailure("the server does not answer. Is it running?");
    });
    const body: unknown = await reply.json().catch(() => null);
    signal?.throwIfAborted();
    if (!reply.ok) {
      const said = apiErrorSchema.safeParse(body);
      throw textFailure(said.success ? said.data.error.why : `the server answered ${reply.status}`);
    }
    if (body === null) throw textFailure("the server's answer was cut off");
    const page = rawPageReplySchema.safeParse(body);
    if (page.success) return page.data.rows[0] ?? null;
    const issue = page.error.issues[0];
    throw new Error(
      `The server's text is not what it should be (${issue?.path.join(".") ?? ""}: ${issue?.message ?? "unknown field"})`,
    );
  },
};

const saidRow = z.strictObject({
  text: rawFields.shape.text,
  reasoning: rawFields.shape.reasoning,
  request: rawFields.shape.request,
  response_body: rawFields.shape.response_body,
  label_logprobs: rawFields.shape.label_logprobs,
});
const itemRow = z.strictObject({
  stem: z.string().nullable(),
  target: z.string().nullable(),
  target_base: z.string().nullable(),
  options: z.string(),
  key: z.int().nullable(),
});
const NOTHING: z.output<typeof saidRow> = {
  text: null,
  reasoning: null,
  request: null,
  response_body: null,
  label_logprobs: null,
};

function parseOptions(json: string): z.output<typeof optionSchema>[] {
  return z.array(optionSchema).parse(JSON.parse(json));
}

/**
 * Texts of a dropped file.
 * @param place where its tables `raw` and `items` are, with the columns of their records.
 */
export function engineRawText(engine: Engine, place: Place): RawTextSource {
  return {
    async read(key, signal) {
      const run = text(key.run_id);
      // A run that reads the texts of another has none of its own.
      const same = KEY_COLUMNS.filter((name) => name !== "run_id").map(
        (name) => `${name} IS NOT DISTINCT FROM ${literal(key[name])}`,
      );
      const [said] = await queryRows(
        engine,
        saidRow,
        `SELECT ${Object.keys(NOTHING).join(", ")} FROM ${qualified(place, "raw")}
         WHERE ${same.join(" AND ")} AND (run_id = ${run} OR run_id IN
           (SELECT source_run FROM data.runs WHERE run_id = ${run}))
         ORDER BY run_id = ${run} DESC LIMIT 1`,
        { signal },
      );
      // One id may stand for several versions of an item, and for items of several benchmarks: the
      // response itself says which it was. Rows of dropped files are open always.
      const workspace = { engine, ensureRows: () => Promise.resolve() };
      const row = await findRow(workspace, key, { signal });
      const [item] = row
        ? await queryRows(
            engine,
            itemRow,
            `SELECT stem, target, target_base, options, key FROM ${qualified(place, "items")}
             WHERE benchmark = ${text(row.benchmark)} AND item_id = ${text(row.item_id)}
               AND item_hash IS NOT DISTINCT FROM ${literal(row.item_hash)} LIMIT 1`,
            { signal },
          )
        : [];
      if (!said && !item) return null;
      return {
        key,
        ...(said ?? NOTHING),
        item: item ? { ...item, options: parseOptions(item.options) } : null,
      };
    },
  };
}
