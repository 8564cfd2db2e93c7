import type {
  BubbleRow,
  ItemMetricRow,
  PaddingRow,
  PositionsRow,
  ScalingRow,
} from "@/lib/metrics/rows";
import { pairedDifference } from "@/lib/stats/paired-items";
import { itemScores } from "./item-scores";
import { groupKey, paddingFilters, paddingName, worstOf } from "./padding-groups";
import { curveLabels, type Curve, type Select } from "./series";
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
  readonly simulated: boolean;
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

/**
 * One table a model and environment that was asked under both paddings at this N, the lowest
 * difference of accuracy first.
 */
export function prepareMechanism(
  rows: MechanismRows,
  options: MechanismOptions,
): readonly MechanismModel[] {
  const { n, pair } = options;
  const at = rows.scaling.filter((row) => row.n_options === n);
  const groups = Map.groupBy(at, groupKey);
  const curves: Curve[] = [...groups.values()].flatMap((own) =>
    own.slice(0, 1).map((row) => ({ ...row, padding: "none" })),
  );
  const titles = curveLabels(curves);
  const index = indexOf(rows, n);
  return [...groups]
    .flatMap(([id, own]) => {
      const worst = worstOf(
        rows.padding.filter((row) => row.n_options === n && groupKey(row) === id),
      );
      const [first, second] = pair ?? ["none", worst?.padding];
      const [a, b] = [first, second].map((padding) => own.find((row) => row.padding === padding));
      if (!a || !b) return [];
      return [
        {
          id,
          title: titles.get(id) ?? a.model,
          simulated: a.simulated || b.simulated,
          a: paddingName(a.padding),
          b: paddingName(b.padding),
          selectA: paddingFilters(a, [a.padding], n),
          selectB: paddingFilters(b, [b.padding], n),
          change: minus(b.accuracy, a.accuracy),
          lines: diagnosticLines(index.pairOf(a, b), options),
        },
      ];
    })
    .sort(
      (x, y) => (x.change ?? Infinity) - (y.change ?? Infinity) || (x.title < y.title ? -1 : 1),
    );
}

const cellKey = (row: Curve) => `${groupKey(row)}\u0000${row.padding}`;

function indexOf(rows: MechanismRows, n: number) {
  const at = <T extends Curve & { readonly n_options: number }>(all: readonly T[]) =>
    all.filter((row) => row.n_options === n);
  const positions = new Map(at(rows.positions).map((row) => [cellKey(row), row]));
  const items = Map.groupBy(at(rows.items), cellKey);
  const bubbles = Map.groupBy(
    rows.bubble.filter((row) => row.n_high === n),
    cellKey,
  );
  const itemsOf = (row: ScalingRow) => itemScores(items.get(cellKey(row)) ?? []);
  const sideOf = (scaling: ScalingRow, low: number | undefined): Side => ({
    scaling,
    positions: positions.get(cellKey(scaling)) ?? null,
    bubble: bubbles.get(cellKey(scaling))?.find((row) => row.n_low === low) ?? null,
  });
  return {
    pairOf: (a: ScalingRow, b: ScalingRow): SidePair => {
      // The widest pair of N that both sides have and that ends here.
      const lows = (row: ScalingRow) => (bubbles.get(cellKey(row)) ?? []).map((one) => one.n_low);
      const others = new Set(lows(b));
      const [low] = lows(a)
        .filter((one) => others.has(one))
        .sort((x, y) => x - y);
      return {
        a: sideOf(a, low),
        b: sideOf(b, low),
        paired: pairedDifference(itemsOf(a), itemsOf(b)),
      };
    },
  };
}
