import type { Engine } from "@/lib/engine/engine";
import type { Filters } from "@/lib/view-state/filters";

/**
 * What a metric is asked on: an engine in which the united views of `lib/cubes/views.ts` exist under
 * the schema `data` (data.runs, data.cells, data.item_cube, ...).
 */
export interface Workspace {
  readonly engine: Engine;
  /**
   * Makes data.responses and data.trial_cube readable. In the browser this may fetch the rows of
   * the snapshot; idempotent; metrics that need rows call it first.
   */
  ensureRows(signal?: AbortSignal): Promise<void>;
}

export interface MetricOptions {
  readonly filters: Filters;
  readonly signal?: AbortSignal;
  /**
   * `cubes` answers at once from what is open: trial statistics that only rows can tell are null
   * (`trialSource` of lib/metrics/trials.ts says whether there are any). `all`, the default, reads
   * rows where it must.
   */
  readonly trials?: "all" | "cubes";
  /**
   * `unpadded` leaves out the padded cells of every run that has unpadded ones in scope: padded trials
   * answer another question. Sections that set paddings side by side do not read it. Default `all`.
   */
  readonly paddings?: "all" | "unpadded";
}
