import { z } from "zod";
import { queryRows } from "@/lib/engine/decode";
import { pairsSql, type Side } from "./paired-sql";
import type { MetricSource } from "./together";

/** So many items are listed on a screen; the counts of `compared` and a file are of all. */
const UNPAIRED_CAP = 1000;

const unpairedRow = z.strictObject({
  side_a: z.string(),
  side_b: z.string(),
  kind: z.enum(["changed", "only_a", "only_b", "other_n"]),
  item_id: z.string(),
  section: z.string().nullable(),
  /** In so many of the pair's cells. */
  n_cells: z.int(),
  /** Rows there are, of which at most UNPAIRED_CAP are here unless all were asked for. */
  total: z.int(),
});
export type UnpairedRow = z.infer<typeof unpairedRow>;

/**
 * Items that two sides do not share, or share under another question or at no common N.
 * @param reach all of them, or the first, as many as a screen lists
 */
export function unpairedItems(
  sides: readonly Side[],
  reach: "first" | "all" = "first",
): MetricSource<UnpairedRow> {
  return {
    id: `${reach} unpaired items of ${JSON.stringify(sides)}`,
    run: ({ engine }, { filters, signal }) =>
      sides.length < 2
        ? Promise.resolve([])
        : queryRows(
            engine,
            unpairedRow,
            `WITH ${pairsSql(filters, { sides, whole: false, pairs: "all" })},
              lone AS (
                SELECT couple, item_key, 'changed' AS kind FROM met WHERE NOT same
                UNION ALL
                SELECT couple, item_key, 'other_n' FROM elsewhere
                UNION ALL
                SELECT p.couple, a.item_key, 'only_a' FROM couples AS p
                JOIN asked AS a ON a.unit = p.unit_a
                ANTI JOIN met AS m ON m.couple = p.couple AND m.item_key = a.item_key
                ANTI JOIN elsewhere AS o ON o.couple = p.couple AND o.item_key = a.item_key
                UNION ALL
                SELECT p.couple, b.item_key, 'only_b' FROM couples AS p
                JOIN asked AS b ON b.unit = p.unit_b
                ANTI JOIN met AS m ON m.couple = p.couple AND m.item_key = b.item_key
                ANTI JOIN elsewhere AS o ON o.couple = p.couple AND o.item_key = b.item_key),
              names AS (
                SELECT item_key, min(item_id) AS item_id, min(section) AS section
                FROM data.items GROUP BY item_key)
              SELECT p.side_a, p.side_b, l.kind, n.item_id, any_value(n.section) AS section,
                count(*)::INTEGER AS n_cells, (count(*) OVER ())::INTEGER AS total
              FROM lone AS l JOIN couples AS p USING (couple) JOIN names AS n USING (item_key)
              GROUP BY p.side_a, p.side_b, l.kind, n.item_id
              ORDER BY min(l.couple), l.kind, n.item_id ${reach === "all" ? "" : `LIMIT ${UNPAIRED_CAP}`}`,
            { signal },
          ),
  };
}
