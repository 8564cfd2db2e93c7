import { z } from "zod";
import { queryRows } from "@/lib/engine/decode";
import { newcombe, ratio, wilson, type Hits } from "@/lib/stats/proportions";
import { mixtureOf, mixturesSql, mixtureShape } from "../mixture";
import type { StemsRow } from "../rows";
import { runShape, seriesShape } from "../row-fields";
import { scopeOf } from "../scope";
import type { MetricOptions, Workspace } from "../workspace";
import { runFields } from "./runs";

const countRow = z.strictObject({
  ...runShape,
  ...seriesShape,
  kind: z.enum(["fixed", "repeated"]),
  rules: z.string().nullable(),
  /** Items with a scored row, and those of the whole run in scope. */
  n_items: z.int(),
  n_items_run: z.int(),
  n_flagged: z.int(),
  n_unflagged: z.int(),
  n_unknown: z.int(),
  hits_flagged: z.int(),
  hits_unflagged: z.int(),
  ...mixtureShape,
});
type Counts = z.infer<typeof countRow>;

/**
 * Scored rows and correct ones of every run in scope, by the flag of their item; a run of several
 * conditions or modes in each of them.
 */
function loadCounts(
  { engine }: Workspace,
  { filters, signal, paddings }: MetricOptions,
): Promise<Counts[]> {
  const scope = scopeOf(filters, paddings);
  const where = (test: string, column: string) =>
    `coalesce(sum(q.${column}) FILTER (WHERE ${test}), 0)::INTEGER`;
  const sql = `WITH ${scope.cells}, ${scope.items},
    sides AS (
      SELECT *, dense_rank() OVER (ORDER BY run_ix, condition NULLS FIRST,
        mode NULLS FIRST)::INTEGER AS side_ix FROM sel_cells),
    ${mixturesSql("sides", "side_ix")},
    per_side AS (
      SELECT c.side_ix, any_value(c.run_ix) AS run_ix, any_value(c.mode) AS mode,
        any_value(c.condition) AS condition,
        string_agg(DISTINCT split_part(i.stem_evidence, ': ', 1), ', '
          ORDER BY split_part(i.stem_evidence, ': ', 1)) AS rules,
        (count(DISTINCT i.item_key) FILTER (WHERE q.n_scored > 0))::INTEGER AS n_items,
        ${where("i.stem_negative", "n_scored")} AS n_flagged,
        ${where("NOT i.stem_negative", "n_scored")} AS n_unflagged,
        ${where("i.stem_negative IS NULL", "n_scored")} AS n_unknown,
        ${where("i.stem_negative", "n_correct")} AS hits_flagged,
        ${where("NOT i.stem_negative", "n_correct")} AS hits_unflagged
      FROM data.item_cube AS q JOIN sides AS c USING (cell_ix)
      JOIN sel_items USING (item_ix) JOIN data.items AS i USING (item_ix) GROUP BY c.side_ix),
    per_run AS (
      SELECT c.run_ix, count(DISTINCT i.item_key)::INTEGER AS n_items_run
      FROM data.item_cube AS q JOIN sel_cells AS c USING (cell_ix)
      JOIN sel_items AS i USING (item_ix) WHERE q.n_scored > 0 GROUP BY c.run_ix)
    SELECT r.run_id, r.model, r.benchmark, r.scorer, r.series_id, r.kind,
      r.provenance = 'simulated' AS simulated, p.* EXCLUDE (run_ix, side_ix),
      coalesce(a.n_items_run, 0) AS n_items_run, m.* EXCLUDE (side_ix)
    FROM sel_runs AS r JOIN per_side AS p USING (run_ix) JOIN mixtures AS m USING (side_ix)
    LEFT JOIN per_run AS a USING (run_ix)
    ORDER BY r.model, r.benchmark, r.scorer, r.run_id, r.run_ix, p.side_ix`;
  return queryRows(engine, countRow, sql, { signal });
}

function rowOf(run: Counts): StemsRow {
  const flagged = { hits: run.hits_flagged, n: run.n_flagged };
  const unflagged = { hits: run.hits_unflagged, n: run.n_unflagged };
  const scored = run.n_flagged + run.n_unflagged + run.n_unknown;
  const mixes = mixtureOf(run);
  const independent = mixes === null && run.kind === "fixed" && scored <= run.n_items;
  const rateOf = ({ hits, n }: Hits) => (mixes === null ? ratio(hits, n) : null);
  const interval = ({ hits, n }: Hits) => (independent ? wilson(hits, n) : null);
  const [a, b] = [rateOf(flagged), rateOf(unflagged)];
  const gap = independent ? newcombe(unflagged, flagged) : null;
  return {
    ...runFields(run),
    rules: run.rules,
    n_flagged: run.n_flagged,
    n_unflagged: run.n_unflagged,
    n_unknown: run.n_unknown,
    flagged: a,
    flagged_ci: interval(flagged),
    unflagged: b,
    unflagged_ci: interval(unflagged),
    gap_pp: a === null || b === null ? null : 100 * (b - a),
    gap_ci_pp: gap === null ? null : [100 * gap[0], 100 * gap[1]],
    mixes,
    n_elsewhere: run.n_items_run - run.n_items,
    series_id: run.series_id,
    simulated: run.simulated,
  };
}

/**
 * Accuracy on flagged and on unflagged stems and the gap between them in percentage points (P2,
 * section 5.3 and table 4), one row a run, condition and mode: another condition asks the same items
 * again. The sides are different questions: the gap describes, and its interval says how far other
 * questions of the same kind might move it. Intervals belong to runs that ask each question once.
 */
export async function stems(workspace: Workspace, options: MetricOptions): Promise<StemsRow[]> {
  return (await loadCounts(workspace, options)).map(rowOf);
}
