import { z } from "zod";
import { queryRows } from "@/lib/engine/decode";
import type { Engine } from "@/lib/engine/engine";
import { itemName, sameItem } from "@/lib/records/shown";
import { insertInto, qualified, type Place } from "./place";
import { CUBE_TABLES, itemOptionsRow } from "./schema";

/**
 * A letter an option. The text is JSON without white space, in which a quotation mark inside a string
 * is escaped: what an option says cannot look like the name of a field.
 */
const ORIGINS = `replace(replace(array_to_string(regexp_extract_all(min(t.options),
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
      `SELECT i.item_ix, said.key, said.origins, said.version
        FROM ${qualified(cubes, "items")} AS i JOIN (
          SELECT ${namesIn("t")}, min(t.key) AS key, ${ORIGINS} AS origins,
            md5(min(t.key)::VARCHAR || min(t.options)) AS version
          FROM stage.items AS t GROUP BY ${namesIn("t")}
          HAVING min(t.options) = max(t.options) AND min(t.key) = max(t.key)
            AND count(t.key) = count(*)) AS said
        ON ${sameItem("said", "i")} WHERE said.key < length(said.origins)`,
    ),
  );
}

const lentRow = z.strictObject({
  ...itemName,
  key: itemOptionsRow.shape.key.nullable(),
  origins: itemOptionsRow.shape.origins.nullable(),
  version: itemOptionsRow.shape.version.nullable(),
});
/** An item that open sources were asked; its options are null where they are not known or not one thing. */
export type LentItem = z.output<typeof lentRow>;

/** What open sources know of the items that staged reviewer records name and staged responses do not. */
export function lentItems(engine: Engine): Promise<LentItem[]> {
  const one = (column: string) =>
    `CASE WHEN count(DISTINCT o.version) = 1 THEN min(o.${column}) END AS ${column}`;
  return queryRows(
    engine,
    lentRow,
    `WITH said AS (SELECT ${namesIn("a")} FROM stage.audit AS a
        UNION SELECT ${namesIn("c")} FROM stage.corrections AS c)
      SELECT ${namesIn("d")}, ${["key", "origins", "version"].map(one).join(", ")}
      FROM data.items AS d LEFT JOIN data.item_options AS o USING (item_ix)
      WHERE EXISTS (SELECT 1 FROM said AS t WHERE ${sameItem("t", "d")})
        AND NOT EXISTS (SELECT 1 FROM stage.responses AS r WHERE ${sameItem("r", "d")})
      GROUP BY ${namesIn("d")}`,
  );
}

/**
 * Rows by item with their source, and rows that came apart by each item of their name, where no source
 * has other options or another key under it.
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
    FROM (${united.apart}) AS t JOIN (
      SELECT ${namesIn("i")}, min(o.version) AS version
      FROM data.items AS i JOIN data.item_options AS o USING (item_ix)
      GROUP BY ${namesIn("i")} HAVING min(o.version) = max(o.version)) AS one
      ON ${sameItem("one", "t")} AND one.version = t.version
    JOIN data.items AS d ON ${sameItem("d", "t")}`;
}
