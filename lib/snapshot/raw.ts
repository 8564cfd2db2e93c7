import { existsSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { queryRows } from "@/lib/engine/decode";
import type { Engine } from "@/lib/engine/engine";
import { isOneOf, literal, text } from "@/lib/engine/sql";
import { optionSchema } from "@/lib/records/item";
import { rawFields } from "@/lib/records/raw";
import { KEY_COLUMNS, responseFields } from "@/lib/records/response";
import { readManifests } from "@/lib/records/store/load";
import { ITEMS_IN } from "@/lib/records/store/parquet-sql";
import { ITEMS_FILE, RAW_FILE, RESPONSES_FILE } from "@/lib/records/store/paths";
import type { ResponseKey } from "@/lib/rows/key";
import { rawReplySchema, type RawReply } from "./api";

const SAID = ["text", "reasoning", "request", "response_body", "label_logprobs"] as const;
const NUMBERS: ReadonlySet<string> = new Set(["n_options", "permutation", "trial"]);

const said = rawFields.shape;
const saidRow = z.strictObject({
  ix: z.int(),
  text: said.text,
  reasoning: said.reasoning,
  request: said.request,
  response_body: said.response_body,
  label_logprobs: said.label_logprobs,
});
type Said = z.output<typeof saidRow>;
const NOTHING: Omit<Said, "ix"> = {
  text: null,
  reasoning: null,
  request: null,
  response_body: null,
  label_logprobs: null,
};

const foundRow = z.strictObject({ ix: z.int(), item_hash: responseFields.shape.item_hash });
const itemRow = z.strictObject({
  item_id: z.string(),
  item_hash: z.string().nullable(),
  stem: z.string().nullable(),
  target: z.string().nullable(),
  target_base: z.string().nullable(),
  options: z.string().transform((json) => z.array(optionSchema).parse(JSON.parse(json))),
  key: z.int().nullable(),
});

/** An item as it is sent: without what tells its versions apart. */
function itemOf({ stem, target, target_base, options, key }: z.output<typeof itemRow>) {
  return { stem, target, target_base, options, key };
}

/** Reads columns of the rows with these keys from a file of a run directory; none without it. */
async function readByKey<S extends z.ZodType>(
  engine: Engine,
  schema: S,
  path: string,
  columns: readonly string[],
  keys: readonly ResponseKey[],
): Promise<z.output<S>[]> {
  if (!existsSync(path) || keys.length === 0) return [];
  const values = keys.map((key, ix) => {
    const parts = KEY_COLUMNS.map(
      (name) => `${literal(key[name])}::${NUMBERS.has(name) ? "INTEGER" : "VARCHAR"}`,
    );
    return `(${[ix, ...parts].join(", ")})`;
  });
  const same = KEY_COLUMNS.map((name) => `r.${name} IS NOT DISTINCT FROM w.${name}`);
  const ids = keys.map((key) => key.item_id);
  return queryRows(
    engine,
    schema,
    `WITH wanted (ix, ${KEY_COLUMNS.join(", ")}) AS (VALUES ${values.join(", ")})
      SELECT w.ix, ${columns.map((name) => `r.${name}`).join(", ")}
      FROM read_parquet(${text(path)}) AS r JOIN wanted AS w ON ${same.join(" AND ")}
      WHERE ${isOneOf("r.item_id", ids)}`,
  );
}

async function readItems(engine: Engine, dir: string, ids: readonly string[]) {
  const path = join(dir, ITEMS_FILE);
  if (!existsSync(path) || ids.length === 0) return [];
  return queryRows(
    engine,
    itemRow,
    `SELECT item_id, item_hash, stem, target, target_base, options, key
      FROM (SELECT ${ITEMS_IN} FROM read_parquet(${text(path)}) WHERE ${isOneOf("item_id", ids)}) AS items`,
  );
}

/** The run that a run of a directory (a run's own, or a bundle) was read from; null where none. */
async function sourceRunOf(dir: string, runId: string | undefined): Promise<string | null> {
  const manifests = await readManifests(dir).catch(() => []);
  return manifests.find((manifest) => manifest.run_id === runId)?.source_run ?? null;
}

/** Directory of a run of the store, by its id; null where there is none. */
export type FindRun = (runId: string) => Promise<string | null>;

/** Texts of one run's keys, by their place in `keys`; from the run that it re-scores where it has none. */
async function readSaid(engine: Engine, find: FindRun, dir: string, keys: readonly ResponseKey[]) {
  const rows = await readByKey(engine, saidRow, join(dir, RAW_FILE), SAID, keys);
  const source = rows.length < keys.length ? await sourceRunOf(dir, keys[0]?.run_id) : null;
  const sourceDir = source === null ? null : await find(source);
  if (source !== null && sourceDir !== null) {
    const moved = keys.map((key) => ({ ...key, run_id: source }));
    rows.unshift(...(await readByKey(engine, saidRow, join(sourceDir, RAW_FILE), SAID, moved)));
  }
  return new Map(rows.map(({ ix, ...row }) => [ix, row]));
}

/**
 * What is stored behind responses of one run.
 * @param keys keys of that run.
 * @returns one entry a key, in order; null where neither text nor item is stored.
 */
export async function readRaw(
  engine: Engine,
  find: FindRun,
  runId: string,
  keys: readonly ResponseKey[],
): Promise<(RawReply | null)[]> {
  const dir = await find(runId);
  if (dir === null) return keys.map(() => null);
  const responses = join(dir, RESPONSES_FILE);
  const hashes = new Map(
    (await readByKey(engine, foundRow, responses, ["item_hash"], keys)).map((row) => [row.ix, row]),
  );
  const texts = await readSaid(engine, find, dir, keys);
  const items = await readItems(engine, dir, [...new Set(keys.map((key) => key.item_id))]);
  return keys.map((key, ix) => {
    const found = hashes.get(ix);
    if (!found) return null;
    // One id may stand for several versions of an item; the response says which it was.
    const version = items.find((i) => i.item_id === key.item_id && i.item_hash === found.item_hash);
    const row = texts.get(ix);
    if (!row && !version) return null;
    return rawReplySchema.parse({
      key,
      ...(row ?? NOTHING),
      item: version ? itemOf(version) : null,
    });
  });
}
