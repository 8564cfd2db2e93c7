import { z } from "zod";
import { queryRows } from "@/lib/engine/decode";
import type { Cluster } from "@/lib/stats/bootstrap";
import { byT, comparison, SHARED_TOTALS } from "./compared";
import { pairsSql, type PairsOptions } from "./paired-sql";
import type { ChangePart } from "./question-rows";
import type { Filters } from "@/lib/view-state/filters";
import type { MetricOptions, Workspace } from "./workspace";

/**
 * CTEs over those of `pairsSql` with sides as wholes: `marked` is `met` with what the sides know of
 * each item (section, stem_negative; null where they differ) and of how side b, and where it matters side a, showed and answered
 * it. `fate` is what a wrong item of side b chose; null where its rows differ or it is not known.
 */
export function markedSql(filters: Filters, options: Omit<PairsOptions, "whole">): string {
  const one = (column: string) =>
    `CASE WHEN min(${column}) = max(${column}) THEN min(${column}) END`;
  const agreed = (field: string) =>
    `CASE WHEN a.${field} IS NULL OR b.${field} IS NULL OR a.${field} = b.${field}
      THEN coalesce(b.${field}, a.${field}) END AS ${field}`;
  return `${pairsSql(filters, { ...options, whole: true })},
    gold AS (
      SELECT u.unit, i.item_key, ${one("g.pos")} AS gold_pos
      FROM units AS u JOIN data.item_position_cube AS g USING (cell_ix)
      JOIN sel_items AS i USING (item_ix) WHERE g.n_gold > 0 GROUP BY u.unit, i.item_key),
    facts AS (
      SELECT u.unit, i.item_key, sum(q.n_scored) AS n, sum(q.n_valid) AS n_valid,
        sum(q.n_truncated) AS n_truncated, sum(q.latency_ms) AS latency_ms,
        sum(q.n_latency) AS n_latency, sum(q.completion_tokens) AS tokens,
        sum(q.n_completion_tokens) AS n_tokens, coalesce(sum(s.n_wrong_original), 0) AS n_original,
        coalesce(sum(s.n_wrong_borrowed), 0) AS n_borrowed,
        bool_and(s.n_borrowed > 0) AS borrows, bool_and(s.length_matched) AS length_matched,
        ${one("s.original_order")} AS original_order,
        ${one("d.section")} AS section, ${one("d.stem_negative")} AS stem_negative
      FROM units AS u JOIN data.item_cube AS q USING (cell_ix)
      JOIN sel_items AS i USING (item_ix) JOIN data.items AS d USING (item_ix)
      LEFT JOIN data.shown_cube AS s USING (cell_ix, item_ix)
      WHERE q.n_scored > 0 GROUP BY u.unit, i.item_key),
    marked AS (
      SELECT m.*, ${agreed("section")}, ${agreed("stem_negative")}, b.borrows, b.length_matched, b.n AS n_b,
        b.n_valid AS n_valid_b, b.n_truncated AS n_truncated_b,
        a.latency_ms AS latency_a, a.n_latency AS n_latency_a,
        b.latency_ms AS latency_b, b.n_latency AS n_latency_b,
        a.tokens AS tokens_a, a.n_tokens AS n_tokens_a, b.tokens AS tokens_b,
        b.n_tokens AS n_tokens_b,
        CASE WHEN b.n_valid = 0 THEN 'invalid' WHEN b.n_borrowed = b.n THEN 'borrowed'
          WHEN b.n_original = b.n THEN 'original' END AS fate,
        a.original_order <> b.original_order AS order_changed, ga.gold_pos <> gb.gold_pos AS moved
      FROM met AS m JOIN couples AS p USING (couple)
      JOIN facts AS a ON a.unit = p.unit_a AND a.item_key = m.item_key
      JOIN facts AS b ON b.unit = p.unit_b AND b.item_key = m.item_key
      JOIN gold AS ga ON ga.unit = p.unit_a AND ga.item_key = m.item_key
      JOIN gold AS gb ON gb.unit = p.unit_b AND gb.item_key = m.item_key
      WHERE m.same)`;
}

const PARTS = {
  all: "true",
  flagged: "stem_negative",
  unflagged: "NOT stem_negative",
  length_matched: "borrows AND length_matched",
} as const;
type PartName = keyof typeof PARTS;

const partRow = z.strictObject({
  side_a: z.string(),
  side_b: z.string(),
  part: z.enum(["all", "flagged", "unflagged", "length_matched"]),
  repeated: z.boolean(),
  n_shared: z.int(),
  both: z.int(),
  lost: z.int(),
  gained: z.int(),
  neither: z.int(),
  mean: z.number().nullable(),
  sd: z.number().nullable(),
  to_borrowed: z.int(),
  to_original: z.int(),
  to_invalid: z.int(),
  /** Items of which some part is known at all: a flag, or the lengths of borrowed options. */
  n_flagged_or_not: z.int(),
  n_with_lengths: z.int(),
  /** Null where it is not known of every shared item. */
  order_changed: z.int().nullable(),
  gold_moved: z.int().nullable(),
  known: z.number().nullable(),
  guessing: z.number().nullable(),
  n_scored_b: z.int(),
  n_valid_b: z.int(),
  n_truncated_b: z.int(),
  seconds_a: z.number().nullable(),
  seconds_b: z.number().nullable(),
  /** Mean completion tokens over the rows that report them. */
  tokens_a: z.number().nullable(),
  tokens_b: z.number().nullable(),
});
type PartRow = z.infer<typeof partRow>;

/** Two sides on the items that they share, and on parts of these. */
export interface PairedParts {
  readonly all: PartRow;
  readonly part: (name: PartName) => ChangePart;
  /** Sums of the differences by section, in the order of their names; null where an item has none. */
  readonly sections: readonly Cluster[] | null;
}

const points = (share: number | null): number | null => (share === null ? null : 100 * share);
const pointsOf = (interval: readonly [number, number] | null): [number, number] | null =>
  interval && [100 * interval[0], 100 * interval[1]];

function changeOf(row: PartRow): ChangePart {
  const { n_shared, both, lost, gained, neither, to_borrowed, to_original, to_invalid } = row;
  const { change, interval, p, method } = comparison(row, byT(row.mean, row.sd, n_shared));
  const wald = method === "wald";
  const told = to_borrowed + to_original + to_invalid === lost;
  return {
    n_shared,
    both,
    lost,
    gained,
    neither,
    change_pp: points(change),
    wald_ci_pp: wald ? pointsOf(interval) : null,
    mcnemar_p: wald ? p : null,
    t_ci_pp: wald ? null : pointsOf(interval),
    t_p: wald ? null : p,
    lost_to: told ? { borrowed: to_borrowed, original: to_original, invalid: to_invalid } : null,
  };
}

const sectionRow = z.strictObject({
  side_a: z.string(),
  side_b: z.string(),
  section: z.string().nullable(),
  sum: z.number(),
  n: z.int(),
});

/** A side's place in a map of pairs. */
export const pairKey = (a: string, b: string): string => JSON.stringify([a, b]);

/** The parts of every pair listed, by `pairKey` of their sides' ids. Needs the cubes alone. */
export async function pairedParts(
  { engine }: Workspace,
  { filters, signal }: Pick<MetricOptions, "filters" | "signal">,
  options: Omit<PairsOptions, "whole">,
): Promise<Map<string, PairedParts>> {
  const marked = markedSql(filters, options);
  const fate = (name: string) =>
    `(count(*) FILTER (WHERE y_a = 1 AND y_b = 0 AND fate = '${name}'))::INTEGER`;
  const known = (column: string) =>
    `CASE WHEN count(${column}) = count(*) THEN (count(*) FILTER (WHERE ${column}))::INTEGER END`;
  const ints = ["n_shared", "both", "lost", "gained", "neither"].map(
    (n) => `t.${n}::INTEGER AS ${n}`,
  );
  const rows = await queryRows(
    engine,
    partRow,
    `WITH ${marked},
      parts (part) AS (VALUES ${Object.keys(PARTS)
        .map((name) => `('${name}')`)
        .join(", ")}),
      split AS (
        SELECT m.*, part FROM marked AS m JOIN parts ON CASE part
          ${Object.entries(PARTS)
            .map(([name, test]) => `WHEN '${name}' THEN ${test}`)
            .join(" ")} END),
      totals AS (
        SELECT couple, part, ${SHARED_TOTALS},
          ${fate("borrowed")} AS to_borrowed, ${fate("original")} AS to_original,
          ${fate("invalid")} AS to_invalid,
          count(stem_negative)::INTEGER AS n_flagged_or_not,
          (count(length_matched) FILTER (WHERE borrows))::INTEGER AS n_with_lengths,
          ${known("order_changed")} AS order_changed, ${known("moved")} AS gold_moved,
          avg(na_a) AS known, avg(1e0 / n_min_b) AS guessing,
          sum(n_b)::INTEGER AS n_scored_b, sum(n_valid_b)::INTEGER AS n_valid_b,
          sum(n_truncated_b)::INTEGER AS n_truncated_b,
          sum(latency_a) / nullif(sum(n_latency_a), 0) / 1000 AS seconds_a,
          sum(latency_b) / nullif(sum(n_latency_b), 0) / 1000 AS seconds_b,
          sum(tokens_a) / nullif(sum(n_tokens_a), 0) AS tokens_a,
          sum(tokens_b) / nullif(sum(n_tokens_b), 0) AS tokens_b
        FROM split GROUP BY couple, part)
      SELECT p.side_a, p.side_b, t.part, p.repeated, ${ints.join(", ")}, t.mean, t.sd,
        t.to_borrowed, t.to_original, t.to_invalid, t.n_flagged_or_not, t.n_with_lengths,
        t.order_changed, t.gold_moved, t.known, t.guessing, t.n_scored_b, t.n_valid_b,
        t.n_truncated_b, t.seconds_a, t.seconds_b, t.tokens_a, t.tokens_b
      FROM totals AS t JOIN couples AS p USING (couple) ORDER BY couple`,
    { signal },
  );
  const sections = await queryRows(
    engine,
    sectionRow,
    `WITH ${marked}
      SELECT p.side_a, p.side_b, m.section, sum(m.y_b - m.y_a) AS sum, count(*)::INTEGER AS n
      FROM marked AS m JOIN couples AS p USING (couple)
      GROUP BY p.side_a, p.side_b, m.section ORDER BY m.section`,
    { signal },
  );
  const bySide = <T extends { side_a: string; side_b: string }>(all: readonly T[]) =>
    Map.groupBy(all, (row) => pairKey(row.side_a, row.side_b));
  const clusters = bySide(sections);
  return new Map(
    [...bySide(rows)].flatMap(([key, parts]) => {
      const of = (name: PartName) => parts.find((row) => row.part === name);
      const all = of("all");
      const own = clusters.get(key) ?? [];
      if (!all) return [];
      const part = (name: PartName) => changeOf(of(name) ?? { ...all, ...NOTHING });
      return [
        [
          key,
          { all, part, sections: own.some((row) => row.section === null) ? null : own },
        ] as const,
      ];
    }),
  );
}

/** A part without an item. */
const NOTHING = {
  n_shared: 0,
  both: 0,
  lost: 0,
  gained: 0,
  neither: 0,
  mean: null,
  sd: null,
  to_borrowed: 0,
  to_original: 0,
  to_invalid: 0,
} as const satisfies Partial<PartRow>;
