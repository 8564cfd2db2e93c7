import {
  cumulativeShares,
  DECILES,
  decileBin,
  kolmogorovSmirnov,
  meanPosition,
  normalisedEntropy,
  prefixShare,
  shares,
  suffixShare,
} from "@/lib/stats/positions";
import { ratio } from "@/lib/stats/proportions";
import { weightedSlope } from "@/lib/stats/slope";
import { cellFields, seriesFields } from "../cells";
import {
  PREFIXES,
  type GoldBinRow,
  type PositionDistributionRow,
  type PositionsRow,
} from "../rows";
import type { MetricOptions, Workspace } from "../workspace";
import { loadPositionCounts, type PositionCounts } from "./position-counts";

/** Front20 and Tail20 look at 20 positions, or at all where there are fewer. */
const EDGE = 20;

export async function positions(
  workspace: Workspace,
  options: MetricOptions,
): Promise<PositionsRow[]> {
  return (await loadPositionCounts(workspace, options)).map(positionsRow);
}

function difference(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a - b;
}

function positionsRow(counts: PositionCounts): PositionsRow {
  const { cell, response, gold, goldValid } = counts;
  const byPrefix = (of: (k: number) => number | null) =>
    Object.fromEntries(PREFIXES.filter((k) => k <= cell.n_options).map((k) => [String(k), of(k)]));
  const ks = kolmogorovSmirnov(response, gold);
  const slope = weightedSlope(
    goldBins(counts).map((bin, x) => ({ x, y: bin.accuracy ?? 0, weight: bin.n })),
  );
  return {
    ...cellFields(cell),
    n_valid: response.reduce((a, b) => a + b, 0),
    pfi: byPrefix((k) => prefixShare(response, k)),
    delta_pfi: byPrefix((k) => difference(prefixShare(response, k), prefixShare(gold, k))),
    delta_pfi_matched: byPrefix((k) =>
      difference(prefixShare(response, k), prefixShare(goldValid, k)),
    ),
    entropy: normalisedEntropy(response),
    front_20: prefixShare(response, EDGE),
    tail_20: suffixShare(response, EDGE),
    mean_pos: meanPosition(response),
    ks: ks?.distance ?? null,
    ks_at: ks?.at ?? null,
    slope,
    // From the first decile bin to the last.
    slope_unit_range: slope === null ? null : (DECILES - 1) * slope,
    pfi_gold: byPrefix((k) => prefixShare(gold, k)),
    entropy_gold: normalisedEntropy(gold),
    front_20_gold: prefixShare(gold, EDGE),
    tail_20_gold: suffixShare(gold, EDGE),
    mean_pos_gold: meanPosition(gold),
    ...seriesFields(cell),
  };
}

export async function positionDistribution(
  workspace: Workspace,
  options: MetricOptions,
): Promise<PositionDistributionRow[]> {
  return (await loadPositionCounts(workspace, options)).flatMap(({ cell, response, gold }) => {
    const [pResponse, pGold] = [shares(response), shares(gold)];
    const [cdfResponse, cdfGold] = [cumulativeShares(response), cumulativeShares(gold)];
    return gold.map((_, i) => ({
      ...cellFields(cell),
      position: i + 1,
      p_response: pResponse?.[i] ?? null,
      p_gold: pGold?.[i] ?? null,
      cdf_response: cdfResponse?.[i] ?? null,
      cdf_gold: cdfGold?.[i] ?? null,
      ...seriesFields(cell),
    }));
  });
}

/** Rows and accuracy of the ten decile bins of the gold position; a bin without rows has neither. */
function goldBins({ cell, gold, goldCorrect }: PositionCounts) {
  const n = new Array<number>(DECILES).fill(0);
  const correct = new Array<number>(DECILES).fill(0);
  gold.forEach((count, i) => {
    const bin = decileBin(i + 1, cell.n_options);
    n[bin] = (n[bin] ?? 0) + count;
    correct[bin] = (correct[bin] ?? 0) + (goldCorrect[i] ?? 0);
  });
  return n.map((count, bin) => ({ n: count, accuracy: ratio(correct[bin] ?? 0, count) }));
}

export async function goldBinRows(
  workspace: Workspace,
  options: MetricOptions,
): Promise<GoldBinRow[]> {
  return (await loadPositionCounts(workspace, options)).flatMap((counts) =>
    goldBins(counts).map(({ n, accuracy }, i) => ({
      ...cellFields(counts.cell),
      bin: i + 1,
      n,
      accuracy,
      ...seriesFields(counts.cell),
    })),
  );
}
