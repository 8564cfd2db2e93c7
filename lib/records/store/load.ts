import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { queryRows } from "@/lib/engine/decode";
import type { Engine } from "@/lib/engine/engine";
import { isOneOf, text } from "@/lib/engine/sql";
import type { Column } from "@/lib/records/columns";
import { ITEM_COLUMNS } from "@/lib/records/item";
import { manifestSchema, type Manifest } from "@/lib/records/manifest";
import { RAW_COLUMNS } from "@/lib/records/raw";
import { RESPONSE_COLUMNS } from "@/lib/records/response";
import { namesOf, prepareStage } from "@/lib/records/stage";
import { asBroken, BrokenRunError, checkColumns, checkResponses } from "./check-files";
import { BESIDE, ITEMS_IN, type BesideTable } from "./parquet-sql";
import { ITEMS_FILE, MANIFEST_FILE, RAW_FILE, RESPONSES_FILE } from "./paths";

/** A directory, or a run of it, that could not be read, and why in one line. */
export interface BrokenRun {
  readonly path: string;
  /** The run of a directory whose others load; absent where nothing of it does. */
  readonly run?: string;
  readonly reason: string;
}

export interface LoadedRuns {
  readonly manifests: readonly Manifest[];
  /** By run id: the directory that the run was read from. */
  readonly dirs: ReadonlyMap<string, string>;
  readonly broken: readonly BrokenRun[];
}

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

const exists = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => null)) !== null;

const castTo = (columns: readonly Column[]): string =>
  columns.map((c) => `"${c.name}"::${c.sql}`).join(", ");

const insertBeside = ({ table, file, columns, read }: BesideTable, dir: string): string =>
  `INSERT INTO stage.${table} (${namesOf(columns)})
    ${read(join(dir, file))}
    EXCEPT SELECT ${namesOf(columns)} FROM stage.${table}`;

/** What a directory holds beside responses and items; lists are cast when they are read. */
async function heldBeside(engine: Engine, dir: string): Promise<BesideTable[]> {
  const held: BesideTable[] = [];
  for (const beside of BESIDE) {
    const path = join(dir, beside.file);
    if (!(await exists(path))) continue;
    await checkColumns(engine, path, beside.file, beside.plain);
    held.push(beside);
  }
  return held;
}

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
  const held = await heldBeside(engine, dir);
  const insert = (file: string, sql: string) =>
    engine.exec(sql).catch((error: unknown) => {
      throw asBroken(error, file);
    });
  // Half a run must not stay behind where a page of a file is broken.
  await engine.exec("BEGIN");
  try {
    await insert(
      RESPONSES_FILE,
      `INSERT INTO stage.responses (${namesOf(RESPONSE_COLUMNS)})
      SELECT ${castTo(RESPONSE_COLUMNS)} FROM read_parquet(${text(responses)}) WHERE ${where}`,
    );
    if (hasRaw)
      await insert(
        RAW_FILE,
        `INSERT INTO stage.raw (${namesOf(RAW_COLUMNS)})
      SELECT ${castTo(RAW_COLUMNS)} FROM read_parquet(${text(raw)}) WHERE ${where}`,
      );
    if (hasItems)
      await insert(
        ITEMS_FILE,
        `INSERT INTO stage.items (${namesOf(ITEM_COLUMNS)})
      SELECT ${ITEMS_IN} FROM read_parquet(${text(items)})
      EXCEPT SELECT ${namesOf(ITEM_COLUMNS)} FROM stage.items`,
      );
    for (const beside of held) await insert(beside.file, insertBeside(beside, dir));
    await engine.exec("COMMIT");
  } catch (error) {
    await engine.exec("ROLLBACK");
    throw error;
  }
}

/** Runs that a manifest file names more than once: which of the manifests holds is not known. */
function namedTwice(manifests: readonly Manifest[]): string[] {
  return [...Map.groupBy(manifests, ({ run_id }) => run_id)]
    .filter(([, own]) => own.length > 1)
    .map(([id]) => id);
}

/** Loads the runs of one directory that are not staged yet, but for those that it names twice. */
async function loadDir(
  engine: Engine,
  dir: string,
  staged: ReadonlySet<string>,
  texts: boolean,
): Promise<{ fresh: Manifest[]; twice: string[] }> {
  const named = await readManifests(dir);
  const twice = namedTwice(named);
  const manifests = named.filter(({ run_id }) => !twice.includes(run_id));
  const fresh = manifests.filter((manifest) => !staged.has(manifest.run_id));
  await checkResponses(engine, join(dir, RESPONSES_FILE), manifests, twice);
  await insertRuns(
    engine,
    dir,
    fresh.map((manifest) => manifest.run_id),
    texts,
  );
  return { fresh, twice };
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
 * is skipped and told, and so is a run that one of them names twice; a run that stands in two of them
 * is read once.
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
  const from = new Map<string, string>();
  const broken: BrokenRun[] = [];
  for (const [i, dir] of dirs.entries()) {
    try {
      const { fresh, twice } = await loadDir(engine, dir, staged, options.texts ?? true);
      for (const { run_id } of fresh) {
        staged.add(run_id);
        from.set(run_id, dir);
      }
      manifests.push(...fresh);
      for (const run of twice)
        broken.push({ path: dir, run, reason: `${MANIFEST_FILE}: run ${run} stands twice in it` });
    } catch (error) {
      if (!(error instanceof BrokenRunError)) throw error;
      broken.push({ path: dir, reason: error.message });
    }
    options.onDir?.(i + 1);
  }
  return { manifests, dirs: from, broken };
}
