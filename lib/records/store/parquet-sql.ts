import { text } from "@/lib/engine/sql";
import { AUDIT_COLUMNS, CORRECTION_COLUMNS, NOTHING_MORE } from "@/lib/records/audit";
import type { Column } from "@/lib/records/columns";
import { ITEM_COLUMNS } from "@/lib/records/item";
import { RAW_COLUMNS } from "@/lib/records/raw";
import { RESPONSE_COLUMNS } from "@/lib/records/response";
import { SHOWN_COLUMNS } from "@/lib/records/shown";
import { namesOf } from "@/lib/records/stage";
import { AUDIT_FILE, CORRECTIONS_FILE, PRESENTATIONS_FILE } from "./paths";

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

interface List {
  readonly json: string;
  readonly sql: string;
  /** Its order says nothing: files that were written otherwise are read as the same set. */
  readonly set?: true;
}
/** How columns lie in Parquet that travel as JSON text in tables: as lists. */
const LISTS: Readonly<Record<string, List>> = {
  order: { json: '["INTEGER"]', sql: "INTEGER[]" },
  answers: { json: '["INTEGER"]', sql: "INTEGER[]", set: true },
  borrowed: {
    json: '[{"option":"INTEGER","valid":"BOOLEAN","plausible":"BOOLEAN","duplicate":"BOOLEAN","incomplete_reference":"BOOLEAN"}]',
    sql: `STRUCT("option" INTEGER, "valid" BOOLEAN, plausible BOOLEAN, duplicate BOOLEAN,
      incomplete_reference BOOLEAN)[]`,
  },
};
const listOut = (columns: readonly Column[]): string =>
  columns
    .map(({ name }) => {
      const list = LISTS[name];
      return list ? `from_json("${name}", '${list.json}') AS "${name}"` : `"${name}"`;
    })
    .join(", ");
const listIn = (columns: readonly Column[]): string =>
  columns
    .map(({ name, sql }) => {
      const list = LISTS[name];
      if (!list) return `"${name}"::${sql} AS "${name}"`;
      const value = list.set ? `list_sort(list_distinct("${name}"))` : `"${name}"`;
      return `to_json(${value})::VARCHAR AS "${name}"`;
    })
    .join(", ");

/** Rows of a table beside the responses that are about what some runs were asked. */
const about = (table: string, keys: readonly string[], where: string, columns: string): string => `
  SELECT ${columns} FROM stage.${table} AS t WHERE EXISTS (
    SELECT 1 FROM (SELECT DISTINCT ${keys.join(", ")} FROM stage.responses WHERE ${where}) AS r
    WHERE ${keys.map((key) => `r.${key} IS NOT DISTINCT FROM t.${key}`).join(" AND ")})`;

/** What lies beside the responses, a file each: how to write it of some runs, and how to read it. */
export interface BesideTable {
  readonly table: "presentations" | "audit" | "corrections";
  readonly file: string;
  readonly columns: readonly Column[];
  /** Columns that every file has, in the types of its table. */
  readonly plain: readonly Column[];
  /** Columns as files hold them, out of the table. */
  readonly out: string;
  /** The rows of a file as tables hold them; columns that it lacks are null. */
  readonly read: (path: string) => string;
  /** @param where the runs to write, over `run_id` */
  readonly of: (where: string) => string;
}

const ITEM_KEY = ["benchmark", "item_id", "item_hash"];

/** @param later columns that earlier files do not have */
function beside(
  table: BesideTable["table"],
  file: string,
  columns: readonly Column[],
  keys: readonly string[],
  later: readonly string[] = [],
): BesideTable {
  const out = listOut(columns);
  const unknown = columns.map(({ name, sql }) => `NULL::${LISTS[name]?.sql ?? sql} AS "${name}"`);
  return {
    table,
    file,
    columns,
    plain: columns.filter(({ name }) => !LISTS[name] && !later.includes(name)),
    read: (path) => `SELECT ${listIn(columns)} FROM (
      SELECT ${unknown.join(", ")} WHERE false
      UNION ALL BY NAME SELECT * FROM read_parquet(${text(path)})) AS held`,
    out,
    of: (where) => about(table, keys, where, out),
  };
}

export const SHOWN = beside("presentations", PRESENTATIONS_FILE, SHOWN_COLUMNS, [
  ...ITEM_KEY,
  "condition",
  "permutation",
]);

export const BESIDE: readonly BesideTable[] = [
  SHOWN,
  beside("audit", AUDIT_FILE, AUDIT_COLUMNS, ITEM_KEY, ["list_hash", ...Object.keys(NOTHING_MORE)]),
  beside("corrections", CORRECTIONS_FILE, CORRECTION_COLUMNS, ITEM_KEY, ["list_hash"]),
];

export const copyItems = (where: string, path: string): string =>
  copy(itemsOf(where, itemsOut(ITEM_COLUMNS)), path);
