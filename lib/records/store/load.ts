import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { queryRows } from "@/lib/engine/decode";
import type { Engine } from "@/lib/engine/engine";
import { isOneOf, text } from "@/lib/engine/sql";
import type { Column, SqlType } from "@/lib/records/columns";
import { ITEM_COLUMNS } from "@/lib/records/item";
import { manifestSchema, type Manifest } from "@/lib/records/manifest";
import { RAW_COLUMNS } from "@/lib/records/raw";
import { KEY_COLUMNS, RESPONSE_COLUMNS } from "@/lib/records/response";
import { namesOf, prepareStage } from "@/lib/records/stage";
import { ITEMS_IN, RESPONSE_RULES } from "./parquet-sql";
import { ITEMS_FILE, MANIFEST_FILE, RAW_FILE, RESPONSES_FILE } from "./paths";

/** A directory, or a run of it, that could not be read, and why in one line. */
export interface BrokenRun {
  readonly path: string;
  readonly reason: string;
}

export interface LoadedRuns {
  readonly manifests: readonly Manifest[];
  readonly broken: readonly BrokenRun[];
}

class BrokenRunError extends Error {}

const KEY_NAMES: ReadonlySet<string> = new Set(KEY_COLUMNS);

const describedColumn = z.object({ column_name: z.string(), column_type: z.string() });

/** Column types of a file that hold what a column of ours holds, without rounding. */
const ACCEPTED: Record<SqlType, RegExp> = {
  VARCHAR: /^(VARCHAR|ENUM\(.*)$/,
  INTEGER: /^U?(TINY|SMALL|BIG)?INT(EGER)?$/,
  BIGINT: /^U?(TINY|SMALL|BIG)?INT(EGER)?$/,
  DOUBLE: /^(DOUBLE|FLOAT|U?(TINY|SMALL|BIG)?INT(EGER)?)$/,
  BOOLEAN: /^BOOLEAN$/,
};

/**
 * The manifests of a run directory: one, or those of a bundle.
 * @throws Error saying what is wrong with the file
 */
export async function readManifests(dir: string): Promise<Manifest[]> {
  const path = join(dir, MANIFEST_FILE);
  let content: unknown;
  try {
    content = JSON.parse(await readFile(path, "utf8"));
  } catch (error) {
    const why = error instanceof Error ? error.message : "unreadable";
    throw new BrokenRunError(`${MANIFEST_FILE}: ${why}`);
  }
  const parsed = z
    .array(manifestSchema)
    .min(1)
    .safeParse(Array.isArray(content) ? content : [content]);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new BrokenRunError(
    `${MANIFEST_FILE}: ${issue?.path.slice(1).join(".") ?? "?"}: ${issue?.message ?? "invalid"}`,
  );
}

async function checkColumns(
  engine: Engine,
  path: string,
  file: string,
  columns: readonly Column[],
): Promise<void> {
  const rows = await queryRows(
    engine,
    describedColumn,
    `DESCRIBE SELECT * FROM read_parquet(${text(path)})`,
  ).catch((error: unknown) => {
    const why = error instanceof Error ? (error.message.split("\n")[0] ?? "") : "unreadable";
    throw new BrokenRunError(`${file}: ${why}`);
  });
  const types = new Map(rows.map((row) => [row.column_name, row.column_type]));
  for (const { name, sql } of columns) {
    const type = types.get(name);
    if (type === undefined) throw new BrokenRunError(`${file}: column ${name} is missing`);
    if (!ACCEPTED[sql].test(type))
      throw new BrokenRunError(`${file}: column ${name} is ${type}, not ${sql}`);
  }
}

async function checkRows(engine: Engine, path: string, runs: readonly string[]): Promise<void> {
  const rules = [...RESPONSE_RULES, ["run_id", isOneOf("run_id", runs)] as const];
  const counts = rules.map(
    ([, rule], i) => `count(*) FILTER (WHERE (${rule}) IS NOT TRUE) AS r${i}`,
  );
  const [row] = await engine.query(`SELECT ${counts.join(", ")} FROM read_parquet(${text(path)})`);
  rules.forEach(([column], i) => {
    const broken = Number(row?.[`r${i}`] ?? 0);
    if (broken > 0)
      throw new BrokenRunError(`${RESPONSES_FILE}: ${broken} rows break the rule of ${column}`);
  });
}

const runFields = z.object({
  run_id: z.string(),
  model: z.string(),
  benchmark: z.string(),
  scorer: z.string(),
});

/** What a manifest and its rows both say must be the same. */
async function checkAgreement(
  engine: Engine,
  path: string,
  manifests: readonly Manifest[],
): Promise<void> {
  const rows = await queryRows(
    engine,
    runFields,
    `SELECT DISTINCT run_id, model, benchmark, scorer FROM read_parquet(${text(path)})`,
  );
  const byId = new Map(manifests.map((manifest) => [manifest.run_id, manifest]));
  for (const row of rows) {
    const manifest = byId.get(row.run_id);
    if (!manifest) continue;
    const said = { ...manifest, model: manifest.model.requested };
    for (const field of ["model", "benchmark", "scorer"] as const)
      if (row[field] !== said[field])
        throw new BrokenRunError(
          `${RESPONSES_FILE}: ${field} is "${row[field]}" in rows of run ${row.run_id}, "${said[field]}" in ${MANIFEST_FILE}`,
        );
  }
}

/**
 * A key that stands twice would be averaged unseen. Hashes are counted first: they are a fifth of
 * the work, and only where two of them agree are the keys themselves compared.
 */
async function checkKeys(engine: Engine, path: string): Promise<void> {
  const keys = namesOf(RESPONSE_COLUMNS.filter((c) => KEY_NAMES.has(c.name)));
  const rows = text(path);
  const counts = z.object({ repeated: z.number() });
  const [hashed] = await queryRows(
    engine,
    counts,
    `SELECT (count(*) - count(DISTINCT hash(${keys})))::DOUBLE AS repeated FROM read_parquet(${rows})`,
  );
  if (hashed?.repeated === 0) return;
  const twice = await queryRows(
    engine,
    z.object({ run_id: z.string(), item_id: z.string(), trial: z.number(), n: z.number() }),
    `SELECT run_id, item_id, trial, count(*)::DOUBLE AS n FROM read_parquet(${rows})
    GROUP BY ${keys} HAVING count(*) > 1 ORDER BY ALL LIMIT 1`,
  );
  const [first] = twice;
  if (first)
    throw new BrokenRunError(
      `${RESPONSES_FILE}: item ${first.item_id}, trial ${first.trial} of run ${first.run_id} stands ${first.n} times under one key`,
    );
}

const exists = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => null)) !== null;

const castTo = (columns: readonly Column[]): string =>
  columns.map((c) => `"${c.name}"::${c.sql}`).join(", ");

async function insertRuns(
  engine: Engine,
  dir: string,
  runs: readonly string[],
  texts: boolean,
): Promise<void> {
  const where = isOneOf("run_id", runs);
  const responses = join(dir, RESPONSES_FILE);
  const raw = join(dir, RAW_FILE);
  const items = join(dir, ITEMS_FILE);
  const [hasRaw, hasItems] = await Promise.all([texts && exists(raw), exists(items)]);
  if (hasRaw) await checkColumns(engine, raw, RAW_FILE, RAW_COLUMNS);
  const plainItems = ITEM_COLUMNS.filter((c) => c.name !== "options");
  if (hasItems) await checkColumns(engine, items, ITEMS_FILE, plainItems);
  await engine.exec(`INSERT INTO stage.responses (${namesOf(RESPONSE_COLUMNS)})
    SELECT ${castTo(RESPONSE_COLUMNS)} FROM read_parquet(${text(responses)}) WHERE ${where}`);
  if (hasRaw)
    await engine.exec(`INSERT INTO stage.raw (${namesOf(RAW_COLUMNS)})
      SELECT ${castTo(RAW_COLUMNS)} FROM read_parquet(${text(raw)}) WHERE ${where}`);
  if (hasItems)
    await engine.exec(`INSERT INTO stage.items (${namesOf(ITEM_COLUMNS)})
      SELECT ${ITEMS_IN} FROM read_parquet(${text(items)})
      EXCEPT SELECT ${namesOf(ITEM_COLUMNS)} FROM stage.items`);
}

/** Loads the runs of one directory that are not staged yet. */
async function loadDir(
  engine: Engine,
  dir: string,
  staged: ReadonlySet<string>,
  texts: boolean,
): Promise<Manifest[]> {
  const manifests = await readManifests(dir);
  const fresh = manifests.filter((manifest) => !staged.has(manifest.run_id));
  const path = join(dir, RESPONSES_FILE);
  await checkColumns(engine, path, RESPONSES_FILE, RESPONSE_COLUMNS);
  await checkRows(
    engine,
    path,
    manifests.map((manifest) => manifest.run_id),
  );
  await checkAgreement(engine, path, manifests);
  await checkKeys(engine, path);
  await insertRuns(
    engine,
    dir,
    fresh.map((manifest) => manifest.run_id),
    texts,
  );
  return fresh;
}

async function stagedRuns(engine: Engine): Promise<Set<string>> {
  const rows = await queryRows(
    engine,
    z.object({ run_id: z.string() }),
    "SELECT DISTINCT run_id FROM stage.responses",
  );
  return new Set(rows.map((row) => row.run_id));
}

/**
 * Loads run directories (single runs and bundles) into the stage tables. A directory that is broken
 * is skipped and told; a run that stands in two of them is read once.
 * @param options keep leaves staged runs where they are, so that these join them; texts false leaves
 * out stage.raw, which may be a hundred times as large as the rest
 */
export async function loadRuns(
  engine: Engine,
  dirs: readonly string[],
  options: {
    readonly keep?: boolean;
    readonly texts?: boolean;
    readonly onDir?: (done: number) => void;
  } = {},
): Promise<LoadedRuns> {
  await prepareStage(engine, options.keep);
  const staged = await stagedRuns(engine);
  const manifests: Manifest[] = [];
  const broken: BrokenRun[] = [];
  for (const [i, dir] of dirs.entries()) {
    try {
      const loaded = await loadDir(engine, dir, staged, options.texts ?? true);
      for (const { run_id } of loaded) staged.add(run_id);
      manifests.push(...loaded);
    } catch (error) {
      if (!(error instanceof BrokenRunError)) throw error;
      broken.push({ path: dir, reason: error.message });
    }
    options.onDir?.(i + 1);
  }
  return { manifests, broken };
}
