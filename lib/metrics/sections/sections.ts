import { queryRows } from "@/lib/engine/decode";
import { sectionsRow, type SectionsRow } from "../question-rows";
import { onlyValue, scopeOf } from "../scope";
import type { MetricOptions, Workspace } from "../workspace";
import { PER_SECTION } from "./runs";

/**
 * Accuracy by run and section. A repeated run that mixes several N has none: their chance levels
 * differ. Runs whose items name no section are left out.
 */
export function sections(
  { engine }: Workspace,
  { filters, signal }: MetricOptions,
): Promise<SectionsRow[]> {
  const scope = scopeOf(filters);
  return queryRows(
    engine,
    sectionsRow,
    `WITH ${scope.cells}, ${scope.items}, ${PER_SECTION},
      asked AS (
        SELECT run_ix, ${onlyValue("mode")}, ${onlyValue("condition")} FROM sel_cells GROUP BY run_ix
        HAVING min(kind) = 'fixed' OR min(n_options) = max(n_options))
      SELECT r.run_id, r.model, r.benchmark, a.mode, a.condition, r.scorer, p.section, p.n_items,
        p.n, p.accuracy, r.series_id, r.provenance = 'simulated' AS simulated
      FROM per_section AS p JOIN asked AS a USING (run_ix) JOIN sel_runs AS r USING (run_ix)
      WHERE run_ix IN (SELECT run_ix FROM per_section WHERE section IS NOT NULL)
      ORDER BY r.model, r.benchmark, r.scorer, r.run_id, run_ix, p.section NULLS LAST`,
    { signal },
  );
}
