import { queryRows } from "@/lib/engine/decode";
import { sectionsRow, type SectionsRow } from "../question-rows";
import { mixturesSql } from "../mixture";
import { onlyValue, scopeOf } from "../scope";
import type { MetricOptions, Workspace } from "../workspace";
import { PER_SECTION } from "./runs";

/**
 * Accuracy by run and section; null where a run mixes environments, paddings, conditions,
 * modes or N. A repeated run that
 * mixes several N has no row, nor has one whose items name no section.
 */
export function sections(
  { engine }: Workspace,
  { filters, signal, paddings }: MetricOptions,
): Promise<SectionsRow[]> {
  const scope = scopeOf(filters, paddings);
  return queryRows(
    engine,
    sectionsRow,
    `WITH ${scope.cells}, ${scope.items}, ${PER_SECTION}, ${mixturesSql()},
      asked AS (
        SELECT run_ix, ${onlyValue("mode")}, ${onlyValue("condition")} FROM sel_cells GROUP BY run_ix
        HAVING min(kind) = 'fixed' OR min(n_options) = max(n_options))
      SELECT r.run_id, r.model, r.benchmark, a.mode, a.condition, r.scorer, p.section, p.n_items,
        p.n, CASE WHEN NOT m.mixed THEN p.accuracy END AS accuracy, r.series_id, r.provenance = 'simulated' AS simulated
      FROM per_section AS p JOIN asked AS a USING (run_ix) JOIN mixtures AS m USING (run_ix)
      JOIN sel_runs AS r USING (run_ix)
      WHERE run_ix IN (SELECT run_ix FROM per_section WHERE section IS NOT NULL)
      ORDER BY r.model, r.benchmark, r.scorer, r.run_id, run_ix, p.section NULLS LAST`,
    { signal },
  );
}
