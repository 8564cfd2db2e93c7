import { crossedVariance } from "@/lib/stats/crossed";
import { tInterval, zInterval } from "@/lib/stats/means";
import { chanceNormalised, normaliseInterval, ratio } from "@/lib/stats/proportions";
import { cellFields, seriesFields } from "../cells";
import type { ScalingRow } from "../rows";
import { loadTrials, type Moments } from "../trials";
import type { MetricOptions, Workspace } from "../workspace";
import { loadItemMeans, type ItemMeans } from "./item-means";

export async function scaling(workspace: Workspace, options: MetricOptions): Promise<ScalingRow[]> {
  const [means, { moments }] = await Promise.all([
    loadItemMeans(workspace, options),
    loadTrials(workspace, options, false),
  ]);
  return means.map((m) => scalingRow(m, moments.get(m.mcell_ix)));
}

/** t interval over items whose width also holds the variance over trials. */
function crossedInterval(means: ItemMeans, trials: number, trialVariance: number | null) {
  if (means.accuracy === null) return null;
  const variance = crossedVariance({
    items: means.n_items,
    trials,
    balanced: means.balanced,
    accuracy: means.accuracy,
    itemVariance: means.sd === null ? null : means.sd ** 2,
    trialVariance,
  });
  const sd = variance === null ? null : Math.sqrt(variance * means.n_items);
  return tInterval(means.accuracy, sd, means.n_items);
}

function scalingRow(means: ItemMeans, moments: Moments | undefined): ScalingRow {
  const { accuracy, n_options: options } = means;
  const na = (a: number | null) => chanceNormalised(a, options);
  const trials = moments?.n_trials ?? means.n_trials;
  // Ids that we gave say nothing about which rows of different items belong together.
  const variance = means.numbered ? null : (moments?.variance ?? null);
  const sd = variance === null ? null : Math.sqrt(variance);
  return {
    ...cellFields(means),
    n_items: means.n_items,
    n_trials: trials,
    n_responses: means.n_scored,
    accuracy,
    acc_pooled: ratio(means.n_correct, means.n_scored),
    na: na(accuracy),
    na_trial_ci: normaliseInterval(zInterval(accuracy, sd, trials ?? 0), options),
    na_item_ci: normaliseInterval(tInterval(accuracy, means.sd, means.n_items), options),
    na_crossed_ci: normaliseInterval(crossedInterval(means, trials ?? 0, variance), options),
    na_q25: na(means.q25),
    na_q50: na(means.q50),
    na_q75: na(means.q75),
    null_share: ratio(means.n_scored - means.n_valid, means.n_scored),
    ...seriesFields(means),
  };
}
