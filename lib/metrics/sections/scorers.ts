import { z } from "zod";
import { SCORED } from "@/lib/cubes/aggregates";
import { queryRows } from "@/lib/engine/decode";
import { changeInterval, pairedChange } from "@/lib/stats/paired";
import { ratio } from "@/lib/stats/proportions";
import type { Interval } from "@/lib/stats/types";
import type { ScorersRow } from "../question-rows";
import { scopeOf } from "../scope";
import type { MetricOptions, Workspace } from "../workspace";
import { runFields } from "./runs";

const pairRow = z.strictObject({
  ix_a: z.int(),
  ix_b: z.int(),
  /** Some item has several rows under one presentation: rows must be read. */
  several: z.boolean(),
});

const readingRow = z.strictObject({
  run_id: z.string(),
  run_b: z.string(),
  model: z.string(),
  benchmark: z.string(),
  mode: z.string().nullable(),
  condition: z.string().nullable(),
  scorer: z.string(),
  scorer_b: z.string(),
  simulated: z.boolean(),
  kind: z.enum(["fixed", "repeated"]),
  n_items: z.int(),
  n: z.int(),
  both: z.int(),
  only_a: z.int(),
  only_b: z.int(),
  neither: z.int(),
  only_b_from_invalid: z.int(),
});

/**
 * `readings`: pairs of runs in scope that read the same answers (one names the other as its
 * source_run, or both name a third). The one that names no source is the first; of two that name a
 * third the earlier one, unless it alone is by a diagnostic scorer: an excess is over a strict reading.
 */
const READINGS = `readings AS (
  SELECT a.run_ix AS ix_a, b.run_ix AS ix_b
  FROM sel_runs AS a JOIN sel_runs AS b ON a.source = b.source AND a.run_ix <> b.run_ix
    AND coalesce(a.source_run, a.run_id) = coalesce(b.source_run, b.run_id)
    AND (a.source_run IS NULL OR (b.source_run IS NOT NULL
      AND (a.diagnostic < b.diagnostic OR (a.diagnostic = b.diagnostic AND a.run_ix < b.run_ix)))))`;

/** What a run read of each item, from the item cube: where an item has one row a presentation. */
const FROM_CUBE = `
  SELECT c.run_ix, c.environment, c.padding, c.mode, c.condition, c.n_options, i.item_key,
    1 AS trial, NULL::INTEGER AS permutation, q.n_correct = 1 AS right_one, q.n_valid = 1 AS valid_one
  FROM data.item_cube AS q JOIN sel_cells AS c USING (cell_ix)
  JOIN sel_items AS i USING (item_ix) WHERE q.n_scored > 0`;
const FROM_ROWS = `
  SELECT c.run_ix, c.environment, c.padding, c.mode, c.condition, c.n_options, i.item_key,
    r.trial, r.permutation, coalesce(r.resp_pos = r.gold_pos, false) AS right_one,
    r.resp_pos IS NOT NULL AS valid_one
  FROM data.responses AS r JOIN sel_cells AS c USING (cell_ix)
  JOIN sel_items AS i USING (item_ix) WHERE ${SCORED}`;

/** That rows `a` and `b` of two readings are of the same answer. */
export const SAME_ROW = ["environment", "mode", "condition", "permutation"]
  .map((name) => `a.${name} IS NOT DISTINCT FROM b.${name}`)
  .concat(["padding", "n_options", "item_key", "trial"].map((name) => `a.${name} = b.${name}`))
  .join(" AND ");

function comparedReadings(
  { engine }: Workspace,
  { filters, signal, paddings }: MetricOptions,
  pairs: readonly z.infer<typeof pairRow>[],
  read: string,
) {
  if (pairs.length === 0) return Promise.resolve([]);
  const scope = scopeOf(filters, paddings);
  const listed = pairs.map(({ ix_a, ix_b }) => `(${ix_a}, ${ix_b})`).join(", ");
  const runs = pairs.flatMap(({ ix_a, ix_b }) => [ix_a, ix_b]).join(", ");
  const count = (test: string) => `(count(*) FILTER (WHERE ${test}))::INTEGER`;
  const only = (column: string) =>
    `CASE WHEN count(DISTINCT coalesce(a.${column}, '')) = 1 THEN min(a.${column}) END AS ${column}`;
  return queryRows(
    engine,
    readingRow,
    `WITH ${scope.cells}, ${scope.items}, pairs (ix_a, ix_b) AS (VALUES ${listed}),
      told AS MATERIALIZED (SELECT * FROM (${read}) AS known WHERE run_ix IN (${runs})),
      counts AS (
        SELECT p.ix_a, p.ix_b, ${only("mode")}, ${only("condition")}, count(*)::INTEGER AS n,
          count(DISTINCT a.item_key)::INTEGER AS n_items,
          ${count("a.right_one AND b.right_one")} AS both,
          ${count("a.right_one AND NOT b.right_one")} AS only_a,
          ${count("b.right_one AND NOT a.right_one")} AS only_b,
          ${count("NOT a.right_one AND NOT b.right_one")} AS neither,
          ${count("b.right_one AND NOT a.valid_one")} AS only_b_from_invalid
        FROM pairs AS p JOIN told AS a ON a.run_ix = p.ix_a
        JOIN told AS b ON b.run_ix = p.ix_b AND ${SAME_ROW} GROUP BY p.ix_a, p.ix_b)
      SELECT a.run_id, b.run_id AS run_b, a.model, a.benchmark, c.mode, c.condition, a.scorer,
        b.scorer AS scorer_b, a.provenance = 'simulated' AS simulated, a.kind,
        c.* EXCLUDE (ix_a, ix_b, mode, condition)
      FROM counts AS c JOIN sel_runs AS a ON a.run_ix = c.ix_a
      JOIN sel_runs AS b ON b.run_ix = c.ix_b`,
    { signal },
  );
}

/** What the second reading adds to the accuracy of the first, in points, with its interval. */
function excess({ kind, n, n_items, both, only_a, only_b, neither }: z.infer<typeof readingRow>) {
  const counts = { both, lost: only_a, gained: only_b, neither };
  // One question asked several times is not several independent questions.
  const interval = kind === "fixed" && n === n_items ? changeInterval(counts) : null;
  const change = pairedChange(counts);
  const inPoints = ([low, high]: Interval): [number, number] => [100 * low, 100 * high];
  return {
    excess_pp: change === null ? null : 100 * change,
    excess_ci_pp: interval && inPoints(interval),
  };
}

/** Two readings of the same answers, row by row. Reads rows only of runs that repeat items. */
export async function scorers(workspace: Workspace, options: MetricOptions): Promise<ScorersRow[]> {
  const scope = scopeOf(options.filters, options.paddings);
  const pairs = await queryRows(
    workspace.engine,
    pairRow,
    `WITH ${scope.cells}, ${READINGS},
      repeating AS (
        SELECT c.run_ix, bool_or(q.n_scored > 1) AS several
        FROM data.item_cube AS q JOIN sel_cells AS c USING (cell_ix)
        WHERE c.run_ix IN (SELECT ix_a FROM readings UNION SELECT ix_b FROM readings)
        GROUP BY c.run_ix)
      SELECT r.ix_a, r.ix_b, a.several OR b.several AS several
      FROM readings AS r JOIN repeating AS a ON a.run_ix = r.ix_a
      JOIN repeating AS b ON b.run_ix = r.ix_b ORDER BY r.ix_a, r.ix_b`,
    { signal: options.signal },
  );
  const several = pairs.filter((pair) => pair.several);
  if (several.length > 0) await workspace.ensureRows(options.signal);
  const once = pairs.filter((pair) => !pair.several);
  const rows = [
    ...(await comparedReadings(workspace, options, once, FROM_CUBE)),
    ...(await comparedReadings(workspace, options, several, FROM_ROWS)),
  ];
  const order = (row: (typeof rows)[number]) => [row.model, row.benchmark, row.run_id, row.run_b];
  rows.sort((a, b) => (JSON.stringify(order(a)) < JSON.stringify(order(b)) ? -1 : 1));
  return rows.map((row) => {
    const { scorer, ...names } = runFields(row);
    return {
      ...names,
      run_b: row.run_b,
      scorer_a: scorer,
      scorer_b: row.scorer_b,
      n: row.n,
      accuracy_a: ratio(row.both + row.only_a, row.n),
      accuracy_b: ratio(row.both + row.only_b, row.n),
      both: row.both,
      only_a: row.only_a,
      only_b: row.only_b,
      neither: row.neither,
      only_b_from_invalid: row.only_b_from_invalid,
      only_b_from_wrong: row.only_b - row.only_b_from_invalid,
      ...excess(row),
      simulated: row.simulated,
    };
  });
}
