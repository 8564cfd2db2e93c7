import { literal } from "@/lib/engine/sql";
import type { Column } from "@/lib/records/columns";
import type { Manifest } from "@/lib/records/manifest";
import { RESPONSE_COLUMNS } from "@/lib/records/response";
import { namesOf } from "@/lib/records/stage";

/** Marks that a row carries out of the manifest, so that an exported file keeps them. */
export const PROVENANCE_COLUMN: Column = { name: "provenance", sql: "VARCHAR", nullable: false };
export const NUMBERED_COLUMN: Column = { name: "trials_numbered", sql: "BOOLEAN", nullable: false };

/**
 * Columns of an export: every response column, then `provenance`; and `trials_numbered` where an
 * importer numbered the trials of some run.
 */
export function exportColumns(someNumbered: boolean): readonly Column[] {
  return [...RESPONSE_COLUMNS, PROVENANCE_COLUMN, ...(someNumbered ? [NUMBERED_COLUMN] : [])];
}

/** A selection of response rows with the marks of their runs. */
export interface RowSelection {
  /** One SELECT whose columns are `columns`, by name. */
  readonly sql: string;
  readonly columns: readonly Column[];
  /** Whole runs that the selection holds: a Parquet file then carries their manifests. */
  readonly manifests: readonly Manifest[];
}

/**
 * Puts the marks of their runs beside rows.
 * @param rows a FROM item with every response column (a table, or a subquery in parentheses)
 * @param manifests of all runs that the rows belong to
 * @param whole the rows are all rows of these runs
 */
export function selectRows(
  rows: string,
  manifests: readonly Manifest[],
  whole: boolean,
): RowSelection {
  const marks = manifests.map((manifest) => {
    const { run_id, provenance, protocol } = manifest;
    return `(${[run_id, provenance.kind, protocol.trials_numbered].map(literal).join(", ")})`;
  });
  const columns = exportColumns(manifests.some((m) => m.protocol.trials_numbered));
  const names = namesOf(columns);
  const none = "(SELECT '' AS run_id, '' AS provenance, false AS trials_numbered WHERE false)";
  const values = marks.length > 0 ? `(VALUES ${marks.join(", ")})` : none;
  return {
    sql: `SELECT ${names} FROM ${rows} AS exported
      JOIN ${values} AS marks(run_id, provenance, trials_numbered) USING (run_id)`,
    columns,
    manifests: whole ? manifests : [],
  };
}
