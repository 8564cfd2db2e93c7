import type { CatalogRow } from "@/lib/metrics/catalog";
import type { Side } from "@/lib/metrics/paired-sql";
import type { Filters } from "@/lib/view-state/filters";
import type { SeriesStyle } from "./model";
import { styleOf, variantOf } from "./palette";
import { cellsIn } from "./scope";

/** So many sides stand side by side before the reader has chosen any. */
const FIRST_SIDES = 3;

/** A model or a run as the Compare view names and draws it. */
export interface CompareSide extends Side {
  readonly label: string;
  readonly style: SeriesStyle;
  readonly simulated: boolean;
  /** Runs of the same model that are not comparable with these, and are left out. */
  readonly apart: readonly string[];
  /** Filters that keep its rows. */
  readonly select: Filters;
}

export interface SideChoice {
  /** All that may be chosen under the present filters. */
  readonly options: readonly { readonly id: string; readonly label: string }[];
  /** What is compared, the base first. */
  readonly sides: readonly CompareSide[];
  /** Names in the link that are not among the data in view. */
  readonly unknown: readonly string[];
}

type Kind = "model" | "run";

const idOf = (cell: CatalogRow, by: Kind) => (by === "model" ? cell.model : cell.run_id);

/** A run by its id, with its model where the id does not say it. */
function labelOf(cell: CatalogRow, by: Kind): string {
  if (by === "model") return cell.model;
  return cell.run_id.includes(cell.model) ? cell.run_id : `${cell.model} · ${cell.run_id}`;
}

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)];

/**
 * The runs of a model that count as one: those of its series with the most cells of the benchmark,
 * or of any where it has none there. Series differ in prompt, sampling or the like, and are never
 * averaged.
 */
function runsOf(
  cells: readonly CatalogRow[],
  benchmark: string | null,
): { runs: string[]; apart: string[] } {
  const common = cells.filter((cell) => cell.benchmark === benchmark);
  const [first] = [
    ...Map.groupBy(common.length > 0 ? common : cells, (cell) => cell.series_id),
  ].sort(([a, x], [b, y]) => y.length - x.length || byText(a, b));
  const names = (some: readonly CatalogRow[]) => distinct(some.map((c) => c.run_id)).sort();
  return {
    runs: names(first?.[1] ?? []),
    apart: names(cells.filter((cell) => cell.series_id !== first?.[0])),
  };
}

/** The benchmark that most sides have, ties by name, and these sides: those of two share no item. */
function commonBenchmark(
  cells: readonly CatalogRow[],
  by: Kind,
): { name: string | null; ids: readonly string[] } {
  const benchmarks = [...Map.groupBy(cells, (cell) => cell.benchmark)].map(([name, some]) => ({
    name,
    ids: distinct(some.map((cell) => idOf(cell, by))).sort(),
  }));
  benchmarks.sort((a, b) => b.ids.length - a.ids.length || byText(a.name, b.name));
  return benchmarks[0] ?? { name: null, ids: [] };
}

/** What is compared under filters: the sides that the link names, or the first of the data. */
export function chooseSides(
  catalog: readonly CatalogRow[],
  filters: Filters,
  by: Kind,
  named: readonly string[],
  styles: ReadonlyMap<string, SeriesStyle>,
): SideChoice {
  const cells = cellsIn(catalog, filters);
  const groups = Map.groupBy(cells, (cell) => idOf(cell, by));
  const known = named.filter((id) => groups.has(id));
  const common = commonBenchmark(
    known.length > 0 ? known.flatMap((id) => groups.get(id) ?? []) : cells,
    by,
  );
  const ids = named.length > 0 ? known : common.ids.slice(0, FIRST_SIDES);
  const places = new Map<string, number>();
  const sides = ids.flatMap((id): CompareSide[] => {
    const own = groups.get(id) ?? [];
    const [first] = own;
    if (!first) return [];
    const place = places.get(first.model) ?? 0;
    places.set(first.model, place + 1);
    const { runs, apart } = by === "run" ? { runs: [id], apart: [] } : runsOf(own, common.name);
    return [
      {
        id,
        label: labelOf(first, by),
        runs,
        apart,
        style: variantOf(styleOf(styles, first.model), place),
        simulated: own.some((cell) => cell.simulated && runs.includes(cell.run_id)),
        select:
          by === "model" && apart.length === 0
            ? [{ field: "model", values: [id] }]
            : [{ field: "run", values: runs }],
      },
    ];
  });
  return {
    options: [...groups]
      .flatMap(([id, [first]]) => (first ? [{ id, label: labelOf(first, by) }] : []))
      .sort((a, b) => byText(a.label, b.label)),
    sides,
    unknown: named.filter((id) => !groups.has(id)),
  };
}
