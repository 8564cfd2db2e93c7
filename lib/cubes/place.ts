import type { Engine } from "@/lib/engine/engine";
import { identifier } from "@/lib/engine/sql";
import { ddlOf, type Column } from "@/lib/records/columns";

/** Where the tables of a source are: `catalog.schema`. */
export interface Place {
  readonly catalog: string;
  readonly schema: string;
}

export function qualified(place: Place, table: string): string {
  return `${identifier(place.catalog)}.${identifier(place.schema)}.${identifier(table)}`;
}

export async function createSchema(engine: Engine, place: Place): Promise<void> {
  await engine.exec(
    `CREATE SCHEMA IF NOT EXISTS ${identifier(place.catalog)}.${identifier(place.schema)}`,
  );
}

/** Creates empty tables, replacing what stood there. */
export async function createTables(
  engine: Engine,
  place: Place,
  tables: Readonly<Record<string, readonly Column[]>>,
): Promise<void> {
  for (const [name, columns] of Object.entries(tables))
    await engine.exec(`CREATE OR REPLACE TABLE ${qualified(place, name)} (${ddlOf(columns)})`);
}

/** `INSERT INTO t (columns) SELECT …`, columns by name so that their order cannot slip. */
export function insertInto(
  place: Place,
  table: string,
  columns: readonly Column[],
  select: string,
): string {
  const names = columns.map((c) => identifier(c.name)).join(", ");
  return `INSERT INTO ${qualified(place, table)} (${names})
    SELECT ${names} FROM (${select}) AS rows`;
}
