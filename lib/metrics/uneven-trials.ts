import { z } from "zod";
import { queryRows } from "@/lib/engine/decode";
import type { ScalingRow, WarningRow } from "./rows";
import { scopeOf } from "./scope";
import { loadTrials } from "./trials";
import type { MetricOptions, Workspace } from "./workspace";

/** What is said of a cell of which some trial lacks some item. */
export const UNEVEN_TRIALS = "not every trial has every item";
/** What that does to intervals over trials. */
export const UNEVEN_MEANS =
  "trial means are of different items, and intervals over trials hold that difference too";

/** Rows are fewer than items times trials, each pair once: some trial surely lacks some item. */
export function hasUnevenTrials(
  cell: Pick<ScalingRow, "n_items" | "n_trials" | "n_responses">,
): boolean {
  return cell.n_trials !== null && cell.n_responses < cell.n_items * cell.n_trials;
}

const cellRow = z.strictObject({
  mcell_ix: z.int(),
  series_id: z.string(),
  model: z.string(),
  n_options: z.int(),
  n_items: z.int(),
  n_responses: z.int(),
});

/**
 * Series with an interval over trials that do not all have the same items, one warning each.
 * @param runsOf the runs of a series that are in scope
 */
export async function unevenTrials(
  workspace: Workspace,
  options: MetricOptions,
  runsOf: (series: string) => readonly string[],
): Promise<WarningRow[]> {
  const { moments } = await loadTrials(workspace, options, false);
  if (moments.size === 0) return [];
  const scope = scopeOf(options.filters);
  const cells = await queryRows(
    workspace.engine,
    cellRow,
    `WITH ${scope.cells}, ${scope.items}
      SELECT c.mcell_ix, any_value(c.series_id) AS series_id, any_value(c.model) AS model,
        any_value(c.n_options) AS n_options, sum(q.n_scored)::INTEGER AS n_responses,
        (count(DISTINCT i.item_key) FILTER (WHERE q.n_scored > 0))::INTEGER AS n_items
      FROM data.item_cube AS q JOIN sel_cells AS c USING (cell_ix)
      JOIN sel_items AS i USING (item_ix)
      GROUP BY c.mcell_ix HAVING NOT bool_or(c.trials_numbered) ORDER BY model, n_options`,
    { signal: options.signal },
  );
  const uneven = cells.filter((cell) => {
    const own = moments.get(cell.mcell_ix);
    return hasUnevenTrials({ ...cell, n_trials: own?.variance == null ? null : own.n_trials });
  });
  return [...Map.groupBy(uneven, (cell) => cell.series_id)].map(([series, own]) => ({
    code: "trials_uneven",
    message:
      `${UNEVEN_TRIALS} of ${own[0]?.model ?? ""} ` +
      `(N = ${[...new Set(own.map((cell) => cell.n_options))].join(", ")}): ${UNEVEN_MEANS}`,
    runs: [...runsOf(series)],
  }));
}
