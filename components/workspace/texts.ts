import { qualified, type Place } from "@/lib/cubes/place";
import type { Engine } from "@/lib/engine/engine";
import { identifier } from "@/lib/engine/sql";
import { namesOf, STAGE_TABLES } from "@/lib/records/stage";

/**
 * Texts of dropped files for drill-down: data.raw_texts (RAW_COLUMNS) and data.items_texts
 * (ITEM_COLUMNS), with `source` as in data.runs. The snapshot's own texts are asked of the server.
 * @param firstSource index of the first drop among the united sources.
 */
export async function uniteTexts(
  engine: Engine,
  drops: readonly Place[],
  firstSource: number,
): Promise<void> {
  for (const table of ["raw", "items"] as const) {
    const columns = STAGE_TABLES[table];
    const none = columns.map((c) => `NULL::${c.sql} AS ${identifier(c.name)}`).join(", ");
    const parts = drops.map(
      (place, i) =>
        `SELECT ${firstSource + i} AS source, ${namesOf(columns)} FROM ${qualified(place, `${table}_texts`)}`,
    );
    const select =
      parts.length > 0
        ? parts.join(" UNION ALL ")
        : `SELECT NULL::INTEGER AS source, ${none} WHERE false`;
    await engine.exec(`CREATE OR REPLACE VIEW data.${table}_texts AS ${select}`);
  }
}
