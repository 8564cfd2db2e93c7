import { z } from "zod";
import type { Engine } from "@/lib/engine/engine";
import { AUDIT_COLUMNS, CORRECTION_COLUMNS } from "@/lib/records/audit";
import { column, columnsOf, ddlOf, type Column } from "@/lib/records/columns";
import { ITEM_COLUMNS, itemFields } from "@/lib/records/item";
import { RAW_COLUMNS } from "@/lib/records/raw";
import { KEY_COLUMNS, RESPONSE_COLUMNS } from "@/lib/records/response";
import { SHOWN_COLUMNS } from "@/lib/records/shown";

/**
 * Tables of an import under way (schema `incoming`). Rows are narrow: what many rows say alike is
 * written once, as a *context*, and joined again when the import ends. That is four times faster
 * than appending whole rows, and lets SQL decide on run ids, trials and repeats.
 */
const own = (name: string, sql: Column["sql"]): Column => ({ name, sql, nullable: true });

function named(columns: readonly Column[], names: readonly string[]): Column[] {
  return names.map((name) => {
    const column = columns.find((c) => c.name === name);
    if (!column) throw new Error(`no column ${name}`);
    return { ...column, nullable: true };
  });
}

/** Response columns that a context holds. */
export const SHARED = [
  "environment",
  "section",
  "stem_negative",
  "n_options",
  "padding",
  "mode",
  "condition",
  "permutation",
  "outcome",
  "selected_origin",
  "finish_reason",
  "reasoning_observed",
  "attempts",
] as const;

/** Response columns that each row holds. */
export const OWN = [
  "item_id",
  "trial",
  "gold_pos",
  "resp_pos",
  "prompt_tokens",
  "completion_tokens",
  "reasoning_tokens",
  "cached_tokens",
  "latency_ms",
  "item_hash",
  "options_hash",
] as const;

/** Raw columns beside the key. */
export const TEXTS = ["text", "reasoning", "request", "response_body", "label_logprobs"] as const;

/** Response columns that the run (`incoming.idents`) holds. */
export const OF_RUN = ["run_id", "model", "benchmark", "scorer"] as const;

const held: readonly string[] = [...OF_RUN, ...SHARED, ...OWN];
if (RESPONSE_COLUMNS.some((c) => !held.includes(c.name)) || held.length !== RESPONSE_COLUMNS.length)
  throw new Error("incoming tables do not hold every response column once");
if (RAW_COLUMNS.length !== KEY_COLUMNS.length + TEXTS.length)
  throw new Error("incoming tables do not hold every raw column once");

export const CONTEXT_COLUMNS: readonly Column[] = [
  own("ctx", "INTEGER"),
  own("ident", "INTEGER"),
  own("file", "INTEGER"),
  own("lost", "BOOLEAN"),
  own("numbered", "BOOLEAN"),
  ...named(RESPONSE_COLUMNS, SHARED),
];

export const ROW_COLUMNS: readonly Column[] = [
  own("seq", "BIGINT"),
  own("line", "INTEGER"),
  own("ctx", "INTEGER"),
  // Of rows without a trial (row-numbers.ts); the first stretch is null.
  own("nth", "INTEGER"),
  own("stretch", "INTEGER"),
  ...named(RESPONSE_COLUMNS, OWN),
  ...named(RAW_COLUMNS, TEXTS),
];

export const IDENT_COLUMNS: readonly Column[] = [
  own("ident", "INTEGER"),
  own("run_id", "VARCHAR"),
  own("model", "VARCHAR"),
  own("benchmark", "VARCHAR"),
  own("scorer", "VARCHAR"),
  own("one_per_item", "BOOLEAN"),
];

/**
 * Options as rows listed them first, of items that have others too, or whose options are not known.
 * `request` states them for rows that left it to their item. `known`: which of them are borrowed is, so
 * that presentations hold. `nameless`: the hash that we gave the item names it no longer.
 */
const listing = z.strictObject({
  benchmark: itemFields.shape.benchmark,
  item_id: itemFields.shape.item_id,
  item_hash: itemFields.shape.item_hash,
  options_hash: column("VARCHAR", z.string().nullable()),
  gold_pos: column("INTEGER", z.int()),
  request: column("VARCHAR", z.string().nullable()),
  known: column("BOOLEAN", z.boolean()),
  nameless: column("BOOLEAN", z.boolean()),
});
export type Listing = z.infer<typeof listing>;
export const LISTING_COLUMNS = columnsOf(listing);

export async function createIncoming(engine: Engine): Promise<void> {
  await engine.exec(`
    DROP SCHEMA IF EXISTS incoming CASCADE;
    CREATE SCHEMA incoming;
    CREATE TABLE incoming.contexts (${ddlOf(CONTEXT_COLUMNS)});
    CREATE TABLE incoming.rows (${ddlOf(ROW_COLUMNS)});
    CREATE TABLE incoming.idents (${ddlOf(IDENT_COLUMNS)});
    CREATE TABLE incoming.items (${ddlOf(ITEM_COLUMNS)});
    CREATE TABLE incoming.listings (${ddlOf(LISTING_COLUMNS)});
    CREATE TABLE incoming.presentations (${ddlOf(SHOWN_COLUMNS)});
    CREATE TABLE incoming.audit (${ddlOf(AUDIT_COLUMNS)});
    CREATE TABLE incoming.corrections (${ddlOf(CORRECTION_COLUMNS)})`);
}

export async function dropIncoming(engine: Engine): Promise<void> {
  await engine.exec("DROP SCHEMA IF EXISTS incoming CASCADE");
}
