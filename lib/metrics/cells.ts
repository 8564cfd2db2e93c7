import { z } from "zod";
import { queryRows } from "@/lib/engine/decode";
import { scopeOf } from "./scope";
import type { MetricOptions, Workspace } from "./workspace";

/** What a query says about the metric cell of a row, beside its numbers. */
export const cellShape = {
  mcell_ix: z.int(),
  curve_ix: z.int(),
  model: z.string(),
  benchmark: z.string(),
  environment: z.string().nullable(),
  padding: z.string(),
  mode: z.string().nullable(),
  condition: z.string().nullable(),
  scorer: z.string(),
  n_options: z.int(),
  series_id: z.string(),
  simulated: z.boolean(),
  /** Trials of some run were numbered by us: they carry no identity. */
  numbered: z.boolean(),
  repeated: z.boolean(),
};
const cellRow = z.strictObject(cellShape);
export type Cell = z.infer<typeof cellRow>;

/** `sel_mcells`: one row a metric cell in scope. Needs `sel_cells` (lib/metrics/scope.ts). */
export const MCELLS = `sel_mcells AS (
  SELECT mcell_ix, curve_ix, any_value(model) AS model, any_value(benchmark) AS benchmark,
    min(environment) AS environment, any_value(padding) AS padding, min(mode) AS mode,
    min(condition) AS condition, any_value(scorer) AS scorer,
    any_value(n_options) AS n_options, any_value(series_id) AS series_id,
    bool_or(provenance = 'simulated') AS simulated, bool_or(trials_numbered) AS numbered,
    bool_or(series_kind = 'repeated') AS repeated
  FROM sel_cells GROUP BY mcell_ix, curve_ix)`;

/**
 * Order of report rows. Text goes by code point in every engine: no collation is loaded.
 */
export const CELL_ORDER = `model, benchmark, environment NULLS FIRST, padding, mode NULLS FIRST,
  condition NULLS FIRST, scorer, series_id, n_options`;

/** Every metric cell in scope, in report order. */
export function loadCells(
  { engine }: Workspace,
  { filters, signal }: MetricOptions,
): Promise<Cell[]> {
  const sql = `WITH ${scopeOf(filters).cells}, ${MCELLS}
    SELECT * FROM sel_mcells ORDER BY ${CELL_ORDER}`;
  return queryRows(engine, cellRow, sql, { signal });
}

/** The fields with which every row about a metric cell starts. */
export function cellFields(cell: Cell) {
  return { ...curveFields(cell), n_options: cell.n_options };
}

export function curveFields({
  model,
  benchmark,
  environment,
  padding,
  mode,
  condition,
  scorer,
}: Cell) {
  return { model, benchmark, environment, padding, mode, condition, scorer };
}

/** The fields with which it ends. */
export function seriesFields({ series_id, simulated }: Cell) {
  return { series_id, simulated };
}
