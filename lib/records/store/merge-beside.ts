import { rename, stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { queryRows } from "@/lib/engine/decode";
import type { Engine } from "@/lib/engine/engine";
import { text } from "@/lib/engine/sql";
import { namesOf } from "@/lib/records/stage";
import { BESIDE, copy, type BesideTable } from "./parquet-sql";
import { RESPONSES_FILE } from "./paths";
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

/** What became of reviewer records that were staged. */
export interface PlacedReviews {
  readonly records: number;
  readonly corrections: number;
  /** How many of both stand beside a run. */
  readonly placed: number;
  /** Records and corrections about items that no run was asked, by `item in record set`. */
  readonly unplaced: readonly string[];
  /** Run directories that got any that they did not have. */
  readonly dirs: readonly string[];
}

const sameItem = (a: string, b: string): string =>
  ["benchmark", "item_id", "item_hash"]
    .map((key) => `${a}.${key} IS NOT DISTINCT FROM ${b}.${key}`)
    .join(" AND ");

const countRow = z.object({ n: z.number() });
async function count(engine: Engine, from: string): Promise<number> {
  const [row] = await queryRows(engine, countRow, `SELECT count(*)::DOUBLE AS n FROM ${from}`);
  return row?.n ?? 0;
}

/**
 * Puts the staged reviewer records and corrections beside every run that was asked their items:
 * whichever of the runs is opened or removed, the others keep them.
 * @param dirs run directories
 */
export async function placeReviews(
  engine: Engine,
  dirs: readonly string[],
): Promise<PlacedReviews> {
  const records = await count(engine, "stage.audit");
  const corrections = await count(engine, "stage.corrections");
  if (records + corrections === 0)
    return { records, corrections, placed: 0, unplaced: [], dirs: [] };
  await engine.exec(`CREATE OR REPLACE TEMP TABLE asked_of AS
    SELECT benchmark, item_id, item_hash FROM stage.responses LIMIT 0`);
  const changed = new Set<string>();
  for (const dir of dirs) {
    const asked = `(SELECT DISTINCT benchmark, item_id, item_hash
      FROM read_parquet(${text(join(dir, RESPONSES_FILE))}))`;
    await engine.exec(`INSERT INTO asked_of SELECT * FROM ${asked} AS asked`);
    for (const table of REVIEWED) {
      const rows = `SELECT ${namesOf(table.columns)} FROM stage.${table.table} AS t
        WHERE EXISTS (SELECT 1 FROM ${asked} AS asked WHERE ${sameItem("asked", "t")})`;
      if (await addRows(engine, table, rows, dir)) changed.add(dir);
    }
  }
  const apart = `(
      SELECT benchmark, item_id, item_hash, record_set FROM stage.audit
      UNION ALL SELECT benchmark, item_id, item_hash, record_set FROM stage.corrections) AS t
    WHERE NOT EXISTS (SELECT 1 FROM asked_of AS asked WHERE ${sameItem("asked", "t")})`;
  const placed = records + corrections - (await count(engine, apart));
  const unplaced = await queryRows(
    engine,
    z.object({ said: z.string() }),
    `SELECT DISTINCT item_id || ' in ' || record_set AS said FROM ${apart} ORDER BY said`,
  );
  await engine.exec("DROP TABLE asked_of");
  const said = unplaced.map((row) => row.said);
  return { records, corrections, placed, unplaced: said, dirs: [...changed] };
}
