import { isOneOf } from "@/lib/engine/sql";
import type { Engine, QueryOptions, RawValue } from "@/lib/engine/engine";
import { OUTCOMES } from "@/lib/records/response";
import { filterSchema, type Filter, type FilterField, type Filters } from "./filters";

type Value = string | number | boolean | null;

/** Where the values of each facet are listed, among the united tables. */
const HOMES = {
  "data.runs": { model: "model", benchmark: "benchmark", scorer: "scorer", run: "run_id" },
  "data.cells": {
    environment: "environment",
    n_options: "n_options",
    padding: "padding",
    mode: "mode",
    condition: "condition",
  },
  "data.items": { stem: "stem_negative", section: "section" },
} as const;

/** The values that the open data have, by facet; those of items are asked for when needed. */
export type KnownValues = ReadonlyMap<FilterField, ReadonlySet<Value>>;

/** Reads the values of every facet but `item`. */
export async function knownValues(engine: Engine, options?: QueryOptions): Promise<KnownValues> {
  const known = new Map<FilterField, ReadonlySet<Value>>([["outcome", new Set(OUTCOMES)]]);
  for (const [table, columns] of Object.entries(HOMES)) {
    const fields = Object.entries(columns) as [FilterField, string][];
    // `list` keeps nulls, which count as a value here.
    const lists = fields.map(([field, column]) => `list(DISTINCT ${column}) AS ${field}`);
    const nulls = fields.map(([field, column]) => `bool_or(${column} IS NULL) AS ${field}_null`);
    const [row] = await engine.query(
      `SELECT ${[...lists, ...nulls].join(", ")} FROM ${table}`,
      options,
    );
    for (const [field] of fields) known.set(field, valuesOf(row?.[field], row?.[`${field}_null`]));
  }
  return known;
}

function valuesOf(list: RawValue | undefined, hasNull: RawValue | undefined): ReadonlySet<Value> {
  const values = Array.isArray(list) ? (list as Value[]) : [];
  return new Set(hasNull === true ? [...values, null] : values);
}

export interface KnownFilters {
  /** The filters without values that the data do not have. */
  readonly filters: Filters;
  /** What was left out, a field each. */
  readonly unknown: Filters;
}

async function knownItems(
  engine: Engine,
  filter: Filter,
  options?: QueryOptions,
): Promise<ReadonlySet<Value>> {
  const rows = await engine.query(
    `SELECT DISTINCT item_id AS v FROM data.items WHERE ${isOneOf("item_id", filter.values)}`,
    options,
  );
  return new Set(rows.map((row) => row.v as Value));
}

function withValues(filter: Filter, values: readonly Value[]): Filter[] {
  const narrowed = filterSchema.safeParse({ field: filter.field, values });
  return narrowed.success ? [narrowed.data] : [];
}

const NOTHING: ReadonlySet<Value> = new Set();

function part(filters: Filters, valuesOfFilter: (filter: Filter) => ReadonlySet<Value>) {
  const parts = filters.map((filter) => {
    const values: readonly Value[] = filter.values;
    const has = valuesOfFilter(filter);
    const [kept, left] = [values.filter((v) => has.has(v)), values.filter((v) => !has.has(v))];
    return { kept: withValues(filter, kept), left: withValues(filter, left) };
  });
  return { filters: parts.flatMap((p) => p.kept), unknown: parts.flatMap((p) => p.left) };
}

/** As {@link partKnown}, from known values alone; null where items have to be asked for. */
export function partValues(known: KnownValues, filters: Filters): KnownFilters | null {
  if (filters.some((filter) => filter.field === "item")) return null;
  return part(filters, (filter) => known.get(filter.field) ?? NOTHING);
}

/**
 * Parts filters into what the open data know and what they do not: a link may come from other data.
 * A filter none of whose values is known is left out as a whole.
 */
export async function partKnown(
  engine: Engine,
  known: KnownValues,
  filters: Filters,
  options?: QueryOptions,
): Promise<KnownFilters> {
  const item = filters.find((filter) => filter.field === "item");
  const items = item ? await knownItems(engine, item, options) : NOTHING;
  return part(filters, (filter) =>
    filter.field === "item" ? items : (known.get(filter.field) ?? NOTHING),
  );
}
