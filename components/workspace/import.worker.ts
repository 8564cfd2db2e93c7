import { z } from "zod";
import { buildSource } from "@/lib/cubes/build";
import { nextIndex } from "@/lib/cubes/views";
import { queryRows } from "@/lib/engine/decode";
import { remoteEngine } from "@/lib/engine/remote";
import { auditApart } from "@/lib/records/audit-stage";
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

function outcomeOf(result: ImportResult): ImportOutcome {
  return {
    runs: result.runs.map(({ manifest, kept, missing }) => ({
      id: manifest.run_id,
      name: manifest.name,
      kept,
      missing,
    })),
    rejected: result.rejectCount,
    rejects: result.rejects,
    warnings: result.warnings,
  };
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
  const apart = await auditApart(engine);
  const result: ImportResult = {
    ...imported,
    runs: renamed.runs,
    warnings: [...imported.warnings, ...renamed.warnings, ...(apart ? [apart] : [])],
  };
  if (result.runs.length > 0) {
    await buildSource(engine, {
      cubes: { catalog: DATABASE, schema },
      firstIx: await nextIndex(engine),
      manifests: result.runs.map((r) => r.manifest),
      warnings: result.warnings,
    });
    // Texts stay beside the source, for drill-down.
    const texts = textsSchema(schema);
    await engine.exec(`CREATE SCHEMA ${texts}`);
    for (const table of ["raw", "items"] as const)
      await engine.exec(
        `CREATE TABLE ${texts}.${table} AS SELECT ${namesOf(STAGE_TABLES[table])} FROM stage.${table}`,
      );
  }
  await engine.exec("DROP SCHEMA stage CASCADE");
  return outcomeOf(result);
}

self.addEventListener("message", (event: MessageEvent<ImportRequest>) => {
  run(event.data).then(
    (outcome) => post({ kind: "done", outcome }),
    (error: unknown) =>
      post({ kind: "failed", message: error instanceof Error ? error.message : String(error) }),
  );
});
