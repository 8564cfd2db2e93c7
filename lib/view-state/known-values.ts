import { isOneOf } from "@/lib/engine/sql";
import type { Engine, QueryOptions } from "@/lib/engine/engine";
import { OUTCOMES } from "@/lib/records/response";
import { filterSchema, type Filter, type FilterField, type Filters } from "./filters";

/** Where the values of each facet are listed, among the united tables. */
const HOME: Readonly<Record<Exclude<FilterField, "outcome">, readonly [string, string]>> = {
  model: ["data.runs", "model"],
  benchmark: ["data.runs", "benchmark"],
  scorer: ["data.runs", "scorer"],
  run: ["data.runs", "run_id"],
  environment: ["data.cells", "environment"],
  n_options: ["data.cells", "n_options"],
  padding: ["data.cells", "padding"],
  mode: ["data.cells", "mode"],
  condition: ["data.cells", "condition"],
  stem: ["data.items", "stem_negative"],
  section: ["data.items", "section"],
  item: ["data.items", "item_id"],
};

export interface KnownFilters {
  /** The filters without values that the data do not have. */
  readonly filters: Filters;
  /** What was left out, a field each. */
  readonly unknown: Filters;
}

type Value = string | number | boolean | null;

async function valuesOf(
  engine: Engine,
  filter: Filter,
  options?: QueryOptions,
): Promise<ReadonlySet<Value>> {
  if (filter.field === "outcome") return new Set(OUTCOMES);
  const [table, column] = HOME[filter.field];
  const rows = await engine.query(
    `SELECT DISTINCT ${column} AS v FROM ${table} WHERE ${isOneOf(column, filter.values)}`,
    options,
  );
  return new Set(rows.map((row) => row.v as Value));
}

function withValues(filter: Filter, values: readonly Value[]): Filter[] {
  const narrowed = filterSchema.safeParse({ field: filter.field, values });
  return narrowed.success ? [narrowed.data] : [];
}

/**
 * Parts filters into what the open data know and what they do not: a link may come from other data.
 * A filter none of whose values is known is left out as a whole.
 */
export async function partKnown(
  engine: Engine,
  filters: Filters,
  options?: QueryOptions,
): Promise<KnownFilters> {
  const parts = await Promise.all(
    filters.map(async (filter) => {
      const known = await valuesOf(engine, filter, options);
      const values: readonly Value[] = filter.values;
      return {
        kept: withValues(
          filter,
          values.filter((v) => known.has(v)),
        ),
        left: withValues(
          filter,
          values.filter((v) => !known.has(v)),
        ),
      };
    }),
  );
  return { filters: parts.flatMap((p) => p.kept), unknown: parts.flatMap((p) => p.left) };
}
