import { isOneOf, literal, text } from "@/lib/engine/sql";
import type { ColumnFilter } from "@/lib/view-state/column-filters";
import type { Filter, Filters } from "@/lib/view-state/filters";
import { ROW_COLUMNS, rowColumn, type ColumnScope, type RowColumn } from "./columns";

/** What the Responses view keeps: the shared facets (with `outcome`) and the table's own filters. */
export interface RowFilters {
  readonly filters: Filters;
  readonly where: readonly ColumnFilter[];
}

/** Conditions by where they are decided; each list is joined by "and". */
export type ScopedSql = Readonly<Record<ColumnScope, readonly string[]>>;

const FACET_COLUMNS = new Map(
  ROW_COLUMNS.flatMap((column) => (column.facet ? [[column.facet, column] as const] : [])),
);

function facetColumn(field: Filter["field"]): RowColumn {
  // Two facets name a whole row of the tables beside, and their columns are filtered by words.
  const named = field === "run" ? "run_id" : field === "item" ? "item_id" : null;
  const column = named ? rowColumn(named) : FACET_COLUMNS.get(field);
  if (!column) throw new Error(`no column for the facet ${field}`);
  return column;
}

/** Words are compared without case and composed (NFC), by Unicode's rules and no locale's. */
const folded = (sql: string) => `lower(nfc_normalize(${sql}))`;

/** One column filter in SQL. */
function columnFilterSql(column: RowColumn, filter: ColumnFilter): string {
  switch (filter.kind) {
    case "stated":
      return `${column.sql} IS ${filter.stated ? "NOT " : ""}NULL`;
    case "contains":
      return `contains(${folded(column.sql)}, ${folded(text(filter.text))})`;
    case "one_of":
      return isOneOf(`CAST(${column.sql} AS VARCHAR)`, filter.values);
    case "range": {
      const { min, max } = filter;
      const ends = [
        ...(min === null ? [] : [`${column.sql} >= ${literal(min)}`]),
        ...(max === null ? [] : [`${column.sql} <= ${literal(max)}`]),
      ];
      return `(${ends.join(" AND ")})`;
    }
  }
}

/** Whether the filters name what would bring diagnostic scorers in. */
export function namesScorer(filters: Filters): boolean {
  return filters.some((filter) => filter.field === "scorer" || filter.field === "run");
}

/** The filters in SQL over the aliases of `RowColumn.sql`, by scope. */
export function scopedSql({ filters, where }: RowFilters): ScopedSql {
  const found: Record<ColumnScope, string[]> = { run: [], cell: [], item: [], row: [] };
  for (const filter of filters) {
    const column = facetColumn(filter.field);
    found[column.scope].push(isOneOf(column.sql, filter.values));
  }
  for (const filter of where) {
    const column = rowColumn(filter.column);
    if (!column) throw new Error(`no column ${filter.column}`);
    found[column.scope].push(columnFilterSql(column, filter));
  }
  return found;
}
