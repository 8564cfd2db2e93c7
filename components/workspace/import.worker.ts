import { z } from "zod";
import { buildSource } from "@/lib/cubes/build";
import { lentItems } from "@/lib/cubes/item-options";
import { qualified, type Place } from "@/lib/cubes/place";
import { nextIndex } from "@/lib/cubes/views";
import type { SourceWarning } from "@/lib/cubes/warnings";
import { queryRows } from "@/lib/engine/decode";
import type { Engine } from "@/lib/engine/engine";
import { remoteEngine } from "@/lib/engine/remote";
import { auditApart, nameKey } from "@/lib/records/audit-stage";
import { importSources, type ImportResult } from "@/lib/records/import";
import { blobSource } from "@/lib/records/importers/source";
import { renameTakenRuns } from "@/lib/records/rename-runs";
import { namesOf, STAGE_TABLES } from "@/lib/records/stage";
import {
  textsSchema,
  type ImportEvent,
  type ImportOutcome,
  type ImportRequest,
} from "./import-protocol";

/** Reads dropped files, away from the page's thread, into a schema of the page's engine. */
const DATABASE = "memory";
const openRun = z.object({ run_id: z.string() });
const post = (event: ImportEvent) => self.postMessage(event);

function outcomeOf(result: ImportResult, reviews: number): ImportOutcome {
  return {
    runs: result.runs.map(({ manifest, kept, missing }) => ({
      id: manifest.run_id,
      name: manifest.name,
      kept,
      missing,
    })),
    reviews,
    rejected: result.rejectCount,
    rejects: result.rejects,
    warnings: result.warnings,
  };
}

const countRow = z.object({ n: z.number() });

/** How many reviewer records stand by items of runs that are open already. */
async function reviewsApart(engine: Engine, cubes: Place): Promise<number> {
  const [row] = await queryRows(
    engine,
    countRow,
    `SELECT count(*)::DOUBLE AS n FROM ${qualified(cubes, "audit_apart")}`,
  );
  return row?.n ?? 0;
}

async function run({ files, schema, port }: ImportRequest): Promise<ImportOutcome> {
  const engine = remoteEngine(port);
  const imported = await importSources(
    engine,
    files.map((file) => blobSource(file.name, file)),
    { onProgress: (progress) => post({ kind: "progress", ...progress }) },
  );
  const open = await queryRows(engine, openRun, "SELECT DISTINCT run_id FROM data.runs");
  const renamed = await renameTakenRuns(
    engine,
    imported.runs,
    open.map((row) => row.run_id),
  );
  const lent = await lentItems(engine);
  const apart = await auditApart(engine, new Set(lent.map(nameKey)));
  const result: ImportResult = {
    ...imported,
    runs: renamed.runs,
    warnings: [...imported.warnings, ...renamed.warnings, ...(apart ? [apart] : [])],
  };
  const cubes = { catalog: DATABASE, schema };
  const alone = result.runs.length === 0;
  if (alone && lent.length === 0) {
    await engine.exec("DROP SCHEMA stage CASCADE");
    return outcomeOf(result, 0);
  }
  const said = await buildSource(engine, {
    cubes,
    firstIx: await nextIndex(engine),
    manifests: result.runs.map((r) => r.manifest),
    warnings: result.warnings,
    lent,
  });
  const reviews = await reviewsApart(engine, cubes);
  if (!alone) {
    // Texts stay beside the source, for drill-down.
    const texts = textsSchema(schema);
    await engine.exec(`CREATE SCHEMA ${texts}`);
    for (const table of ["raw", "items"] as const)
      await engine.exec(
        `CREATE TABLE ${texts}.${table} AS SELECT ${namesOf(STAGE_TABLES[table])} FROM stage.${table}`,
      );
  } else if (reviews === 0) await engine.exec(`DROP SCHEMA ${schema} CASCADE`);
  await engine.exec("DROP SCHEMA stage CASCADE");
  // No view tells what was said of a source that has no run.
  return outcomeOf(
    alone ? { ...result, warnings: [...result.warnings, ...said.map(asImportWarning)] } : result,
    reviews,
  );
}

const asImportWarning = ({ runs, ...warning }: SourceWarning) => ({ ...warning, runs: [...runs] });

self.addEventListener("message", (event: MessageEvent<ImportRequest>) => {
  run(event.data).then(
    (outcome) => post({ kind: "done", outcome }),
    (error: unknown) =>
      post({ kind: "failed", message: error instanceof Error ? error.message : String(error) }),
  );
});
