import { AUDIT_COLUMNS, CORRECTION_COLUMNS } from "@/lib/records/audit";
import type { Column } from "@/lib/records/columns";
import { ITEM_COLUMNS } from "@/lib/records/item";
import { RAW_COLUMNS } from "@/lib/records/raw";
import { RESPONSE_COLUMNS } from "@/lib/records/response";
import { SHOWN_COLUMNS } from "@/lib/records/shown";
import { namesOf } from "@/lib/records/stage";
import { OF_RUN, OWN, SHARED, TEXTS } from "./incoming";

/**
 * The SQL that turns incoming rows into stage tables. Null equals null in keys: GROUP BY,
 * PARTITION BY and DISTINCT treat it so; joins go over `key_ix`, which is never null.
 */

/** That a row, or what stands beside rows, is of the item of listing `l`. */
const listedAs = (t: string, benchmark: string): string => `${benchmark} = l.benchmark
  AND ${t}.item_id = l.item_id AND ${t}.item_hash IS NOT DISTINCT FROM l.item_hash`;
const OF_LISTED_ROW = `FROM incoming.listings AS l, incoming.contexts AS c, incoming.idents AS i
  WHERE c.ctx = r.ctx AND i.ident = c.ident AND ${listedAs("r", "i.benchmark")}`;

/** What became of items whose options rows list: rows state what they showed where the item does not. */
export const LISTED = `
  UPDATE incoming.rows AS r SET request = l.request ${OF_LISTED_ROW} AND r.request IS NULL
    AND r.options_hash = l.options_hash AND r.gold_pos = l.gold_pos;
  UPDATE incoming.rows AS r SET item_hash = NULL ${OF_LISTED_ROW} AND l.nameless;
  DELETE FROM incoming.presentations AS t USING incoming.listings AS l
    WHERE ${listedAs("t", "t.benchmark")} AND NOT l.known`;

/** Contexts with their run, and a number for what a key says beside item and trial. */
export const KEYED = `
  CREATE TABLE incoming.keyed AS
  SELECT c.*, i.run_id, i.model, i.benchmark, i.scorer, i.one_per_item,
    dense_rank() OVER (ORDER BY i.run_id, c.environment, c.padding, c.mode, c.condition,
      c.permutation, CASE WHEN i.one_per_item THEN 0 ELSE c.n_options END) AS key_ix
  FROM incoming.contexts c JOIN incoming.idents i USING (ident)`;

/** The highest trial that a file gives, for each item of a cell. */
export const GIVEN_TRIALS = `
  CREATE TABLE incoming.given_trials AS
  SELECT k.key_ix, r.item_id, max(r.trial) AS top
  FROM incoming.rows r JOIN incoming.keyed k USING (ctx)
  WHERE r.trial IS NOT NULL GROUP BY ALL`;

/**
 * How many rows without a trial stand in earlier stretches of the import, for each key and stretch
 * that has such. Empty where the import was one stretch.
 */
export const EARLIER_ROWS = `
  CREATE TABLE incoming.earlier_rows AS
  WITH stretches AS (
    SELECT k.key_ix, r.item_id, coalesce(r.stretch, 0) AS stretch, max(r.nth) AS n
    FROM incoming.rows r JOIN incoming.keyed k USING (ctx)
    WHERE r.trial IS NULL AND (SELECT max(stretch) FROM incoming.rows) > 0 GROUP BY ALL
  ), several AS (
    SELECT key_ix, item_id FROM stretches GROUP BY ALL HAVING count(*) > 1
  )
  SELECT key_ix, item_id, stretch, sum(n) OVER (PARTITION BY key_ix, item_id ORDER BY stretch
    ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)::BIGINT AS earlier
  FROM stretches SEMI JOIN several USING (key_ix, item_id)
  QUALIFY earlier IS NOT NULL`;

/**
 * Every row, lost ones included, with its key. Rows without a trial are numbered in file order
 * within their key, behind the highest trial given for it; null where no number is left.
 */
export const PLACED = `
  CREATE VIEW incoming.placed AS
  SELECT r.* REPLACE (coalesce(r.trial, TRY_CAST(
      coalesce(g.top, 0)::BIGINT + coalesce(e.earlier, 0) + r.nth AS INTEGER)) AS trial),
    r.trial IS NULL AS was_numbered, k.key_ix
  FROM incoming.rows r JOIN incoming.keyed k USING (ctx)
    LEFT JOIN incoming.given_trials g ON g.key_ix = k.key_ix AND g.item_id = r.item_id
    LEFT JOIN incoming.earlier_rows e ON e.key_ix = k.key_ix AND e.item_id = r.item_id
      AND e.stretch = coalesce(r.stretch, 0)`;

/** Runs in which rows without a trial join those of another file under one key, and their files. */
export const JOINED_FILES = `
  WITH shared AS (
    SELECT k.key_ix, r.item_id FROM incoming.rows r JOIN incoming.keyed k USING (ctx)
    WHERE NOT k.lost GROUP BY ALL HAVING count(DISTINCT k.file) > 1 AND bool_or(r.trial IS NULL)
  )
  SELECT k.run_id, list_sort(list(DISTINCT k.file)) AS files, count(DISTINCT r.item_id)::DOUBLE AS items
  FROM incoming.rows r JOIN incoming.keyed k USING (ctx) SEMI JOIN shared USING (key_ix, item_id)
  WHERE NOT k.lost GROUP BY k.run_id ORDER BY k.run_id`;

/** Rows whose number would be beyond what a trial holds: only where one near that was given. */
export const UNNUMBERED = `
  SELECT p.line, k.file, k.ident, p.item_id, g.top
  FROM incoming.placed p JOIN incoming.keyed k USING (ctx)
    JOIN incoming.given_trials g ON g.key_ix = p.key_ix AND g.item_id = p.item_id
  WHERE p.trial IS NULL AND NOT k.lost ORDER BY p.seq`;

/** Where no row lacks its trial, nothing is joined. */
export const PLACED_AS_GIVEN = `
  CREATE VIEW incoming.placed AS
  SELECT r.*, false AS was_numbered, k.key_ix
  FROM incoming.rows r JOIN incoming.keyed k USING (ctx)`;

/** Hashes of keys that more than one row has: few, so that the exact decision is cheap. */
export const SUSPECTS = `
  CREATE TABLE incoming.suspects AS
  SELECT hash(p.key_ix, p.item_id, p.trial) AS h
  FROM incoming.placed p JOIN incoming.keyed k USING (ctx) WHERE NOT k.lost
  GROUP BY h HAVING count(*) > 1`;

/**
 * Rows that are not kept beside those already lost: repeats of a row, and rows that contradict
 * another under one key (contradicts).
 */
export const DROPPED = `
  CREATE TABLE incoming.dropped AS
  WITH repeated AS (
    SELECT p.*, k.file,
      struct_pack(${SHARED.map((name) => `${name} := k.${name}`).join(", ")}) AS shared
    FROM incoming.placed p JOIN incoming.keyed k USING (ctx)
    WHERE NOT k.lost AND hash(p.key_ix, p.item_id, p.trial) IN (SELECT h FROM incoming.suspects)
  ), variants AS (
    SELECT *, dense_rank() OVER (PARTITION BY key_ix, item_id, trial
        ORDER BY shared, ${[...OWN, ...TEXTS].join(", ")}) AS variant,
      row_number() OVER (PARTITION BY key_ix, item_id, trial ORDER BY seq) AS occurrence
    FROM repeated
  )
  SELECT seq, ctx, key_ix, item_id, trial, line, file,
    max(variant) OVER (PARTITION BY key_ix, item_id, trial) > 1 AS contradicts, occurrence
  FROM variants
  QUALIFY contradicts OR occurrence > 1`;

/** Keys of rows that were refused or contradicted, and that no kept row has: planned and missing. */
export const LOST_KEYS = `
  CREATE TABLE incoming.lost_keys AS
  WITH lost AS (
    SELECT DISTINCT p.key_ix, p.item_id, p.trial
    FROM incoming.placed p JOIN incoming.keyed k USING (ctx) WHERE k.lost
    UNION
    SELECT key_ix, item_id, trial FROM incoming.dropped WHERE contradicts
  )
  SELECT l.*, r.run_id FROM lost l
    JOIN (SELECT DISTINCT key_ix, run_id FROM incoming.keyed) r USING (key_ix)
    ANTI JOIN (
      SELECT p.key_ix, p.item_id, p.trial
      FROM incoming.placed p JOIN incoming.keyed k USING (ctx)
      WHERE NOT k.lost AND p.seq NOT IN (SELECT seq FROM incoming.dropped)
    ) kept ON kept.key_ix = l.key_ix AND kept.item_id = l.item_id AND kept.trial = l.trial`;

const sourceOf = (name: string): string =>
  (SHARED as readonly string[]).includes(name) || (OF_RUN as readonly string[]).includes(name)
    ? `k."${name}"`
    : `p."${name}"`;

const KEPT = `FROM incoming.placed p JOIN incoming.keyed k USING (ctx)
  WHERE NOT k.lost AND p.seq NOT IN (SELECT seq FROM incoming.dropped)`;

export const STAGE_RESPONSES = `
  INSERT INTO stage.responses (${namesOf(RESPONSE_COLUMNS)})
  SELECT ${RESPONSE_COLUMNS.map((c) => sourceOf(c.name)).join(", ")} ${KEPT}`;

export const STAGE_RAW = `
  INSERT INTO stage.raw (${namesOf(RAW_COLUMNS)})
  SELECT ${RAW_COLUMNS.map((c) => sourceOf(c.name)).join(", ")} ${KEPT}
    AND (${TEXTS.map((name) => `p.${name} IS NOT NULL`).join(" OR ")})`;

/** What came in beside the rows, each once. */
const stageOnce = (table: string, columns: readonly Column[]): string => `
  INSERT INTO stage.${table} (${namesOf(columns)})
  SELECT DISTINCT ${namesOf(columns)} FROM incoming.${table}
  EXCEPT SELECT ${namesOf(columns)} FROM stage.${table}`;

export const STAGE_BESIDE = [
  stageOnce("items", ITEM_COLUMNS),
  stageOnce("presentations", SHOWN_COLUMNS),
  stageOnce("audit", AUDIT_COLUMNS),
  stageOnce("corrections", CORRECTION_COLUMNS),
].join(";");

/** Per run: rows kept by outcome. */
export const OUTCOMES_BY_RUN = `
  SELECT k.run_id, k.outcome, count(*)::DOUBLE AS n ${KEPT} GROUP BY ALL`;

/** Per run: what its kept rows say about its protocol. */
export const PROTOCOL_BY_RUN = `
  SELECT k.run_id, max(p.trial) AS trials,
    coalesce(max(p.trial) FILTER (WHERE p.was_numbered), 0) > 1 OR bool_or(k.numbered) AS numbered,
    list_sort(list(DISTINCT k.n_options)) AS option_counts,
    list_sort(list(DISTINCT k.environment) FILTER (WHERE k.environment IS NOT NULL)) AS environments,
    list_sort(list(DISTINCT k.padding)) AS paddings,
    list_sort(list(DISTINCT k.condition) FILTER (WHERE k.condition IS NOT NULL)) AS conditions,
    list_sort(list(DISTINCT k.mode) FILTER (WHERE k.mode IS NOT NULL)) AS modes
  ${KEPT} GROUP BY k.run_id`;

/** Per run: keys that no kept row has, and repeats that became one row. */
export const LOST_BY_RUN = `
  SELECT run_id, count(*)::DOUBLE AS n FROM incoming.lost_keys GROUP BY run_id`;

export const REPEATS_BY_RUN = `
  SELECT k.run_id, count(*)::DOUBLE AS n
  FROM incoming.dropped d JOIN incoming.keyed k USING (ctx) WHERE NOT d.contradicts GROUP BY ALL`;

/** Contradictory rows, key by key, with where they stand. */
export const CONTRADICTIONS = `
  SELECT k.run_id, d.item_id, d.trial, any_value(k.environment) AS environment,
    any_value(k.n_options) AS n_options, any_value(k.padding) AS padding,
    list({file: d.file, line: d.line} ORDER BY d.seq) AS places
  FROM incoming.dropped d JOIN incoming.keyed k USING (ctx) WHERE d.contradicts
  GROUP BY d.key_ix, k.run_id, d.item_id, d.trial ORDER BY min(d.seq)`;

/** Items that runs of a fixed benchmark ask for or name; `list` is a table of its ids. */
export const FIXED_PLANNED = `
  SELECT run_id, count(*)::DOUBLE AS planned, count(*) FILTER (WHERE NOT listed)::DOUBLE AS unlisted
  FROM (
    SELECT run_id, item_id, bool_or(listed) AS listed FROM (
      SELECT i.run_id, f.item_id, true AS listed
      FROM incoming.idents i, incoming.fixed_items f WHERE i.one_per_item
      UNION ALL
      SELECT DISTINCT k.run_id, r.item_id, false AS listed
      FROM incoming.rows r JOIN incoming.keyed k USING (ctx) WHERE k.one_per_item
    ) GROUP BY run_id, item_id
  ) GROUP BY run_id`;
