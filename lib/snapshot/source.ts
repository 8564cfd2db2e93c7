import type { Source } from "@/lib/cubes/views";
import { CUBES_CATALOG, ROWS_CATALOG, SNAPSHOT_SCHEMA } from "./schema";

/** A snapshot whose databases are attached under their names, as a source to be united. */
export function snapshotSource(rowsOpen: boolean): Source {
  const place = (catalog: string) => ({ catalog, schema: SNAPSHOT_SCHEMA });
  return { cubes: place(CUBES_CATALOG), rows: rowsOpen ? place(ROWS_CATALOG) : null };
}
