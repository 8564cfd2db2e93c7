import { rename, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { z } from "zod";
import { queryRows } from "@/lib/engine/decode";
import type { Engine } from "@/lib/engine/engine";
import { isOneOf, text } from "@/lib/engine/sql";
import { ITEM_COLUMNS } from "@/lib/records/item";
import { listHashSql, sameList } from "@/lib/records/list-hash";
import { sameItem } from "@/lib/records/shown";
import { namesOf } from "@/lib/records/stage";
import { BESIDE, copy, ITEMS_IN, itemsOut, type BesideTable } from "./parquet-sql";
import { ITEMS_FILE, RESPONSES_FILE } from "./paths";
import { makeWorkDir, removeWorkDir } from "./work-dirs";

/** Tables that are only ever added to: what reviewers said, and what was corrected of it. */
const REVIEWED = BESIDE.filter(({ table }) => table !== "presentations");

export async function hasRows(engine: Engine, select: string): Promise<boolean> {
  return (await engine.query(`SELECT 1 AS one FROM (${select}) LIMIT 1`)).length > 0;
}

const isThere = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => null)) !== null;

/**
 * Adds rows to the file of a table in a directory; those that it has stay.
 * @param rows a selection of the table's columns, as tables hold them
 * @returns whether anything was added
 */
async function addRows(
  engine: Engine,
  { file, columns, read, out }: BesideTable,
  rows: string,
  dir: string,
): Promise<boolean> {
  const path = join(dir, file);
  const held = (await isThere(path)) ? read(path) : null;
  if (!(await hasRows(engine, held === null ? rows : `(${rows}) EXCEPT (${held})`))) return false;
  const names = namesOf(columns);
  const all = held === null ? rows : `(${held}) UNION (${rows})`;
  // Beside the directory, which may hold its own files alone.
  const work = makeWorkDir(join(dir, "..", ".writing-"));
  try {
    const fresh = join(work, file);
    await engine.exec(copy(`SELECT ${out} FROM (${all}) AS rows ORDER BY ${names}`, fresh));
    await rename(fresh, path);
  } finally {
    await removeWorkDir(work);
  }
  return true;
}

/** Adds the reviewer records of a directory to those of another, which takes its place. */
export async function carryReviews(engine: Engine, from: string, to: string): Promise<void> {
  for (const table of REVIEWED) {
    const path = join(from, table.file);
    if (await isThere(path)) await addRows(engine, table, table.read(path), to);
  }
}

/** What became of reviewer records that were staged. Items are named as `item in record set`. */
export interface PlacedReviews {
  readonly records: number;
  readonly corrections: number;
  /** How many of both stand beside a run. */
  readonly placed: number;
  /** About items that no run was asked. */
  readonly unplaced: readonly string[];
  /** About items of runs that were refused: they came with these, and stand beside no run. */
  readonly refused: readonly string[];
  /**
   * About items of which a run has, or may have, other options, another order of them or another key:
   * they are not put beside that run.
   */
  readonly otherItems: readonly string[];
  /** Run directories that got any that they did not have. */
  readonly dirs: readonly string[];
}

/** A run that was staged together with the records, and where it stands now. */
export interface StagedRun {
  readonly runId: string;
  readonly path: string;
  /** It was not written, since other rows stand there. */
  readonly refused: boolean;
}

const ITEM = "benchmark, item_id, item_hash";
/** What is said speaks of a list of options, too. */
const MEANT = `${ITEM}, list_hash`;
const asked = (from: string): string => `(SELECT DISTINCT ${ITEM} FROM ${from})`;

/** Items that something is said of as `from` has them: what tells two of one name apart. */
const versions = (from: string): string => `SELECT DISTINCT ${ITEM},
    ${listHashSql("options")} AS list_hash, options || coalesce("key"::VARCHAR, '') AS version
  FROM (SELECT ${ITEMS_IN} FROM ${from}) AS i
  WHERE EXISTS (SELECT 1 FROM said_of AS s WHERE ${sameItem("s", "i")})`;
/** The place of what was staged, among those of directories. */
const STAGED = -1;

const MADE = ["said_of", "asked_in", "version_in", "place_of"];
const TEMP_TABLES = `
  CREATE OR REPLACE TEMP TABLE said_of AS SELECT ${MEANT}, false AS came, false AS refused FROM stage.audit LIMIT 0;
  CREATE OR REPLACE TEMP TABLE asked_in AS SELECT 0 AS place, ${ITEM} FROM stage.audit LIMIT 0;
  CREATE OR REPLACE TEMP TABLE version_in AS
    SELECT 0 AS place, ${MEANT}, '' AS version FROM stage.audit LIMIT 0`;

/**
 * Where each item that is said something of may have it: not beside runs that list its options in
 * another order than what is said speaks of. What does not say which order that is speaks of that of the
 * runs that it came with, and one name without a hash may be two items besides: it is then put only
 * beside these, and runs of which the item is known to be the one of these. What came alone is put
 * beside runs only where these know no two of one name.
 */
const placesOf = (own: readonly number[]): string => `
  CREATE OR REPLACE TEMP TABLE place_of AS
  SELECT a.*, s.list_hash, NOT s.refused AND (
    SELECT CASE
      WHEN s.list_hash IS NOT NULL
        THEN coalesce(bool_or(v.list_hash = s.list_hash) FILTER (WHERE v.place = a.place), true)
      WHEN ${isOneOf("a.place", own)} THEN true
      WHEN s.came AND (a.item_hash IS NULL OR bool_or(v.place = ${STAGED}))
        THEN count(DISTINCT v.version) FILTER (WHERE v.place IN (${STAGED}, a.place)) = 1
        AND bool_or(v.place = ${STAGED})
        AND (a.item_hash IS NOT NULL OR bool_or(v.place = a.place))
      ELSE count(DISTINCT v.version) <= 1 END
    FROM version_in AS v WHERE ${sameItem("v", "a")}) AS fits
  FROM asked_in AS a JOIN said_of AS s ON ${sameItem("s", "a")}`;

/** Fills the tables that `placesOf` reads. */
async function lookUp(
  engine: Engine,
  dirs: readonly string[],
  staged: readonly StagedRun[],
): Promise<void> {
  const kept = staged.filter((run) => !run.refused).map(({ runId }) => runId);
  const within = (responses: string) =>
    `EXISTS (SELECT 1 FROM ${asked(responses)} AS r WHERE ${sameItem("r", "t")})`;
  await engine.exec(`${TEMP_TABLES};
    INSERT INTO said_of SELECT ${MEANT}, came, came AND NOT kept FROM (
      SELECT *, ${within("stage.responses")} AS came,
        ${within(`stage.responses WHERE ${isOneOf("run_id", kept)}`)} AS kept
      FROM (SELECT ${MEANT} FROM stage.audit UNION SELECT ${MEANT} FROM stage.corrections) AS t);
    INSERT INTO version_in SELECT ${STAGED}, v.*
    FROM (${versions(`(SELECT ${itemsOut(ITEM_COLUMNS)} FROM stage.items)`)}) AS v`);
  for (const [place, dir] of dirs.entries()) {
    const responses = `read_parquet(${text(join(dir, RESPONSES_FILE))})`;
    await engine.exec(`INSERT INTO asked_in SELECT ${place}, a.* FROM ${asked(responses)} AS a
      WHERE EXISTS (SELECT 1 FROM said_of AS s WHERE ${sameItem("s", "a")})`);
    const items = join(dir, ITEMS_FILE);
    if (await isThere(items))
      await engine.exec(`INSERT INTO version_in
        SELECT ${place}, v.* FROM (${versions(`read_parquet(${text(items)})`)}) AS v`);
  }
}

const countRow = z.object({ n: z.number() });
async function count(engine: Engine, from: string): Promise<number> {
  const [row] = await queryRows(engine, countRow, `SELECT count(*)::DOUBLE AS n FROM ${from}`);
  return row?.n ?? 0;
}

/**
 * Puts the staged reviewer records and corrections beside the runs that were asked their items:
 * whichever of the runs is opened or removed, the others keep them.
 * @param dirs run directories
 * @param staged the runs that were staged with them
 */
export async function placeReviews(
  engine: Engine,
  dirs: readonly string[],
  staged: readonly StagedRun[],
): Promise<PlacedReviews> {
  const records = await count(engine, "stage.audit");
  const corrections = await count(engine, "stage.corrections");
  const none = { placed: 0, unplaced: [], refused: [], otherItems: [], dirs: [] };
  if (records + corrections === 0) return { records, corrections, ...none };
  const own = new Set(staged.filter((run) => !run.refused).map(({ path }) => resolve(path)));
  await lookUp(engine, dirs, staged);
  await engine.exec(placesOf([...dirs.keys()].filter((i) => own.has(resolve(dirs[i] ?? "")))));
  const fitting = (t: string) => `SELECT 1 FROM place_of AS p WHERE ${sameList("p", t)}`;
  const changed: string[] = [];
  for (const [place, dir] of dirs.entries())
    for (const table of REVIEWED) {
      const rows = `SELECT ${namesOf(table.columns)} FROM stage.${table.table} AS t
        WHERE EXISTS (${fitting("t")} AND p.fits AND p.place = ${place})`;
      if (await addRows(engine, table, rows, dir)) changed.push(dir);
    }
  const all = `(SELECT ${MEANT}, record_set FROM stage.audit
    UNION ALL SELECT ${MEANT}, record_set FROM stage.corrections) AS t`;
  const named = async (where: string): Promise<string[]> => {
    const rows = await queryRows(
      engine,
      z.object({ said: z.string() }),
      `SELECT DISTINCT t.item_id || ' in ' || t.record_set AS said
        FROM ${all} JOIN said_of AS s ON ${sameList("s", "t")} WHERE ${where} ORDER BY said`,
    );
    return rows.map(({ said }) => said);
  };
  const told: PlacedReviews = {
    ...{ records, corrections },
    placed: await count(engine, `${all} WHERE EXISTS (${fitting("t")} AND p.fits)`),
    unplaced: await named(`NOT s.refused AND NOT EXISTS (${fitting("t")})`),
    refused: await named("s.refused"),
    otherItems: await named(`NOT s.refused AND EXISTS (${fitting("t")} AND NOT p.fits)`),
    dirs: [...new Set(changed)],
  };
  await engine.exec(MADE.map((table) => `DROP TABLE ${table}`).join("; "));
  return told;
}
