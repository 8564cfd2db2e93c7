import { z } from "zod";
import { queryRows } from "@/lib/engine/decode";
import type { QueryOptions } from "@/lib/engine/engine";
import { isOneOf, literal } from "@/lib/engine/sql";
import type { Workspace } from "@/lib/metrics/workspace";
import type { ResponseKey } from "./key";
import { beforeSql, type KeyValue } from "./levels";
import type { RowPlan } from "./plan";
import { rowsFromSql } from "./plan";
import { VIEW_ROW_SQL, viewRowSchema, type ViewRow } from "./row";
import { ALL_SCOPES, fromSql } from "./source";

const CELL_PARTS = ["environment", "n_options", "padding", "mode", "condition"] as const;
const same = (column: string, value: string | number | null) =>
  `${column} IS NOT DISTINCT FROM ${literal(value)}`;

/** The response with that key, whatever the filters; null when the open data have none. */
export async function findRow(
  workspace: Workspace,
  key: ResponseKey,
  options: QueryOptions,
): Promise<ViewRow | null> {
  const { engine } = workspace;
  const cells = await queryRows(
    engine,
    z.strictObject({ cell_ix: z.int() }),
    `SELECT c.cell_ix FROM data.cells AS c JOIN data.runs AS u ON u.run_ix = c.run_ix
     WHERE ${[same("u.run_id", key.run_id), ...CELL_PARTS.map((name) => same(`c.${name}`, key[name]))].join(" AND ")}`,
    options,
  );
  if (cells.length === 0) return null;
  await workspace.ensureRows(options.signal);
  const inCells = isOneOf(
    "r.cell_ix",
    cells.map((cell) => cell.cell_ix),
  );
  const rows = await queryRows(
    engine,
    viewRowSchema,
    `SELECT ${VIEW_ROW_SQL} ${fromSql("data.responses", ALL_SCOPES)}
     WHERE ${inCells} AND ${same("i.item_id", key.item_id)} AND ${same("r.permutation", key.permutation)}
       AND r.trial = ${literal(key.trial)}
     ORDER BY r.cell_ix LIMIT 1`,
    options,
  );
  return rows[0] ?? null;
}

const keyValueSchema = z.strictObject({
  value: z.union([z.string(), z.number(), z.boolean()]).nullable(),
});
const countSchema = z.strictObject({ rows: z.number() });

/** Rows of a list that stand before one; null when the list leaves that row out. */
export async function rankOf(
  workspace: Workspace,
  plan: RowPlan,
  row: ViewRow,
  options: QueryOptions,
): Promise<number | null> {
  await workspace.ensureRows(options.signal);
  const at = [
    `r.cell_ix = ${row.cell_ix}`,
    `r.item_ix = ${row.item_ix}`,
    same("r.permutation", row.permutation),
    `r.trial = ${row.trial}`,
  ];
  const sorted = plan.sort ? plan.levels[0] : undefined;
  const found = await queryRows(
    workspace.engine,
    keyValueSchema,
    `SELECT ${sorted ? sorted.key : "0"} AS value ${rowsFromSql(plan, at, "order")} LIMIT 1`,
    options,
  );
  const value: KeyValue | undefined = found[0]?.value;
  if (value === undefined) return null;
  const earlier = placeBefore(row);
  const { before, tied } = sorted ? beforeSql(sorted, value) : { before: "false", tied: "true" };
  const counted = await queryRows(
    workspace.engine,
    countSchema,
    `SELECT CAST(count(*) AS DOUBLE) AS rows ${rowsFromSql(plan, [`(${before} OR (${tied} AND ${earlier}))`], "order")}`,
    options,
  );
  return counted[0]?.rows ?? null;
}

/** `PLACE_ORDER` as a comparison: responses of the record before this one. */
function placeBefore({ cell_ix, item_ix, permutation, trial }: ViewRow): string {
  const byTrial = `r.trial < ${trial}`;
  const byPermutation =
    permutation === null
      ? `(r.permutation IS NULL AND ${byTrial})`
      : `(r.permutation IS NULL OR r.permutation < ${permutation} OR (r.permutation = ${permutation} AND ${byTrial}))`;
  return `(r.cell_ix < ${cell_ix} OR (r.cell_ix = ${cell_ix} AND (r.item_ix < ${item_ix} OR (r.item_ix = ${item_ix} AND ${byPermutation}))))`;
}
