import { existsSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { queryRows } from "@/lib/engine/decode";
import type { Engine } from "@/lib/engine/engine";
import { isOneOf, literal, text } from "@/lib/engine/sql";
import { KEY_COLUMNS } from "@/lib/records/response";
import { rawFields } from "@/lib/records/raw";
import type { ResponseKey } from "@/lib/rows/key";
import { rawReplySchema, type RawReply } from "./api";

const SAID = ["text", "reasoning", "request", "response_body", "label_logprobs"] as const;
const PARTS = KEY_COLUMNS.filter((name) => name !== "run_id");
const PART_TYPES = { n_options: "INTEGER", permutation: "INTEGER", trial: "INTEGER" } as const;

const { shape } = rawFields;
const saidRow = z.strictObject({
  ix: z.int(),
  text: shape.text,
  reasoning: shape.reasoning,
  request: shape.request,
  response_body: shape.response_body,
  label_logprobs: shape.label_logprobs,
});
const itemRow = z.strictObject({
  item_id: z.string(),
  ...rawReplySchema.shape.item.unwrap().shape,
});

/** The keys as a table, null parts with their types. */
function wantedSql(keys: readonly ResponseKey[]): string {
  const rows = keys.map(
    (key, ix) =>
      `(${[
        ix,
        ...PARTS.map((part) => {
          const type = part in PART_TYPES ? "INTEGER" : "VARCHAR";
          return `${literal(key[part])}::${type}`;
        }),
      ].join(", ")})`,
  );
  return `wanted (ix, ${PARTS.join(", ")}) AS (VALUES ${rows.join(", ")})`;
}

async function readSaid(engine: Engine, dir: string, keys: readonly ResponseKey[]) {
  const path = join(dir, "raw.parquet");
  if (!existsSync(path)) return [];
  const same = PARTS.map((part) => `r.${part} IS NOT DISTINCT FROM w.${part}`).join(" AND ");
  return queryRows(
    engine,
    saidRow,
    `WITH ${wantedSql(keys)}
      SELECT w.ix, ${SAID.map((name) => `r.${name}`).join(", ")}
      FROM read_parquet(${text(path)}) AS r JOIN wanted AS w ON ${same}
      WHERE ${isOneOf(
        "r.item_id",
        keys.map((key) => key.item_id),
      )}`,
  );
}

async function readItems(engine: Engine, dir: string, ids: readonly string[]) {
  const path = join(dir, "items.parquet");
  if (!existsSync(path)) return [];
  return queryRows(
    engine,
    itemRow,
    `SELECT item_id, stem, target, target_base, options, key FROM read_parquet(${text(path)})
      WHERE ${isOneOf("item_id", ids)}`,
  );
}

/**
 * What is stored behind responses of one run.
 * @param dir the run's directory.
 * @param keys keys of that run.
 * @returns one entry a key, in order; null where neither text nor item is stored.
 */
export async function readRaw(
  engine: Engine,
  dir: string,
  keys: readonly ResponseKey[],
): Promise<(RawReply | null)[]> {
  const said = new Map((await readSaid(engine, dir, keys)).map(({ ix, ...row }) => [ix, row]));
  const rows = await readItems(engine, dir, [...new Set(keys.map((key) => key.item_id))]);
  const items = new Map(rows.map(({ item_id, ...item }) => [item_id, item]));
  const nothing = Object.fromEntries(SAID.map((name) => [name, null]));
  return keys.map((key, ix) => {
    const item = items.get(key.item_id) ?? null;
    const row = said.get(ix);
    return row || item ? rawReplySchema.parse({ key, ...nothing, ...row, item }) : null;
  });
}
