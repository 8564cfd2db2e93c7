import { z } from "zod";
import { queryRows } from "@/lib/engine/decode";
import type { Engine } from "@/lib/engine/engine";
import { listHashSql, sameList } from "@/lib/records/list-hash";
import { itemName, sameItem } from "@/lib/records/shown";
import { insertInto, qualified, type Place } from "./place";
import { CUBE_TABLES, itemOptionsRow } from "./schema";

/**
 * A letter an option. The text is JSON without white space, in which a quotation mark inside a string
 * is escaped: what an option says cannot look like the name of a field.
 */
const ORIGINS = `replace(replace(array_to_string(regexp_extract_all(t.options,
  '"origin":"(original|borrowed)"', 1), ''), 'original', 'o'), 'borrowed', 'b')`;

/** Columns that name an item, of a table. */
const namesIn = (of: string): string =>
  Object.keys(itemName)
    .map((name) => `${of}.${name}`)
    .join(", ");

/** Fills item_options from the staged items. */
export async function buildItemOptions(engine: Engine, cubes: Place): Promise<void> {
  await engine.exec(
    insertInto(
      cubes,
      "item_options",
      CUBE_TABLES.item_options,
      `SELECT i.item_ix, said.* FROM ${qualified(cubes, "items")} AS i JOIN (
          SELECT * FROM (
            SELECT ${namesIn("t")}, t.key, ${ORIGINS} AS origins, ${listHashSql("t.options")} AS list_hash,
              md5(t.key::VARCHAR || t.options) AS version
            FROM (SELECT DISTINCT ${namesIn("s")}, s.key, s.options FROM stage.items AS s) AS t) AS o
          QUALIFY bool_and(coalesce(o.key < length(o.origins), false))
            OVER (PARTITION BY ${namesIn("o")})) AS said
        ON ${sameItem("said", "i")}`,
    ),
  );
}

/**
 * SQL: key, origins and version of each item's options by the list that a record means, where they are
 * one thing. Under no list stands what all that is known of the item agrees on.
 * @param from rows of item_options with the names of their items
 */
export const optionsByList = (from: string): string => `
  SELECT ${namesIn("o")}, o.list_hash, min(o.key) AS key, min(o.origins) AS origins,
    min(o.version) AS version
  FROM (${from}) AS o GROUP BY GROUPING SETS ((${namesIn("o")}, o.list_hash), (${namesIn("o")}))
  HAVING min(o.version) = max(o.version)`;

const ALL_OPTIONS = `SELECT ${namesIn("i")}, o.* FROM data.items AS i
  JOIN data.item_options AS o USING (item_ix)`;

const lentRow = z.strictObject({
  ...itemName,
  list_hash: itemOptionsRow.shape.list_hash.nullable(),
  key: itemOptionsRow.shape.key.nullable(),
  origins: itemOptionsRow.shape.origins.nullable(),
  version: itemOptionsRow.shape.version.nullable(),
});
/** Options that open sources list of an item (`optionsByList`); null where none are known or one thing. */
export type LentItem = z.output<typeof lentRow>;

/** What open sources know of the items that staged reviewer records name and staged responses do not. */
export function lentItems(engine: Engine): Promise<LentItem[]> {
  return queryRows(
    engine,
    lentRow,
    `WITH said AS (SELECT ${namesIn("a")} FROM stage.audit AS a
        UNION SELECT ${namesIn("c")} FROM stage.corrections AS c)
      SELECT ${namesIn("t")}, k.list_hash, k.key, k.origins, k.version
      FROM said AS t LEFT JOIN (${optionsByList(ALL_OPTIONS)}) AS k ON ${sameItem("k", "t")}
      WHERE EXISTS (SELECT 1 FROM data.items AS d WHERE ${sameItem("d", "t")})
        AND NOT EXISTS (SELECT 1 FROM stage.responses AS r WHERE ${sameItem("r", "t")})`,
  );
}

/**
 * Rows by item with their source, and rows that came apart by each item of their name, where the options
 * that they mean are one thing in all sources.
 * @param columns of the table by items
 * @param united `SELECT source, …` over all sources, of the table and of the one of what came apart
 */
export function withApart(
  columns: readonly string[],
  united: { readonly beside: string; readonly apart: string },
): string {
  const named = (ix: "t" | "d") =>
    ["source", ...columns].map((name) => `${name === "item_ix" ? ix : "t"}."${name}"`).join(", ");
  return `SELECT ${named("t")} FROM (${united.beside}) AS t
    UNION ALL
    SELECT ${named("d")}
    FROM (${united.apart}) AS t JOIN (${optionsByList(ALL_OPTIONS)}) AS one
      ON ${sameList("one", "t")} AND one.version = t.version
    JOIN data.items AS d ON ${sameItem("d", "t")}`;
}
