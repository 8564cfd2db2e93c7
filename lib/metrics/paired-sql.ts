import { text } from "@/lib/engine/sql";
import type { Filters } from "@/lib/view-state/filters";
import { scopeOf } from "./scope";

/** What is compared: runs that belong together, by their ids. */
export interface Side {
  readonly id: string;
  readonly runs: readonly string[];
}

/** What is compared: cells of one run of the open data that stand together, by their cell_ix. */
export interface CellSide {
  readonly id: string;
  readonly cells: readonly number[];
}

/** Which two sides are compared, by their places in the list of sides; the first comes first. */
export type Pair = readonly [first: number, second: number];

export interface PairsOptions {
  /** The sides in their order; "runs" makes every run in scope one. */
  readonly sides: readonly (Side | CellSide)[] | "runs";
  /** True: sides as a whole, one comparison a pair. False: one a cell that both sides have. */
  readonly whole: boolean;
  /**
   * `repeated`: pairs of one benchmark and scorer of which both sides are repeated (two readings of
   * one text are no two results). `fixed`: pairs of one benchmark of which both are fixed. `all`
   * pairs are compared whatever they are. A list names them.
   */
  readonly pairs: "all" | "repeated" | "fixed" | readonly Pair[];
}

const PAIRS: Record<Extract<PairsOptions["pairs"], string>, string> = {
  all: "true",
  repeated: "a.benchmark = b.benchmark AND a.scorer = b.scorer AND NOT (a.fixed OR b.fixed)",
  fixed: "a.benchmark = b.benchmark AND a.fixed AND b.fixed",
};

function pairTest(pairs: PairsOptions["pairs"]): string {
  if (typeof pairs === "string") return PAIRS[pairs];
  const listed = pairs.map(([first, second]) => `(${first}, ${second})`);
  return listed.length === 0 ? "false" : `(a.side_ix, b.side_ix) IN (${listed.join(", ")})`;
}

/** `sides`: side_ix (the order), side, cell_ix, one_run (given as cells). */
function sidesSql(sides: PairsOptions["sides"]): string {
  if (sides === "runs")
    return "SELECT run_ix AS side_ix, run_id AS side, cell_ix, false AS one_run FROM sel_cells AS c";
  const rows = sides.flatMap((side, ix) =>
    "cells" in side
      ? side.cells.map((cell) => `(${ix}, ${text(side.id)}, NULL, ${cell})`)
      : side.runs.map((run) => `(${ix}, ${text(side.id)}, ${text(run)}, NULL)`),
  );
  return `SELECT v.side_ix, v.side, c.cell_ix, v.cell_ix IS NOT NULL AS one_run
    FROM (VALUES ${rows.join(", ")}) AS v (side_ix, side, run_id, cell_ix)
    JOIN sel_cells AS c ON c.run_id = v.run_id OR c.cell_ix = v.cell_ix`;
}

/**
 * The cells in which sides meet. Where both are repeated a cell has its N; a fixed side brings the N
 * of each item along, so that N is no part of the cell.
 */
function placedSql(whole: boolean): string {
  const of = (fields: string, byN: string) =>
    `SELECT s.side_ix, c.cell_ix, c.n_options AS cell_n, ${fields}, ${byN} AS by_n
      FROM sides AS s JOIN sel_cells AS c USING (cell_ix)`;
  if (whole)
    return of(
      `NULL::VARCHAR AS environment, NULL::VARCHAR AS padding, NULL::VARCHAR AS mode,
        NULL::VARCHAR AS condition, NULL::INTEGER AS n_options`,
      "false",
    );
  const names = "c.environment, c.padding, c.mode, c.condition";
  return `${of(`${names}, c.n_options`, "true")}
    UNION ALL ${of(`${names}, NULL AS n_options`, "false")}`;
}

/**
 * CTEs that compare sides item by item, under filters:
 * - `couples`: one row a pair of sides and cell that both have (couple, side_a, side_b, what names
 *   the cell, unit_a, unit_b, n_a, n_b: their items);
 * - `scored`: item means of a side in a cell (unit, item_key, y on the scale of accuracy, na on that
 *   of NA, n_min and n_max of its N, question), of a repeated side one at each N;
 * - `met`: items that both sides of a couple scored (couple, item_key, y, na, n_min and n_max of
 *   each, same, unhashed);
 * - `elsewhere`: items that both scored, at no common N (couple, item_key).
 *
 * A fixed side has an item at one N: two of them compare it whatever their N, which is what their
 * conditions vary; with a repeated side it meets the trials at that N alone. An item is right by its
 * share of right rows: right and wrong in two trials is 0.5. Items are the same question where their
 * hashes agree, by id alone where neither side has one. Environment and padding of a cell must
 * agree; so must mode and condition, unless each side has but one.
 */
export function pairsSql(filters: Filters, { sides, whole, pairs }: PairsOptions): string {
  const scope = scopeOf(filters);
  const alike = (field: string) =>
    `(u.${field} IS NOT DISTINCT FROM w.${field} OR (a.one_${field} AND b.one_${field}))`;
  const common = (field: string) =>
    `CASE WHEN u.${field} IS NOT DISTINCT FROM w.${field} THEN u.${field} END AS ${field},
      u.${field} IS DISTINCT FROM w.${field} AS ${field}_differs`;
  return `${scope.cells}, ${scope.items},
    sides AS (${sidesSql(sides)}),
    who AS (
      SELECT s.side_ix, any_value(s.side) AS side, min(c.benchmark) AS benchmark,
        min(c.scorer) AS scorer,
        -- Cells are one run's, whatever else its series holds.
        bool_and(CASE WHEN s.one_run THEN c.kind ELSE c.series_kind END = 'fixed') AS fixed,
        count(DISTINCT coalesce(c.mode, '')) = 1 AS one_mode,
        count(DISTINCT coalesce(c.condition, '')) = 1 AS one_condition
      FROM sides AS s JOIN sel_cells AS c USING (cell_ix) GROUP BY s.side_ix),
    placed AS (${placedSql(whole)}),
    units AS (
      SELECT *, dense_rank() OVER (ORDER BY side_ix, by_n, environment NULLS FIRST, padding,
        mode NULLS FIRST, condition NULLS FIRST, n_options)::INTEGER AS unit FROM placed),
    scored AS (
      SELECT u.unit, i.item_key, sum(q.n_correct)::DOUBLE / sum(q.n_scored) AS y,
        avg((q.n_correct::DOUBLE / q.n_scored - 1e0 / u.cell_n) / (1 - 1e0 / u.cell_n)) AS na,
        min(u.cell_n) AS n_min, max(u.cell_n) AS n_max,
        -- A side with several questions under one id pairs with nothing there.
        CASE WHEN count(DISTINCT coalesce(d.item_hash, '')) > 1 THEN 'unit ' || u.unit
          ELSE min(d.item_hash) END AS question
      FROM data.item_cube AS q JOIN units AS u USING (cell_ix)
      JOIN sel_items AS i USING (item_ix) JOIN data.items AS d USING (item_ix)
      WHERE q.n_scored > 0 GROUP BY u.unit, i.item_key${whole ? "" : ", u.cell_n"}),
    asked AS (SELECT DISTINCT unit, item_key FROM scored),
    sizes AS (SELECT unit, count(*) AS n FROM asked GROUP BY unit),
    cells AS (
      SELECT DISTINCT unit, side_ix, by_n, environment, padding, mode, condition, n_options
      FROM units),
    couples AS (
      SELECT row_number() OVER (ORDER BY a.side_ix, b.side_ix, u.unit, w.unit) AS couple,
        a.side AS side_a, b.side AS side_b, a.benchmark, a.scorer, u.environment, u.padding,
        ${common("mode")}, ${common("condition")}, u.n_options,
        NOT (a.fixed OR b.fixed) AS repeated, a.fixed <> b.fixed AS mixed,
        u.unit AS unit_a, w.unit AS unit_b, na.n AS n_a, nb.n AS n_b
      FROM who AS a JOIN who AS b ON a.side_ix < b.side_ix AND ${pairTest(pairs)}
      JOIN cells AS u ON u.side_ix = a.side_ix
        AND u.by_n = ${whole ? "false" : "NOT (a.fixed OR b.fixed)"}
      JOIN cells AS w ON w.side_ix = b.side_ix AND w.by_n = u.by_n
        AND w.environment IS NOT DISTINCT FROM u.environment
        AND w.padding IS NOT DISTINCT FROM u.padding
        AND w.n_options IS NOT DISTINCT FROM u.n_options
        AND ${alike("mode")} AND ${alike("condition")}
      JOIN sizes AS na ON na.unit = u.unit JOIN sizes AS nb ON nb.unit = w.unit),
    met AS (
      SELECT p.couple, a.item_key, a.y AS y_a, b.y AS y_b, a.na AS na_a, b.na AS na_b,
        a.n_min AS n_min_a, a.n_max AS n_max_a, b.n_min AS n_min_b, b.n_max AS n_max_b,
        a.question IS NOT DISTINCT FROM b.question AS same, a.question IS NULL AS unhashed
      FROM couples AS p JOIN scored AS a ON a.unit = p.unit_a
      JOIN scored AS b ON b.unit = p.unit_b AND b.item_key = a.item_key
        AND (NOT p.mixed OR (b.n_min = a.n_min AND b.n_max = a.n_max))),
    elsewhere AS (
      SELECT p.couple, a.item_key FROM couples AS p JOIN asked AS a ON a.unit = p.unit_a
      JOIN asked AS b ON b.unit = p.unit_b AND b.item_key = a.item_key
      ANTI JOIN met AS m ON m.couple = p.couple AND m.item_key = a.item_key
      WHERE p.mixed)`;
}
