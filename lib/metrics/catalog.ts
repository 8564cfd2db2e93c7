import { z } from "zod";
import { queryRows } from "@/lib/engine/decode";
import type { Workspace } from "./workspace";

const catalogRow = z.strictObject({
  /** Index of the open source: the snapshot comes first, then files in the order of their drops. */
  source: z.int(),
  run_id: z.string(),
  series_id: z.string(),
  model: z.string(),
  benchmark: z.string(),
  scorer: z.string(),
  series_kind: z.enum(["fixed", "repeated"]),
  diagnostic: z.boolean(),
  simulated: z.boolean(),
  environment: z.string().nullable(),
  padding: z.string(),
  mode: z.string().nullable(),
  condition: z.string().nullable(),
  n_options: z.int(),
});
/** One cell of one run. */
export type CatalogRow = z.infer<typeof catalogRow>;

/**
 * All cells of the open data, whatever the filters: what a view must know to keep a model's colour,
 * to choose an N, and to say what it leaves out. A few hundred rows, from the small tables.
 */
export async function catalog(workspace: Workspace, signal?: AbortSignal): Promise<CatalogRow[]> {
  return queryRows(
    workspace.engine,
    catalogRow,
    `SELECT r.source, r.run_id, r.series_id, r.model, r.benchmark, r.scorer, r.series_kind, r.diagnostic,
      r.provenance = 'simulated' AS simulated, c.environment, c.padding, c.mode, c.condition,
      c.n_options
    FROM data.runs AS r JOIN data.cells AS c USING (run_ix)
    ORDER BY r.model, r.run_id, c.n_options, c.cell_ix`,
    { signal },
  );
}
