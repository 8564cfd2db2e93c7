import { bubbleIndex, bubbleInterval, type BubbleSide } from "@/lib/stats/bubble";
import { chanceNormalised } from "@/lib/stats/proportions";
import { curveFields, seriesFields } from "../cells";
import type { BubbleRow } from "../rows";
import { crossKey, loadTrials, type Cross, type TrialStatistics } from "../trials";
import type { MetricOptions, Workspace } from "../workspace";
import { loadItemMeans, type ItemMeans } from "./item-means";

/** Every pair low < high of each repeated curve; fixed runs see no item at two N and have none. */
export async function bubble(workspace: Workspace, options: MetricOptions): Promise<BubbleRow[]> {
  const [all, trials] = await Promise.all([
    loadItemMeans(workspace, options),
    loadTrials(workspace, options, true),
  ]);
  const means = all.filter((m) => m.repeated);
  return means.flatMap((low) =>
    means
      .filter((high) => high.curve_ix === low.curve_ix && high.n_options > low.n_options)
      .map((high) => pairRow(low, high, trials)),
  );
}

function pairRow(low: ItemMeans, high: ItemMeans, trials: TrialStatistics): BubbleRow {
  const key = crossKey(low.curve_ix, low.n_options, high.n_options);
  const naLow = chanceNormalised(low.accuracy, low.n_options);
  const naHigh = chanceNormalised(high.accuracy, high.n_options);
  const raw = bubbleIndex(naLow, naHigh);
  const defined = naLow !== null && naLow > 0;
  return {
    ...curveFields(low),
    n_low: low.n_options,
    n_high: high.n_options,
    bi: defined ? raw : null,
    bi_raw: raw,
    bi_ci:
      defined && naHigh !== null && !low.numbered
        ? interval(
            side(low, naLow, trials),
            side(high, naHigh, trials),
            low,
            high,
            trials.crosses.get(key),
          )
        : null,
    item_sets_differ: low.n_items !== high.n_items || low.item_set !== high.item_set,
    ...seriesFields(low),
  };
}

const scale = (cell: ItemMeans) => 1 - 1 / cell.n_options;

function side(cell: ItemMeans, na: number, { moments }: TrialStatistics): BubbleSide {
  const m = moments.get(cell.mcell_ix);
  const variance = m?.variance ?? null;
  return {
    na,
    trials: m?.n_trials ?? 0,
    variance: variance === null ? null : variance / scale(cell) ** 2,
  };
}

function interval(
  lowSide: BubbleSide,
  highSide: BubbleSide,
  low: ItemMeans,
  high: ItemMeans,
  cross: Cross | undefined,
) {
  const covariance = cross?.covariance ?? null;
  return bubbleInterval(
    lowSide,
    highSide,
    cross?.n_common ?? 0,
    covariance === null ? null : covariance / (scale(low) * scale(high)),
  );
}
