import { z } from "zod";
import type { Engine } from "@/lib/engine/engine";
import { column, columnsOf, ddlOf } from "@/lib/records/columns";
import { TableWriter } from "@/lib/records/importers/table-writer";
import { optionSchema, type ItemOption } from "@/lib/records/item";
import { jsonList } from "@/lib/records/json-list";
import { pages } from "@/lib/records/pages";
import { shownFields } from "@/lib/records/shown";
import { isLengthMatched, midranks, optionLength, originalLongerHalves } from "@/lib/stats/lengths";
import { SCORED } from "./aggregates";
import { insertInto, qualified, type Place } from "./place";
import { CUBE_TABLES } from "./schema";

/** Presentations are read a page at a time: each holds the texts of its options. */
const PAGE = 4096;

/** A presentation with the options that it puts in order. */
const presented = z.strictObject({
  ...shownFields.shape,
  order: jsonList(z.int().nonnegative()),
  options: jsonList(optionSchema),
  key: z.int().nonnegative(),
});
type Presented = z.output<typeof presented>;

const builtRow = z.strictObject({
  shown: column("INTEGER", z.int()),
  benchmark: shownFields.shape.benchmark,
  item_id: shownFields.shape.item_id,
  item_hash: shownFields.shape.item_hash,
  condition: shownFields.shape.condition,
  permutation: shownFields.shape.permutation,
  n_options: column("INTEGER", z.int()),
  gold_pos: column("INTEGER", z.int()),
  n_original: column("INTEGER", z.int()),
  n_borrowed: column("INTEGER", z.int()),
  length_original: column("INTEGER", z.int()),
  length_borrowed: column("INTEGER", z.int()),
  longer_halves: column("INTEGER", z.int()),
  length_matched: column("BOOLEAN", z.boolean()),
  original_order: column("VARCHAR", z.string()),
});
const BUILT_COLUMNS = columnsOf(builtRow);
const POSITION_COLUMNS = columnsOf(
  z.strictObject({
    shown: column("INTEGER", z.int()),
    pos: column("INTEGER", z.int()),
    origin: column("VARCHAR", z.string()),
    midrank: column("DOUBLE", z.number().nullable()),
  }),
);

const BUILT = "stage.build_shown";
const POSITIONS = "stage.build_shown_positions";
/** The same where presentations that a row cannot tell apart have become one. */
const KNOWN = "stage.build_shown_known";
const KNOWN_POSITIONS = "stage.build_shown_known_positions";
/** What a cell and item have of it; null where its rows differ, or one of them is not known. */
const SAME_IN_ALL = [
  "n_original",
  "n_borrowed",
  "length_original",
  "length_borrowed",
  "longer_halves",
  "length_matched",
  "original_order",
] as const;

/** The orders of a presentation, of items with one list of options. */
const PRESENTATIONS = `
  SELECT p.benchmark, p.item_id, p.item_hash, p.condition, p.permutation, p."order",
    min(i.options) AS options, min(i.key) AS key
  FROM stage.presentations AS p JOIN stage.items AS i ON i.benchmark = p.benchmark
    AND i.item_id = p.item_id AND i.item_hash IS NOT DISTINCT FROM p.item_hash
  GROUP BY p.benchmark, p.item_id, p.item_hash, p.condition, p.permutation, p."order"
  HAVING min(i.options) = max(i.options) AND min(i.key) = max(i.key)
    AND count(i.key) = count(*)`;

/** The one value of a column in a group; null where its rows differ, or one has none. */
const one = (column: string, of = column): string =>
  `CASE WHEN count(${of}) = count(*) AND min(${of}) = max(${of}) THEN min(${of}) END AS ${column}`;

/**
 * Jobs that draw orders from seeds of their own show one item differently under one name. A row is told by
 * its key's position; of presentations that share it, what they agree on is known: the options and their
 * lengths whatever their order, and the origin at a position where all have the same there.
 */
const MERGED = `
  CREATE OR REPLACE TABLE ${KNOWN} AS
    SELECT min(shown) AS shown, benchmark, item_id, item_hash, condition, permutation, n_options,
      gold_pos, ${SAME_IN_ALL.map((name) => one(name)).join(", ")}, list(shown) AS merged
    FROM ${BUILT}
    GROUP BY benchmark, item_id, item_hash, condition, permutation, n_options, gold_pos;
  CREATE OR REPLACE TABLE ${KNOWN_POSITIONS} AS
    SELECT k.shown, p.pos, ${one("origin", "p.origin")}, ${one("midrank", "p.midrank")}
    FROM (SELECT shown, unnest(merged) AS shown_as FROM ${KNOWN}) AS k
    JOIN ${POSITIONS} AS p ON p.shown = k.shown_as GROUP BY k.shown, p.pos`;

/** The options in the order shown; null where the order is none of this item's options. */
function shownOptions({ order, options }: Presented): ItemOption[] | null {
  const shown = order.flatMap((at) => options[at] ?? []);
  return shown.length === order.length && new Set(order).size === order.length ? shown : null;
}

function lengthsOf(options: readonly ItemOption[], origin: ItemOption["origin"]): number[] {
  return options.flatMap((option) => (option.origin === origin ? optionLength(option.text) : []));
}

const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);

/** What the tables above hold of one presentation; null where it cannot be what was shown. */
function built(row: Presented, ix: number) {
  const options = shownOptions(row);
  const gold = row.order.indexOf(row.key);
  if (!options || gold < 0) return null;
  const [original, borrowed] = [lengthsOf(options, "original"), lengthsOf(options, "borrowed")];
  const [length_original, length_borrowed] = [sum(original), sum(borrowed)];
  const [n_original, n_borrowed] = [original.length, borrowed.length];
  const others = options.flatMap((option, at) => (at === gold ? [] : optionLength(option.text)));
  const ranks = midranks(others);
  return {
    row: {
      shown: ix,
      benchmark: row.benchmark,
      item_id: row.item_id,
      item_hash: row.item_hash,
      condition: row.condition,
      permutation: row.permutation,
      n_options: options.length,
      gold_pos: gold + 1,
      n_original,
      n_borrowed,
      length_original,
      length_borrowed,
      longer_halves: originalLongerHalves(original, borrowed),
      length_matched: isLengthMatched({
        original: length_original,
        nOriginal: n_original,
        borrowed: length_borrowed,
        nBorrowed: n_borrowed,
      }),
      original_order: row.order.filter((at) => row.options[at]?.origin === "original").join(" "),
    } satisfies z.output<typeof builtRow>,
    positions: options.map(({ origin }, at) => ({
      shown: ix,
      pos: at + 1,
      origin,
      midrank: at === gold ? null : (ranks?.[at < gold ? at : at - 1] ?? null),
    })),
  };
}

async function buildPresentations(engine: Engine): Promise<void> {
  await engine.exec(`CREATE OR REPLACE TABLE ${BUILT} (${ddlOf(BUILT_COLUMNS)});
    CREATE OR REPLACE TABLE ${POSITIONS} (${ddlOf(POSITION_COLUMNS)})`);
  const rows = new TableWriter(engine, BUILT, BUILT_COLUMNS);
  const positions = new TableWriter(engine, POSITIONS, POSITION_COLUMNS);
  let ix = 0;
  for await (const page of pages(engine, PRESENTATIONS, PAGE)) {
    for (const row of z.array(presented).parse(page)) {
      const made = built(row, ix);
      if (!made) continue;
      ix += 1;
      rows.row(made.row);
      for (const position of made.positions) positions.row(position);
    }
    await rows.flush();
    await positions.flush();
  }
  await engine.exec(MERGED);
}

/** That `s` is how a row of cell `c` and item `i` may have been shown, by what names it. */
const NAMED = `s.benchmark = i.benchmark AND s.item_id = i.item_id
  AND s.item_hash IS NOT DISTINCT FROM i.item_hash AND s.condition = c.condition
  AND s.permutation IS NOT DISTINCT FROM r.permutation`;
const FITS = "s.n_options = c.n_options AND s.gold_pos = r.gold_pos";

/**
 * `unlike`: runs of which, under a condition, some row is named by a presentation and fits none. These
 * are then of other runs: one that was stored without its own must not take the orders of another,
 * which would fit one row in ten by chance. Told by rows, since presentations name no run.
 */
const unlike = (cubes: Place, rows: Place): string => `unlike AS (
  SELECT DISTINCT c.run_ix, c.condition
  FROM ${qualified(rows, "responses")} AS r
  JOIN ${qualified(cubes, "cells")} AS c USING (cell_ix)
  JOIN ${qualified(cubes, "items")} AS i USING (item_ix)
  JOIN ${KNOWN} AS s ON ${NAMED}
  GROUP BY c.run_ix, c.condition, r.cell_ix, r.item_ix, r.permutation, r.gold_pos
  HAVING NOT bool_or(${FITS}))`;

async function hasAny(engine: Engine, select: string): Promise<boolean> {
  return (await engine.query(`SELECT 1 AS one FROM ${select} LIMIT 1`)).length > 0;
}

/**
 * Fills shown_cube: what is known of the options that a row showed, and where its choice came from.
 * Reads the responses only where presentations or origins were staged.
 */
export async function buildShown(engine: Engine, cubes: Place, rows: Place): Promise<void> {
  const presentations = await hasAny(engine, "stage.presentations");
  const origins = "stage.responses WHERE selected_origin IS NOT NULL";
  if (!presentations && !(await hasAny(engine, origins))) return;
  await buildPresentations(engine);
  const wrong = (origin: string) =>
    `(count(*) FILTER (WHERE NOT right_one AND origin = '${origin}'))::INTEGER`;
  const same = SAME_IN_ALL.map((name) => one(name));
  await engine.exec(
    insertInto(
      cubes,
      "shown_cube",
      CUBE_TABLES.shown_cube,
      `WITH ${unlike(cubes, rows)}, known AS (
        SELECT r.cell_ix, r.item_ix, r.resp_pos = r.gold_pos AS right_one,
          coalesce(r.selected_origin, p.origin) AS origin, p.midrank,
          ${SAME_IN_ALL.map((name) => `s.${name}`).join(", ")}
        FROM ${qualified(rows, "responses")} AS r
        JOIN ${qualified(cubes, "cells")} AS c USING (cell_ix)
        JOIN ${qualified(cubes, "items")} AS i USING (item_ix)
        LEFT JOIN unlike AS u ON u.run_ix = c.run_ix AND u.condition = c.condition
        LEFT JOIN ${KNOWN} AS s ON ${NAMED} AND ${FITS} AND u.run_ix IS NULL
        LEFT JOIN ${KNOWN_POSITIONS} AS p ON p.shown = s.shown AND p.pos = r.resp_pos
        WHERE ${SCORED})
      SELECT cell_ix, item_ix, ${wrong("original")} AS n_wrong_original,
        ${wrong("borrowed")} AS n_wrong_borrowed,
        (count(midrank) FILTER (WHERE NOT right_one))::INTEGER AS n_midrank,
        coalesce(sum(midrank) FILTER (WHERE NOT right_one), 0)::DOUBLE AS midrank_sum,
        ${same.join(", ")}
      FROM known GROUP BY cell_ix, item_ix HAVING count(origin) > 0 OR count(n_original) > 0
      ORDER BY cell_ix, item_ix`,
    ),
  );
  const built = [BUILT, POSITIONS, KNOWN, KNOWN_POSITIONS];
  await engine.exec(built.map((table) => `DROP TABLE ${table}`).join("; "));
}
