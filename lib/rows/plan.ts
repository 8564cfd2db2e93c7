import { z } from "zod";
import { queryRows } from "@/lib/engine/decode";
import type { Engine, QueryOptions } from "@/lib/engine/engine";
import { isOneOf } from "@/lib/engine/sql";
import { levelsOf, type Level, type RowSort } from "./levels";
import { namesScorer, scopedSql, type RowFilters } from "./predicate";
import { ALL_SCOPES, fromSql, whereSql } from "./source";

/** What the Responses view asks for. */
export interface RowQuery extends RowFilters {
  readonly sort: RowSort | null;
}

/** A query with everything decided that needs no response. */
export interface RowPlan {
  /** Conditions over r alone. */
  readonly conditions: readonly string[];
  readonly levels: readonly Level[];
  readonly sort: RowSort | null;
  /** No condition needs a response: the cubes count for them. */
  readonly countedByCubes: boolean;
  /** What the facets of runs and cells keep, for the view's title and marks. */
  readonly scope: RowScope;
}
export interface RowScope {
  readonly models: readonly string[];
  readonly benchmarks: readonly string[];
  readonly simulated: "all" | "some" | "none";
  /** Diagnostic scorers whose runs are left out because no filter names them. */
  readonly leftOut: readonly string[];
}

const cellSchema = z.strictObject({
  cell_ix: z.int(),
  model: z.string(),
  benchmark: z.string(),
  scorer: z.string(),
  diagnostic: z.boolean(),
  simulated: z.boolean(),
});
type Cell = z.output<typeof cellSchema>;
const sizeSchema = z.strictObject({ cells: z.number(), items: z.number() });

/** Resolves facets of runs and cells to a list of cells, and sets up the ordering. */
export async function planRows(
  engine: Engine,
  query: RowQuery,
  options: QueryOptions,
): Promise<RowPlan> {
  const scoped = scopedSql(query);
  const beside = [...scoped.run, ...scoped.cell];
  const sizes = await queryRows(
    engine,
    sizeSchema,
    "SELECT (SELECT count(*) FROM data.cells) AS cells, (SELECT count(*) FROM data.items) AS items",
    options,
  );
  const { cells = 0, items = 0 } = sizes[0] ?? {};
  const found = await queryRows(
    engine,
    cellSchema,
    `SELECT c.cell_ix, u.model, u.benchmark, u.scorer, u.diagnostic,
       u.provenance = 'simulated' AS simulated
     FROM data.cells AS c JOIN data.runs AS u ON u.run_ix = c.run_ix ${whereSql(beside)} ORDER BY 1`,
    options,
  );
  // As in every metric: runs of a diagnostic scorer are left out unless a scorer or a run is named.
  const kept = namesScorer(query.filters) ? found : found.filter((cell) => !cell.diagnostic);
  const ids = kept.map((cell) => cell.cell_ix);
  return {
    conditions: [
      ...(ids.length === cells ? [] : [isOneOf("r.cell_ix", ids)]),
      ...(scoped.item.length === 0
        ? []
        : [`r.item_ix IN (SELECT i.item_ix FROM data.items AS i ${whereSql(scoped.item)})`]),
      ...scoped.row,
    ],
    levels: levelsOf(query.sort, items),
    sort: query.sort,
    countedByCubes: scoped.row.length === 0,
    scope: scopeOf(kept, found),
  };
}

const distinct = (values: readonly string[]) => [...new Set(values)].sort();

function scopeOf(kept: readonly Cell[], found: readonly Cell[]): RowScope {
  const simulated = kept.filter((cell) => cell.simulated).length;
  const cells = new Set(kept);
  return {
    models: distinct(kept.map((cell) => cell.model)),
    benchmarks: distinct(kept.map((cell) => cell.benchmark)),
    simulated: simulated === 0 ? "none" : simulated === kept.length ? "all" : "some",
    leftOut: distinct(found.filter((cell) => !cells.has(cell)).map((cell) => cell.scorer)),
  };
}

/** Rows of one level of the ordering under conditions of the levels above it, by bucket. */
export function countSql(
  plan: RowPlan,
  level: Level,
  above: readonly string[],
  fromCubes: boolean,
): string {
  const rows = fromCubes ? "sum(r.n_scored + r.n_prompt_truncated + r.n_error)" : "count(*)";
  const scopes = new Set([level.scope, ...(plan.sort ? [plan.sort.column.scope] : [])]);
  return `SELECT min(${level.key}) AS low, max(${level.key}) AS high, CAST(${rows} AS DOUBLE) AS rows
    ${fromSql(fromCubes ? "data.item_cube" : "data.responses", scopes, level.items)}
    ${whereSql([...plan.conditions, ...above])}
    GROUP BY ${level.bucket} ORDER BY low ${level.direction === "asc" ? "ASC" : "DESC"} NULLS LAST`;
}

/** `FROM … WHERE …` over the rows of a plan: with every table, or only with those that its order needs. */
export function rowsFromSql(
  plan: RowPlan,
  above: readonly string[],
  tables: "all" | "order",
): string {
  const scopes = tables === "all" ? ALL_SCOPES : new Set(plan.sort ? [plan.sort.column.scope] : []);
  return `${fromSql("data.responses", scopes)} ${whereSql([...plan.conditions, ...above])}`;
}
