import { z } from "zod";
import { queryRows } from "@/lib/engine/decode";
import { newcombe, ratio, wilson } from "@/lib/stats/proportions";
import type { StemsRow } from "../rows";
import { runShape, seriesShape } from "../row-fields";
import { onlyValue, scopeOf } from "../scope";
import type { MetricOptions, Workspace } from "../workspace";

const countRow = z.strictObject({
  ...runShape,
  ...seriesShape,
  kind: z.enum(["fixed", "repeated"]),
  rules: z.string().nullable(),
  /** Items with a scored row. */
  n_items: z.int(),
  n_flagged: z.int(),
  n_unflagged: z.int(),
  n_unknown: z.int(),
  hits_flagged: z.int(),
  hits_unflagged: z.int(),
});
type Counts = z.infer<typeof countRow>;

/** Scored rows and correct ones of every run in scope, by the flag of their item. */
function loadCounts({ engine }: Workspace, { filters, signal }: MetricOptions): Promise<Counts[]> {
  const scope = scopeOf(filters);
  const where = (test: string, column: string) =>
    `coalesce(sum(q.${column}) FILTER (WHERE ${test}), 0)::INTEGER`;
  const sql = `WITH ${scope.cells}, ${scope.items},
    per_run AS (
      SELECT c.run_ix, ${onlyValue("mode")}, ${onlyValue("condition")},
        string_agg(DISTINCT split_part(i.stem_evidence, ': ', 1), ', '
          ORDER BY split_part(i.stem_evidence, ': ', 1)) AS rules,
        (count(DISTINCT i.item_key) FILTER (WHERE q.n_scored > 0))::INTEGER AS n_items,
        ${where("i.stem_negative", "n_scored")} AS n_flagged,
        ${where("NOT i.stem_negative", "n_scored")} AS n_unflagged,
        ${where("i.stem_negative IS NULL", "n_scored")} AS n_unknown,
        ${where("i.stem_negative", "n_correct")} AS hits_flagged,
        ${where("NOT i.stem_negative", "n_correct")} AS hits_unflagged
      FROM data.item_cube AS q JOIN sel_cells AS c USING (cell_ix)
      JOIN sel_items USING (item_ix) JOIN data.items AS i USING (item_ix) GROUP BY c.run_ix)
    SELECT r.run_id, r.model, r.benchmark, r.scorer, r.series_id, r.kind,
      r.provenance = 'simulated' AS simulated, p.* EXCLUDE (run_ix)
    FROM sel_runs AS r JOIN per_run AS p USING (run_ix)
    ORDER BY r.model, r.benchmark, r.scorer, r.run_id, r.run_ix`;
  return queryRows(engine, countRow, sql, { signal });
}

/**
 * Accuracy on flagged and on unflagged stems, one row a run, and the gap between them in percentage
 * points (P2, section 5.3 and table 4). The sides are different questions: the gap describes, and
 * its interval says how far other questions of the same kind might move it. Intervals belong to runs
 * that ask each question once.
 */
export async function stems(workspace: Workspace, options: MetricOptions): Promise<StemsRow[]> {
  return (await loadCounts(workspace, options)).map((run) => {
    const flagged = { hits: run.hits_flagged, n: run.n_flagged };
    const unflagged = { hits: run.hits_unflagged, n: run.n_unflagged };
    const scored = run.n_flagged + run.n_unflagged + run.n_unknown;
    const independent = run.kind === "fixed" && scored <= run.n_items;
    const [a, b] = [ratio(flagged.hits, flagged.n), ratio(unflagged.hits, unflagged.n)];
    const gap = independent ? newcombe(unflagged, flagged) : null;
    return {
      run_id: run.run_id,
      model: run.model,
      benchmark: run.benchmark,
      mode: run.mode,
      condition: run.condition,
      scorer: run.scorer,
      rules: run.rules,
      n_flagged: run.n_flagged,
      n_unflagged: run.n_unflagged,
      n_unknown: run.n_unknown,
      flagged: a,
      flagged_ci: independent ? wilson(flagged.hits, flagged.n) : null,
      unflagged: b,
      unflagged_ci: independent ? wilson(unflagged.hits, unflagged.n) : null,
      gap_pp: a === null || b === null ? null : 100 * (b - a),
      gap_ci_pp: gap === null ? null : [100 * gap[0], 100 * gap[1]],
      series_id: run.series_id,
      simulated: run.simulated,
    };
  });
}
