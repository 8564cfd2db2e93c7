import { ratio } from "@/lib/stats/proportions";
import { cellFields, seriesFields } from "../cells";
import type { ScalingRow } from "../rows";
import type { MetricSource } from "../together";
import { loadItemMeans } from "./item-means";

/** How many responses and trials stand behind a metric cell; without the statistics of `scaling`. */
export type CellSize = Pick<
  ScalingRow,
  | "model"
  | "benchmark"
  | "environment"
  | "padding"
  | "mode"
  | "condition"
  | "scorer"
  | "n_options"
  | "n_responses"
  | "null_share"
  | "series_id"
  | "simulated"
> & {
  /** Distinct trials; where only rows could tell, the most that one item has, which is no more. */
  readonly n_trials: number;
};

export const CELL_SIZES: MetricSource<CellSize> = {
  id: "cell sizes",
  run: async (workspace, options) =>
    (await loadItemMeans(workspace, options)).map((means) => ({
      ...cellFields(means),
      n_responses: means.n_scored,
      n_trials: means.n_trials ?? means.n_most,
      null_share: ratio(means.n_scored - means.n_valid, means.n_scored),
      ...seriesFields(means),
    })),
};
