import type { z } from "zod";
import type { Engine } from "@/lib/engine/engine";
import { literal } from "@/lib/engine/sql";
import type { Column } from "@/lib/records/columns";
import { insertInto, type Place } from "./place";
import { CUBE_TABLES, type itemSetRow, type lendingRow } from "./schema";

/** What is known of one item set, and of its donors. */
export interface ItemSetFacts {
  readonly set: z.infer<typeof itemSetRow>;
  readonly lending: readonly z.infer<typeof lendingRow>[];
}

type Row = Readonly<Record<string, string | number | null>>;

/** A few rows, as one statement; none where there are none. */
async function insertRows(
  engine: Engine,
  place: Place,
  table: "item_sets" | "lending",
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) return;
  const columns: readonly Column[] = CUBE_TABLES[table];
  const names = columns.map(({ name }) => name);
  const values = rows.map(
    (row) => `(${names.map((name) => literal(row[name] ?? null)).join(", ")})`,
  );
  const given = `SELECT * FROM (VALUES ${values.join(", ")}) AS given (${names.join(", ")})`;
  await engine.exec(insertInto(place, table, columns, given));
}

/** Fills `item_sets` and `lending`. */
export async function buildItemSets(
  engine: Engine,
  cubes: Place,
  facts: readonly ItemSetFacts[],
): Promise<void> {
  await insertRows(
    engine,
    cubes,
    "item_sets",
    facts.map(({ set }) => set),
  );
  await insertRows(
    engine,
    cubes,
    "lending",
    facts.flatMap(({ lending }) => lending),
  );
}
