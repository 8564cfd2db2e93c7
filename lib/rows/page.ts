import { z } from "zod";
import { queryRows } from "@/lib/engine/decode";
import type { Engine, QueryOptions } from "@/lib/engine/engine";
import { isOneOf, literal } from "@/lib/engine/sql";
import { orderSql } from "./levels";
import { rowsFromSql, type RowPlan } from "./plan";
import { PLACE_ORDER, VIEW_ROW_SQL, viewRowSchema, type ViewRow } from "./row";
import { ALL_SCOPES, fromSql } from "./source";

const placeSchema = z.strictObject({
  cell_ix: z.int(),
  item_ix: z.int(),
  permutation: z.int().nullable(),
  trial: z.int(),
});
type Place = z.infer<typeof placeSchema>;

/** Rows of a plan under further conditions, in the plan's order. */
export async function readPage(
  engine: Engine,
  plan: RowPlan,
  above: readonly string[],
  offset: number,
  limit: number,
  options: QueryOptions,
): Promise<ViewRow[]> {
  const window = `LIMIT ${limit} OFFSET ${offset}`;
  const sorted = plan.sort ? plan.levels[0] : undefined;
  if (!sorted) {
    const sql = `SELECT ${VIEW_ROW_SQL} ${rowsFromSql(plan, above, "all")} ORDER BY ${PLACE_ORDER} ${window}`;
    return queryRows(engine, viewRowSchema, sql, options);
  }
  // Under a sort the rows of a window may lie anywhere. Their places are found by few columns;
  // the others are then read from their cells alone.
  const order = `ORDER BY ${orderSql(sorted)}, ${PLACE_ORDER}`;
  const places = await queryRows(
    engine,
    placeSchema,
    `SELECT r.cell_ix, r.item_ix, r.permutation, r.trial ${rowsFromSql(plan, above, "order")} ${order} ${window}`,
    options,
  );
  return readPlaces(engine, places, options);
}

async function readPlaces(
  engine: Engine,
  places: readonly Place[],
  options: QueryOptions,
): Promise<ViewRow[]> {
  if (places.length === 0) return [];
  const values = places
    .map((p, i) => `(${i}, ${p.cell_ix}, ${p.item_ix}, ${literal(p.permutation)}, ${p.trial})`)
    .join(", ");
  const distinct = (pick: (place: Place) => number) => [...new Set(places.map(pick))];
  return queryRows(
    engine,
    viewRowSchema,
    `SELECT ${VIEW_ROW_SQL} ${fromSql("data.responses", ALL_SCOPES)}
     JOIN (VALUES ${values}) AS p(nth, cell_ix, item_ix, permutation, trial)
       ON r.cell_ix = p.cell_ix AND r.item_ix = p.item_ix AND r.trial = p.trial
       AND r.permutation IS NOT DISTINCT FROM CAST(p.permutation AS INTEGER)
     WHERE ${isOneOf(
       "r.cell_ix",
       distinct((p) => p.cell_ix),
     )} AND ${isOneOf(
       "r.item_ix",
       distinct((p) => p.item_ix),
     )}
     ORDER BY p.nth`,
    options,
  );
}
