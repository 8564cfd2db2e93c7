import {
  PREFIXES,
  type BubbleRow,
  type ItemMetricRow,
  type PaddingRow,
  type PositionDistributionRow,
  type PositionsRow,
  type ScalingRow,
} from "@/lib/metrics/rows";
import { pairedDifference } from "@/lib/stats/paired-items";
import { itemScores } from "./item-scores";
import { defaultLow } from "./low-n";
import { groupKey, paddingFilters, unpaddedCurve, worstOf } from "./padding-groups";
import { prefixMass } from "./positions";
import { curveLabels, type Curve, type CurveField, type Select } from "./series";
import {
  diagnosticLines,
  minus,
  type DiagnosticsOptions,
  type MechanismLine,
  type Side,
  type SidePair,
} from "./padding-diagnostics";

/** What the mechanism stands on: every row of every padding in view. */
export interface MechanismRows {
  readonly scaling: readonly ScalingRow[];
  readonly positions: readonly PositionsRow[];
  /** Needed for a k that the positions have no prefix of (`needsDistribution`). */
  readonly distribution: readonly PositionDistributionRow[];
  readonly bubble: readonly BubbleRow[];
  readonly items: readonly ItemMetricRow[];
  readonly padding: readonly PaddingRow[];
}

export interface MechanismOptions extends DiagnosticsOptions {
  /** The two paddings; null sets none against the worst of each model. */
  readonly pair: readonly [string, string] | null;
}

/** Two paddings of one model side by side (massive-option paper, table 12). */
export interface MechanismModel {
  readonly id: string;
  readonly title: string;
  readonly curve: Curve;
  readonly simulated: boolean;
  /** The two paddings, as the records name them. */
  readonly a: string;
  readonly b: string;
  /** Filters that lead to the responses of each side. */
  readonly selectA: Select;
  readonly selectB: Select;
  /** Accuracy of the second less that of the first. */
  readonly change: number | null;
  readonly lines: readonly MechanismLine[];
}

/** At most so many models stand side by side. */
export const MECHANISM_CAP = 6;

/** Two paddings of one curve at one N, before anything is read of them. */
export interface MechanismPair {
  readonly id: string;
  /** The model, with what tells its groups apart. */
  readonly title: string;
  readonly a: ScalingRow;
  readonly b: ScalingRow;
  /** Accuracy of the second less that of the first. */
  readonly change: number | null;
}

/**
 * The pair that a link asks for, where all of it is among the paddings at hand and it is two: else
 * null, which sets none against the worst of each model.
 */
export function usablePair(
  wanted: readonly [string, string] | null,
  known: readonly string[],
): readonly [string, string] | null {
  if (wanted === null || wanted[0] === wanted[1]) return null;
  return wanted.every((padding) => known.includes(padding)) ? wanted : null;
}

/**
 * The pairs of all models and environments that were asked under both paddings at this N, the lowest
 * change of accuracy first.
 * @param said what the title need not tell, since something else does.
 */
export function mechanismPairs(
  rows: Pick<MechanismRows, "scaling" | "padding">,
  { n, pair }: Pick<MechanismOptions, "n" | "pair">,
  said: readonly CurveField[] = [],
): readonly MechanismPair[] {
  const groups = Map.groupBy(
    rows.scaling.filter((row) => row.n_options === n),
    groupKey,
  );
  const titles = curveLabels(
    [...groups.values()].flatMap((own) => own.slice(0, 1).map(unpaddedCurve)),
    said,
  );
  return [...groups]
    .flatMap(([id, own]) => {
      const worst = worstOf(
        rows.padding.filter((row) => row.n_options === n && groupKey(row) === id),
      );
      const [first, second] = pair ?? ["none", worst?.padding];
      const [a, b] = [first, second].map((padding) => own.find((row) => row.padding === padding));
      if (!a || !b) return [];
      return [
        { id, title: titles.get(id) ?? a.model, a, b, change: minus(b.accuracy, a.accuracy) },
      ];
    })
    .sort(
      (x, y) => (x.change ?? Infinity) - (y.change ?? Infinity) || (x.title < y.title ? -1 : 1),
    );
}

/** One table for each of those pairs, in their order. */
export function prepareMechanism(
  rows: MechanismRows,
  options: MechanismOptions,
): readonly MechanismModel[] {
  const { n, k } = options;
  const index = indexOf(rows, n, k);
  return mechanismPairs(rows, options).map(({ id, title, a, b, change }) => ({
    id,
    title,
    curve: unpaddedCurve(a),
    simulated: a.simulated || b.simulated,
    a: a.padding,
    b: b.padding,
    selectA: paddingFilters(a, [a.padding], n),
    selectB: paddingFilters(b, [b.padding], n),
    change,
    lines: diagnosticLines(index.pairOf(a, b), options),
  }));
}

/** Whether PFI of the first k has to be read off the CDFs: the rows have it for some k alone. */
export const needsDistribution = (k: number): boolean => !PREFIXES.some((prefix) => prefix === k);

function prefixOf(row: PositionsRow, k: number) {
  const key = String(k);
  return {
    pfi: row.pfi[key] ?? null,
    gold: row.pfi_gold[key] ?? null,
    delta: row.delta_pfi[key] ?? null,
  };
}

const cellKey = (row: Curve) => `${groupKey(row)}\u0000${row.padding}`;

function indexOf(rows: MechanismRows, n: number, k: number) {
  const at = <T extends Curve & { readonly n_options: number }>(all: readonly T[]) =>
    all.filter((row) => row.n_options === n);
  const positions = new Map(at(rows.positions).map((row) => [cellKey(row), row]));
  const places = Map.groupBy(at(rows.distribution), cellKey);
  const items = Map.groupBy(at(rows.items), cellKey);
  const bubbles = Map.groupBy(
    rows.bubble.filter((row) => row.n_high === n),
    cellKey,
  );
  const itemsOf = (row: ScalingRow) => itemScores(items.get(cellKey(row)) ?? []);
  const sideOf = (scaling: ScalingRow, low: number | null): Side => {
    const key = cellKey(scaling);
    const own = positions.get(key) ?? null;
    return {
      scaling,
      positions: own,
      first: own && !needsDistribution(k) ? prefixOf(own, k) : prefixMass(places.get(key) ?? [], k),
      bubble: bubbles.get(key)?.find((row) => row.n_low === low) ?? null,
    };
  };
  return {
    pairOf: (a: ScalingRow, b: ScalingRow): SidePair => {
      // Of the N that both sides have.
      const lows = (row: ScalingRow) => (bubbles.get(cellKey(row)) ?? []).map((one) => one.n_low);
      const others = new Set(lows(b));
      const low = defaultLow(
        lows(a).filter((one) => others.has(one)),
        n,
      );
      return {
        a: sideOf(a, low),
        b: sideOf(b, low),
        paired: pairedDifference(itemsOf(a), itemsOf(b)),
      };
    },
  };
}
