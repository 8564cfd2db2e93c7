import { chmod, mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { buildSource } from "@/lib/cubes/build";
import type { ItemSetFacts } from "@/lib/cubes/item-sets";
import { CUBE_TABLES, ROW_TABLES } from "@/lib/cubes/schema";
import type { SourceWarning } from "@/lib/cubes/warnings";
import { queryRows } from "@/lib/engine/decode";
import type { Engine } from "@/lib/engine/engine";
import { openNodeEngine } from "@/lib/engine/node";
import { identifier, text } from "@/lib/engine/sql";
import type { Manifest } from "@/lib/records/manifest";
import { makeWorkDir, removeWorkDir } from "@/lib/records/store/work-dirs";
import { answersHash, writeAnswers } from "./answers";
import { encodeFile } from "./encode";
import { COMPILER_VERSION, STORAGE_VERSION } from "./identity";
import { recordAnswers } from "./record-answers";
import {
  ANSWERS,
  DATABASES,
  SNAPSHOT_FILES,
  SNAPSHOT_SCHEMA,
  snapshotSchema,
  type Snapshot,
} from "./schema";

const CATALOGS = { "cubes.duckdb": "cubes", "responses.duckdb": "rows" } as const;
const TABLES = { "cubes.duckdb": CUBE_TABLES, "responses.duckdb": ROW_TABLES } as const;

/** What was staged, and what readers of its numbers must know. */
export interface Staged {
  readonly manifests: readonly Manifest[];
  readonly warnings: readonly SourceWarning[];
  readonly itemSets?: readonly ItemSetFacts[];
}

/** Fills stage.* of an engine. */
export type FillStage = (engine: Engine) => Promise<Staged>;

async function countRows(engine: Engine): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const file of DATABASES) {
    for (const table of Object.keys(TABLES[file])) {
      const place = [CATALOGS[file], SNAPSHOT_SCHEMA, table].map(identifier).join(".");
      const rows = await queryRows(
        engine,
        z.strictObject({ n: z.int() }),
        `SELECT count(*)::DOUBLE AS n FROM ${place}`,
      );
      counts[table] = rows[0]?.n ?? 0;
    }
  }
  return counts;
}

/** The databases of `dir`, written by the same statements that the browser runs for dropped files. */
async function buildDatabases(dir: string, fill: FillStage) {
  // On disk, so that a run set larger than memory still compiles.
  const work = join(dir, "work.duckdb");
  const engine = await openNodeEngine(work);
  try {
    const { manifests, warnings, itemSets } = await fill(engine);
    for (const file of DATABASES) {
      await engine.exec(
        `ATTACH ${text(join(dir, file))} AS ${CATALOGS[file]} (STORAGE_VERSION ${text(STORAGE_VERSION)})`,
      );
    }
    await buildSource(engine, {
      cubes: { catalog: CATALOGS["cubes.duckdb"], schema: SNAPSHOT_SCHEMA },
      rows: { catalog: CATALOGS["responses.duckdb"], schema: SNAPSHOT_SCHEMA },
      firstIx: 0,
      manifests,
      warnings,
      itemSets,
    });
    const tables = await countRows(engine);
    for (const file of DATABASES) {
      await engine.exec(`CHECKPOINT ${CATALOGS[file]}`);
      await engine.detach(CATALOGS[file]);
    }
    return { manifests, tables };
  } finally {
    await engine.close();
    await rm(work, { force: true });
    await rm(`${work}.wal`, { force: true });
  }
}

/** Writes what the first questions are answered. @returns the hash of the file. */
async function writeFirstAnswers(dir: string): Promise<string> {
  const { answers } = await recordAnswers(join(dir, "cubes.duckdb"));
  const bytes = Buffer.from(writeAnswers(answers));
  await writeFile(join(dir, ANSWERS), bytes);
  return answersHash(bytes);
}

function summaryOf(manifest: Manifest): Snapshot["runs"][number] {
  const { run_id, name, benchmark, scorer, model, provenance } = manifest;
  return { run_id, name, model: model.requested, benchmark, scorer, provenance: provenance.kind };
}

/**
 * Builds a snapshot into `out`, which must not exist. Everything is written beside it and renamed
 * at the end, so that a reader never sees half a snapshot, and of two compilers of the same
 * snapshot one wins and the other takes its result.
 */
export async function compileInto(out: string, id: string, fill: FillStage): Promise<void> {
  await mkdir(dirname(out), { recursive: true });
  const dir = makeWorkDir(join(dirname(out), ".compiling-"));
  try {
    const { manifests, tables } = await buildDatabases(dir, fill);
    const sha256 = await writeFirstAnswers(dir);
    const files = await Promise.all(
      SNAPSHOT_FILES.map(async (file) => {
        const encoded_bytes = await encodeFile(join(dir, file));
        const { size: bytes } = await stat(join(dir, file));
        return [file, { bytes, encoded_bytes, ...(file === ANSWERS && { sha256 }) }] as const;
      }),
    );
    const snapshot = snapshotSchema.parse({
      id,
      created: new Date().toISOString(),
      compiler: COMPILER_VERSION,
      storage: STORAGE_VERSION,
      runs: manifests.map(summaryOf),
      tables,
      files: Object.fromEntries(files),
    });
    await writeFile(join(dir, "snapshot.json"), `${JSON.stringify(snapshot, null, 1)}\n`);
    // A temporary directory is its owner's alone; a snapshot may be read like any file.
    await chmod(dir, 0o755);
    try {
      await rename(dir, out);
    } catch (error) {
      // Another compiler of the same runs was faster, and its snapshot is the same.
      if (!existsSync(join(out, "snapshot.json"))) throw error;
    }
  } finally {
    await removeWorkDir(dir);
  }
}
