import { z } from "zod";
import { queryRows } from "@/lib/engine/decode";
import type { QueryOptions } from "@/lib/engine/engine";
import type { Workspace } from "@/lib/metrics/workspace";
import type { RowColumn } from "./columns";

/** Values offered at most; a column with more of them is better filtered by its facet. */
export const MAX_VALUES = 500;

const valueSchema = z.strictObject({
  value: z.union([z.string(), z.number(), z.boolean()]).nullable(),
});
export type ColumnValue = z.infer<typeof valueSchema>["value"];

const TABLES = {
  run: "FROM data.runs AS u",
  cell: "FROM data.cells AS c",
  item: "FROM data.items AS i",
  row: "FROM data.responses AS r",
} as const;

/** The values of a column in the open data, in order, "not stated" last; at most `MAX_VALUES`. */
export async function columnValues(
  workspace: Workspace,
  column: RowColumn,
  options: QueryOptions,
): Promise<ColumnValue[]> {
  if (column.scope === "row") await workspace.ensureRows(options.signal);
  const rows = await queryRows(
    workspace.engine,
    valueSchema,
    `SELECT DISTINCT ${column.sql} AS value ${TABLES[column.scope]}
     ORDER BY value NULLS LAST LIMIT ${MAX_VALUES}`,
    options,
  );
  return rows.map((row) => row.value);
}
