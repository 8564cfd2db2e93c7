import type { ItemMetricRow } from "@/lib/metrics/rows";

/** What makes an item one. */
export type Item = Pick<ItemMetricRow, "benchmark" | "item_id" | "item_hash">;

/** Names an item: one id in another benchmark, or with another question, is another item. */
export function itemKey({ benchmark, item_id, item_hash }: Item): string {
  return JSON.stringify([item_id, benchmark, item_hash]);
}

/** Accuracy by item of one curve at one N; null where nothing was scored. */
export type ItemScores = ReadonlyMap<string, number | null>;

export function itemScores(rows: readonly ItemMetricRow[]): ItemScores {
  return new Map(rows.map((row) => [itemKey(row), row.accuracy]));
}
