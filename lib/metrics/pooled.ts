import { z } from "zod";
import { queryRows } from "@/lib/engine/decode";
import { scopeOf } from "./scope";
import type { MetricSource } from "./together";

const presentedRun = z.strictObject({
  run_id: z.string(),
  environment: z.string().nullable(),
  padding: z.string(),
  mode: z.string().nullable(),
  condition: z.string().nullable(),
});
/** A presentation under which a run has scored rows. */
export type PresentedRun = z.infer<typeof presentedRun>;

/** Under what the runs of fixed series were asked: one row of a run may pool several of them. */
export const RUN_PRESENTATIONS: MetricSource<PresentedRun> = {
  id: "presentations of fixed runs",
  run: ({ engine }, { filters, signal }) => {
    const scope = scopeOf(filters);
    return queryRows(
      engine,
      presentedRun,
      `WITH ${scope.cells}, ${scope.items}
        SELECT DISTINCT c.run_id, c.environment, c.padding, c.mode, c.condition
        FROM data.item_cube AS q JOIN sel_cells AS c USING (cell_ix)
        JOIN sel_items AS i USING (item_ix)
        WHERE q.n_scored > 0 AND c.series_kind = 'fixed' ORDER BY ALL`,
      { signal },
    );
  },
};
