import { text } from "@/lib/engine/sql";
import type { Column } from "@/lib/records/columns";
import { ITEM_COLUMNS } from "@/lib/records/item";
import { RAW_COLUMNS } from "@/lib/records/raw";
import { RESPONSE_COLUMNS } from "@/lib/records/response";
import { AUDIT_COLUMNS, SHOWN_COLUMNS } from "@/lib/records/shown";
import { namesOf } from "@/lib/records/stage";
import { AUDIT_FILE, PRESENTATIONS_FILE } from "./paths";

/** Options travel as JSON text in tables and lie as a list of structs in items.parquet. */
const OPTIONS_TYPE =
  '[{"text":"VARCHAR","origin":"VARCHAR","donor_item":"VARCHAR","donor_option":"INTEGER"}]';

/** Columns of items as items.parquet holds them, out of a table. */
export const itemsOut = (columns: readonly Column[]): string =>
  columns
    .map((c) =>
      c.name === "options" ? `from_json(options, '${OPTIONS_TYPE}') AS options` : `"${c.name}"`,
    )
    .join(", ");

/** Items as tables hold them, read from items.parquet; an option's nulls are written out. */
export const ITEMS_IN = ITEM_COLUMNS.map((c) =>
  c.name === "options" ? `to_json(options)::VARCHAR AS options` : `"${c.name}"`,
).join(", ");

/** One statement that writes a selection as a Parquet file. */
export const copy = (select: string, path: string): string =>
  `COPY (${select}) TO ${text(path)} (FORMAT parquet, COMPRESSION zstd)`;

/** @param where the runs to write, over `run_id` */
export const copyResponses = (where: string, path: string): string =>
  copy(`SELECT ${namesOf(RESPONSE_COLUMNS)} FROM stage.responses WHERE ${where}`, path);

export const copyRaw = (where: string, path: string): string =>
  copy(`SELECT ${namesOf(RAW_COLUMNS)} FROM stage.raw WHERE ${where}`, path);

/** Items of a run: those that its rows name, in the version that they name. */
export const itemsOf = (where: string, columns: string): string => `
  SELECT ${columns} FROM stage.items i WHERE EXISTS (
    SELECT 1 FROM (
      SELECT DISTINCT benchmark, item_id, item_hash FROM stage.responses WHERE ${where}
    ) r
    WHERE r.benchmark = i.benchmark AND r.item_id = i.item_id
      AND r.item_hash IS NOT DISTINCT FROM i.item_hash)`;

/** A column of integers lies as a list in Parquet and travels as JSON text in tables. */
const listOut = (columns: readonly Column[], list: string): string =>
  columns
    .map(({ name }) =>
      name === list ? `from_json("${name}", '["INTEGER"]') AS "${name}"` : `"${name}"`,
    )
    .join(", ");
const listIn = (columns: readonly Column[], list: string): string =>
  columns
    .map(({ name, sql }) =>
      name === list ? `to_json("${name}")::VARCHAR AS "${name}"` : `"${name}"::${sql} AS "${name}"`,
    )
    .join(", ");

/** Rows of a table beside the responses that are about what some runs were asked. */
const about = (table: string, keys: readonly string[], where: string, columns: string): string => `
  SELECT ${columns} FROM stage.${table} AS t WHERE EXISTS (
    SELECT 1 FROM (SELECT DISTINCT ${keys.join(", ")} FROM stage.responses WHERE ${where}) AS r
    WHERE ${keys.map((key) => `r.${key} IS NOT DISTINCT FROM t.${key}`).join(" AND ")})`;

/** What lies beside the responses, a file each: how to write it of some runs, and how to read it. */
export interface BesideTable {
  readonly table: "presentations" | "audit";
  readonly file: string;
  readonly columns: readonly Column[];
  /** Columns as tables hold them, read from the file. */
  readonly read: string;
  /** @param where the runs to write, over `run_id` */
  readonly of: (where: string) => string;
}

const ITEM_KEY = ["benchmark", "item_id", "item_hash"];

export const BESIDE: readonly BesideTable[] = [
  {
    table: "presentations",
    file: PRESENTATIONS_FILE,
    columns: SHOWN_COLUMNS,
    read: listIn(SHOWN_COLUMNS, "order"),
    of: (where) =>
      about(
        "presentations",
        [...ITEM_KEY, "condition", "permutation"],
        where,
        listOut(SHOWN_COLUMNS, "order"),
      ),
  },
  {
    table: "audit",
    file: AUDIT_FILE,
    columns: AUDIT_COLUMNS,
    read: listIn(AUDIT_COLUMNS, "answers"),
    of: (where) => about("audit", ITEM_KEY, where, listOut(AUDIT_COLUMNS, "answers")),
  },
];

export const copyItems = (where: string, path: string): string =>
  copy(itemsOf(where, itemsOut(ITEM_COLUMNS)), path);
