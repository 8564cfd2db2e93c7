import { z } from "zod";
import { queryRows } from "@/lib/engine/decode";
import { bubbleIndex, bubbleInterval, type BubbleSide } from "@/lib/stats/bubble";
import { chanceNormalised } from "@/lib/stats/proportions";
import { curveFields, seriesFields } from "../cells";
import type { BubbleRow } from "../rows";
import { scopeOf } from "../scope";
import { crossKey, loadTrials, type Cross, type TrialStatistics } from "../trials";
import type { MetricOptions, Workspace } from "../workspace";
import { loadItemMeans, perItemSql, type ItemMeans } from "./item-means";

const commonRow = z.strictObject({
  curve_ix: z.int(),
  n_low: z.int(),
  n_high: z.int(),
  n_common: z.int(),
});

/** Items that two N of a curve share, for every pair. */
async function loadCommonItems(
  workspace: Workspace,
  { filters, signal }: MetricOptions,
): Promise<Map<string, number>> {
  const sql = `WITH ${perItemSql(scopeOf(filters))}
    SELECT low.curve_ix, low.n_options AS n_low, high.n_options AS n_high,
      count(*)::INTEGER AS n_common
    FROM per_item AS low JOIN per_item AS high ON low.curve_ix = high.curve_ix
      AND low.item_key = high.item_key AND low.n_options < high.n_options
    WHERE low.n > 0 AND high.n > 0
    GROUP BY low.curve_ix, low.n_options, high.n_options`;
  const rows = await queryRows(workspace.engine, commonRow, sql, { signal });
  return new Map(rows.map((r) => [crossKey(r.curve_ix, r.n_low, r.n_high), r.n_common]));
}

/** Every pair low < high of each repeated curve; fixed runs see no item at two N and have none. */
export async function bubble(workspace: Workspace, options: MetricOptions): Promise<BubbleRow[]> {
  const [all, trials, common] = await Promise.all([
    loadItemMeans(workspace, options),
    loadTrials(workspace, options, true),
    loadCommonItems(workspace, options),
  ]);
  const means = all.filter((m) => m.repeated);
  return means.flatMap((low) =>
    means
      .filter((high) => high.curve_ix === low.curve_ix && high.n_options > low.n_options)
      .map((high) => pairRow(low, high, trials, common)),
  );
}

function pairRow(
  low: ItemMeans,
  high: ItemMeans,
  trials: TrialStatistics,
  common: ReadonlyMap<string, number>,
): BubbleRow {
  const key = crossKey(low.curve_ix, low.n_options, high.n_options);
  const shared = common.get(key) ?? 0;
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
    item_sets_differ: shared !== low.n_items || shared !== high.n_items,
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
