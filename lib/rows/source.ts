import type { ColumnScope } from "./columns";

/** Tables that a query over responses joins. */
const JOINS: readonly [ColumnScope, string][] = [
  ["cell", "JOIN data.cells AS c ON c.cell_ix = r.cell_ix"],
  ["run", "JOIN data.runs AS u ON u.run_ix = c.run_ix"],
  ["item", "JOIN data.items AS i ON i.item_ix = r.item_ix"],
];

/**
 * `FROM … AS r` with the joins that the scopes need.
 * @param items stands in for data.items.
 */
export function fromSql(
  table: string,
  scopes: ReadonlySet<ColumnScope>,
  items = "data.items",
): string {
  const needed = (scope: ColumnScope) =>
    scopes.has(scope) || (scope === "cell" && scopes.has("run"));
  const joins = JOINS.filter(([scope]) => needed(scope)).map(([, sql]) =>
    sql.replace("data.items", items),
  );
  return [`FROM ${table} AS r`, ...joins].join(" ");
}

export const ALL_SCOPES: ReadonlySet<ColumnScope> = new Set(["run", "cell", "item", "row"]);

export const whereSql = (conditions: readonly string[]) =>
  conditions.length === 0 ? "" : `WHERE ${conditions.join(" AND ")}`;
