import type { Source } from "@/lib/cubes/views";
import { CUBES_CATALOG, ROWS_CATALOG, SNAPSHOT_SCHEMA } from "./schema";

/** Names under which the two databases of a snapshot are attached. */
export interface SnapshotCatalogs {
  readonly cubes: string;
  readonly rows: string;
}

export const FIRST_CATALOGS: SnapshotCatalogs = { cubes: CUBES_CATALOG, rows: ROWS_CATALOG };

/** Names that are free beside `present`: the next snapshot is attached before that one goes. */
export function otherCatalogs(present: SnapshotCatalogs): SnapshotCatalogs {
  return present.cubes === CUBES_CATALOG
    ? { cubes: `${CUBES_CATALOG}_next`, rows: `${ROWS_CATALOG}_next` }
    : FIRST_CATALOGS;
}

/** A snapshot whose databases are attached under these names, as a source to be united. */
export function snapshotSource(rowsOpen: boolean, { cubes, rows } = FIRST_CATALOGS): Source {
  const place = (catalog: string) => ({ catalog, schema: SNAPSHOT_SCHEMA });
  return { cubes: place(cubes), rows: rowsOpen ? place(rows) : null };
}
