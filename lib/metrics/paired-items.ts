import { z } from "zod";
import { queryRows } from "@/lib/engine/decode";
import type { PairPart, PairStream } from "@/lib/view-state/state";
import { conditionSides, type ConditionSide } from "./condition-sides";
import { isSideOf, type PairName } from "./pair-name";
import { markedSql } from "./paired-parts";
import type { MetricOptions, Workspace } from "./workspace";

type Options = Pick<MetricOptions, "filters" | "signal">;

const itemRow = z.strictObject({
  item_id: z.string(),
  section: z.string().nullable(),
  stem_negative: z.boolean().nullable(),
  /** What a wrong item chose under the second condition; null where it is not known or not wrong. */
  fate: z.enum(["borrowed", "original", "invalid"]).nullable(),
  /** Shares of right rows; null on a side that was not asked, or that asked another question. */
  y_a: z.number().nullable(),
  y_b: z.number().nullable(),
});
/** One item of a pair of conditions. */
export type PairedItemRow = z.infer<typeof itemRow>;

/** The two sides of a pair; null where the data in scope do not hold both. */
export async function sidesOfPair(
  workspace: Workspace,
  options: Options,
  pair: PairName,
): Promise<readonly [ConditionSide, ConditionSide] | null> {
  const sides = await conditionSides(workspace, options);
  const a = sides.find((side) => isSideOf(side, pair, "a"));
  const b = sides.find((side) => isSideOf(side, pair, "b"));
  return a && b ? [a, b] : null;
}

const STREAMS: Readonly<Record<PairStream, string>> = {
  both: "stream = 'both'",
  lost: "stream = 'lost'",
  "lost.borrowed": "stream = 'lost' AND fate = 'borrowed'",
  "lost.original": "stream = 'lost' AND fate = 'original'",
  "lost.invalid": "stream = 'lost' AND fate = 'invalid'",
  gained: "stream = 'gained'",
  neither: "stream = 'neither'",
  mixed: "stream = 'mixed'",
  only_a: "stream = 'only_a'",
  only_b: "stream = 'only_b'",
  changed: "stream = 'changed'",
  by_id: "by_id",
};

const PARTS: Readonly<Record<PairPart, string>> = {
  flagged: "l.stem_negative",
  unflagged: "NOT l.stem_negative",
  length_matched: "l.matched",
};

/**
 * The items of a pair that one count stands for, in the order of their ids: the counts of `paired`
 * are those of these lists. Needs the cubes alone.
 * @param part null for all items
 */
export async function pairedItems(
  workspace: Workspace,
  { filters, signal }: Options,
  pair: PairName,
  { stream, part }: { readonly stream: PairStream; readonly part: PairPart | null },
): Promise<PairedItemRow[]> {
  const sides = await sidesOfPair(workspace, { filters, signal }, pair);
  if (!sides) return [];
  const lone = (name: "only_a" | "only_b", unit: "unit_a" | "unit_b") =>
    `SELECT l.item_key, '${name}', NULL, n.section, n.stem_negative, NULL, false, NULL, NULL
      FROM couples AS p JOIN asked AS l ON l.unit = p.${unit}
      ANTI JOIN met AS m ON m.couple = p.couple AND m.item_key = l.item_key
      JOIN names AS n ON n.item_key = l.item_key`;
  return queryRows(
    workspace.engine,
    itemRow,
    `WITH ${markedSql(filters, { sides, pairs: [[0, 1]] })},
      names AS (
        SELECT i.item_key, min(i.item_id) AS item_id,
          CASE WHEN min(d.section) = max(d.section) THEN min(d.section) END AS section,
          CASE WHEN bool_and(d.stem_negative) = bool_or(d.stem_negative)
            THEN bool_and(d.stem_negative) END AS stem_negative
        FROM sel_items AS i JOIN data.items AS d USING (item_ix) GROUP BY i.item_key),
      listed (item_key, stream, fate, section, stem_negative, matched, by_id, y_a, y_b) AS (
        SELECT item_key,
          CASE WHEN y_a = 1 AND y_b = 1 THEN 'both' WHEN y_a = 1 AND y_b = 0 THEN 'lost'
            WHEN y_a = 0 AND y_b = 1 THEN 'gained' WHEN y_a = 0 AND y_b = 0 THEN 'neither'
            ELSE 'mixed' END,
          CASE WHEN y_b = 0 THEN fate END, section, stem_negative, borrows AND length_matched,
          unhashed, y_a, y_b
        FROM marked
        UNION ALL
        SELECT m.item_key, 'changed', NULL, n.section, n.stem_negative, NULL, false, NULL, NULL
        FROM met AS m JOIN names AS n USING (item_key) WHERE NOT m.same
        UNION ALL ${lone("only_a", "unit_a")}
        UNION ALL ${lone("only_b", "unit_b")})
      SELECT n.item_id, l.section, l.stem_negative, l.fate, l.y_a, l.y_b
      FROM listed AS l JOIN names AS n USING (item_key)
      WHERE ${STREAMS[stream]} AND ${part === null ? "true" : PARTS[part]}
      ORDER BY n.item_id`,
    { signal },
  );
}
