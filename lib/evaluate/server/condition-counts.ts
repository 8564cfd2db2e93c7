import type { Cell } from "@/lib/protocol/cells";
import type { PreflightReply } from "../contract/preflight";

/**
 * What each condition of fixed questions asks: its N, its items, and how many orders of each. Items that
 * differ in N stand apart. None for options drawn from a pool.
 * @param models of the spec
 */
export function conditionCounts(
  cells: readonly Cell[],
  models: number,
): PreflightReply["conditions"] {
  const fixed = cells.filter(({ environment }) => environment === null);
  const groups = Map.groupBy(fixed, ({ condition, n_options }) =>
    JSON.stringify([condition, n_options]),
  );
  return [...groups.values()].flatMap((own) => {
    const [first] = own;
    if (!first) return [];
    return [
      {
        condition: first.condition,
        n_options: first.n_options,
        // Most cells show the same items: a list that was seen adds none.
        items: new Set([...new Set(own.map(({ items }) => items))].flat()).size,
        orders: new Set(own.map(({ permutation }) => permutation)).size,
        requests:
          models * own.reduce((total, { items, trials }) => total + items.length * trials, 0),
      },
    ];
  });
}
