import { UNKNOWN } from "@/lib/records/importers/draft";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { ColumnBatch, Engine } from "@/lib/engine/engine";
import { z } from "zod";
import { queryRows } from "@/lib/engine/decode";
import { openNodeEngine } from "@/lib/engine/node";
import { text } from "@/lib/engine/sql";
import { buildSource, type BuildOptions } from "@/lib/cubes/build";
import { uniteSources, type Source } from "@/lib/cubes/views";
import type { Workspace } from "@/lib/metrics/workspace";
import { manifestSchema, type Manifest, type ManifestInput } from "@/lib/records/manifest";
import { RESPONSE_COLUMNS, responseSchema, type Response } from "@/lib/records/response";
import { prepareStage } from "@/lib/records/stage";

/** A response with everything that a test does not care about filled in. */
export function response(given: Partial<Response>): Response {
  const respPos = given.resp_pos ?? null;
  const base: Response = {
    ...UNKNOWN,
    run_id: "r1",
    model: "m1",
    benchmark: "b",
    item_id: "i1",
    n_options: 4,
    trial: 1,
    gold_pos: 1,
    resp_pos: respPos,
    outcome: respPos === null ? "unparsed" : "answered",
    scorer: "given",
  };
  return responseSchema.parse({ ...base, ...given });
}

/** The manifest of a run that an import of one file makes. */
export function manifest(
  runId: string,
  model: string,
  given: Partial<ManifestInput> = {},
): Manifest {
  return manifestSchema.parse({
    schema_version: 1,
    run_id: runId,
    name: runId,
    benchmark: "b",
    scorer: "given",
    model: { requested: model },
    status: "complete",
    provenance: { kind: "imported", source: "test.csv", source_hash: "one-file" },
    ...given,
  });
}

/** One manifest a run, in order of first appearance. */
export function manifestsOf(rows: readonly Response[]): Manifest[] {
  const runs = new Map<string, Response>();
  for (const row of rows) if (!runs.has(row.run_id)) runs.set(row.run_id, row);
  return [...runs.values()].map((r) =>
    manifest(r.run_id, r.model, { benchmark: r.benchmark, scorer: r.scorer }),
  );
}

export async function stageRows(engine: Engine, rows: readonly Response[]): Promise<void> {
  await prepareStage(engine);
  const batch = RESPONSE_COLUMNS.map((column): ColumnBatch => ({
    name: column.name,
    sql: column.sql,
    values: rows.map((row) => row[column.name as keyof Response]),
  }));
  await engine.append("stage.responses", batch);
}

/** Stages a CSV of the minimal form without the importer: every column is cast by hand. */
export async function stageCsv(engine: Engine, path: string): Promise<Manifest[]> {
  await prepareStage(engine);
  await engine.exec(`INSERT INTO stage.responses BY NAME
    SELECT run_id, model, 'imported' AS benchmark, env AS environment, target_id AS item_id,
      n_options::INTEGER AS n_options, padding, trial::INTEGER AS trial,
      gold_pos::INTEGER AS gold_pos, resp_pos::INTEGER AS resp_pos,
      CASE WHEN resp_pos IS NULL THEN 'unparsed' ELSE 'answered' END AS outcome,
      'given' AS scorer, 1 AS attempts
    FROM read_csv(${text(path)}, all_varchar = true, header = true, delim = ',')`);
  const sourceHash = createHash("sha256").update(readFileSync(path)).digest("hex");
  const runs = await queryRows(
    engine,
    z.strictObject({ run_id: z.string(), model: z.string() }),
    "SELECT run_id, min(model) AS model FROM stage.responses GROUP BY run_id ORDER BY run_id",
  );
  return runs.map((run) =>
    manifest(run.run_id, run.model, {
      benchmark: "imported",
      provenance: { kind: "imported", source: path, source_hash: sourceHash },
    }),
  );
}

/** Builds what is staged into `memory.s0` and unites it as the only source. */
export async function workspaceOf(
  engine: Engine,
  manifests: readonly Manifest[],
  warnings: BuildOptions["warnings"] = [],
): Promise<Workspace> {
  const place = { catalog: "memory", schema: "s0" };
  await buildSource(engine, { cubes: place, firstIx: 0, manifests, warnings });
  const sources: Source[] = [{ cubes: place, rows: place }];
  await uniteSources(engine, sources);
  return { engine, ensureRows: () => Promise.resolve() };
}

/** A workspace over rows of a test. Close its engine at the end. */
export async function openWorkspace(
  rows: readonly Response[],
  manifests: readonly Manifest[] = manifestsOf(rows),
): Promise<Workspace> {
  const engine = await openNodeEngine();
  await stageRows(engine, rows);
  return workspaceOf(engine, manifests);
}
