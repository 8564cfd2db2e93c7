import type { ItemMetricRow } from "@/lib/metrics/rows";
import { itemKey } from "./item-scores";

/** How one item is told from others of the same id. */
export interface ItemName {
  /** The id, with its benchmark where several in view use it, numbered where questions differ. */
  readonly label: string;
  /** "question 2 of 3 under this id"; null where the benchmark has one. */
  readonly question: string | null;
}

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Names of the items of some rows, by `itemKey`. */
export function itemNames(rows: readonly ItemMetricRow[]): ReadonlyMap<string, ItemName> {
  const items = [...new Map(rows.map((row) => [itemKey(row), row]))];
  const names = new Map<string, ItemName>();
  for (const [id, same] of Map.groupBy(items, ([, row]) => row.item_id)) {
    const benchmarks = Map.groupBy(same, ([, row]) => row.benchmark);
    for (const [benchmark, own] of benchmarks) {
      const named = benchmarks.size > 1 ? `${id} · ${benchmark}` : id;
      own
        .toSorted(([, a], [, b]) => byText(a.item_hash ?? "", b.item_hash ?? ""))
        .forEach(([key], i) =>
          names.set(
            key,
            own.length === 1
              ? { label: named, question: null }
              : {
                  label: `${named} (${i + 1})`,
                  question: `question ${i + 1} of ${own.length} under this id`,
                },
          ),
        );
    }
  }
  return names;
}
