import { text } from "@/lib/engine/sql";
import type { Column } from "@/lib/records/columns";
import { ITEM_COLUMNS } from "@/lib/records/item";
import { RAW_COLUMNS } from "@/lib/records/raw";
import { RESPONSE_COLUMNS } from "@/lib/records/response";
import { namesOf } from "@/lib/records/stage";

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

export const copyItems = (where: string, path: string): string =>
  copy(itemsOf(where, itemsOut(ITEM_COLUMNS)), path);
