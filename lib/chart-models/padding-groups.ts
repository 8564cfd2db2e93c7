import type { CatalogRow } from "@/lib/metrics/catalog";
import type { PaddingEnvelopeRow, PaddingRow } from "@/lib/metrics/rows";
import { NO_PADDING } from "@/lib/metrics/scope";
import type { Filters } from "@/lib/view-state/filters";
import { cellsIn } from "./scope";
import {
  byCurve,
  curveFilters,
  curveKey,
  curveLabels,
  fieldText,
  type Curve,
  type Select,
} from "./series";

/** One model under one environment and presentation, with all of its paddings. */
export interface PaddingGroup {
  readonly id: string;
  /** The unpadded curve, whether or not it was asked. */
  readonly curve: Curve;
  /** The model, with what tells its groups apart. */
  readonly title: string;
  /** By N, ascending. */
  readonly envelopes: readonly PaddingEnvelopeRow[];
  readonly conditions: readonly PaddingRow[];
  /** Filters that lead to the padded responses at one N. */
  readonly selectPadded: (n: number) => Select;
}

/** The curve that a padded row is measured against. */
export function unpaddedCurve<T extends Omit<Curve, "padding">>(row: T): T & Curve {
  return { ...row, padding: "none" };
}

export function groupKey(row: Omit<Curve, "padding">): string {
  return curveKey(unpaddedCurve(row));
}

/** Filters of one curve under several paddings. */
export function paddingFilters(
  curve: Omit<Curve, "padding">,
  paddings: readonly string[],
  n: number | null,
): Select {
  const values = [...new Set(paddings)];
  return curveFilters(unpaddedCurve(curve), n).map((filter) =>
    filter.field === "padding" ? { field: "padding", values } : filter,
  );
}

/** Groups in the order of their model's name. */
export function groupsOf(
  envelopes: readonly PaddingEnvelopeRow[],
  conditions: readonly PaddingRow[],
): PaddingGroup[] {
  const curves = byCurve(envelopes.map(unpaddedCurve));
  const byGroup = Map.groupBy(conditions, groupKey);
  const titles = curveLabels([...curves.values()].flatMap((rows) => rows.slice(0, 1)));
  return [...curves].flatMap(([id, rows]) => {
    const [curve] = rows;
    const own = byGroup.get(id) ?? [];
    if (!curve) return [];
    return [
      {
        id,
        curve,
        title: titles.get(id) ?? curve.model,
        envelopes: [...rows].sort((a, b) => a.n_options - b.n_options),
        conditions: own,
        selectPadded: (n: number) =>
          paddingFilters(
            curve,
            own.filter((row) => row.n_options === n).map((row) => row.padding),
            n,
          ),
      },
    ];
  });
}

/** Changes are compared to 12 digits, as types are: equal ones tie whatever their last bits say. */
const DIGITS = 12;

/** Orders conditions by their change, the lowest first, ties by name; undefined ones are left out. */
export function byDelta<T extends Pick<PaddingRow, "padding" | "delta">>(
  rows: readonly T[],
): readonly (T & { readonly delta: number })[] {
  return rows
    .flatMap((row) => (row.delta === null ? [] : [{ ...row, delta: row.delta }]))
    .sort(
      (a, b) =>
        Number(a.delta.toFixed(DIGITS)) - Number(b.delta.toFixed(DIGITS)) ||
        (a.padding < b.padding ? -1 : 1),
    );
}

/** The condition with the lowest change; null where none is defined. */
export function worstOf<T extends Pick<PaddingRow, "padding" | "delta">>(rows: readonly T[]) {
  return byDelta(rows)[0] ?? null;
}

/** Models in view that no padding was tried on. */
export function neverPadded(
  catalog: readonly CatalogRow[],
  filters: Filters,
  rows: readonly PaddingRow[],
): string[] {
  const padded = new Set(rows.map((row) => row.model));
  const models = new Set(cellsIn(catalog, filters).map((cell) => cell.model));
  return [...models].filter((model) => !padded.has(model)).sort();
}

/** Why no padded condition is drawn; null where the filters leave no cell at all. */
export function whyNonePadded(
  catalog: readonly CatalogRow[],
  filters: Filters,
  fixed: ReadonlySet<string>,
): string | null {
  if (cellsIn(catalog, filters).length === 0) return null;
  const whatever = filters.filter(({ field }) => field !== "padding");
  const padded = cellsIn(catalog, whatever).filter((cell) => cell.padding !== NO_PADDING);
  if (padded.length === 0) return "No model in view was asked with padding.";
  return padded.every((cell) => fixed.has(cell.series_id))
    ? "Of the models in view only fixed questions, each seen once, were asked with padding."
    : "The filters leave no padded condition.";
}

/** The N at which padding was asked of repeated runs, ascending. */
export function paddedCounts(
  rows: readonly PaddingRow[],
  fixed: ReadonlySet<string>,
): readonly number[] {
  const counts = rows.filter((row) => !fixed.has(row.series_id)).map((row) => row.n_options);
  return [...new Set(counts)].sort((a, b) => a - b);
}

export interface PaddingName {
  readonly type: string;
  readonly placement: string;
}

export function partsOf(padding: string): PaddingName {
  const at = padding.indexOf(":");
  return at < 0
    ? { type: padding, placement: "" }
    : { type: padding.slice(0, at), placement: padding.slice(at + 1) };
}

/** Paddings by type, the front before the back as in the paper. */
export function paddingOrder(paddings: Iterable<string>): string[] {
  const rank = ({ placement }: PaddingName) => (placement === "front" ? "" : `1${placement}`);
  const key = (padding: string) => {
    const parts = partsOf(padding);
    return padding === "none" ? "" : `1${parts.type}\u0000${rank(parts)}`;
  };
  return [...new Set(paddings)].sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
}

export const paddingName = (padding: string): string => fieldText("padding", padding);
